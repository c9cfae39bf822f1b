import type { DocumentDeps, ReadableChunk } from '../documents/index.js';
import { notFound } from '../shared/errors.js';
import { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';

export type ReadParts = { readDocuments: Pick<DocumentDeps['readDocuments'], 'get' | 'chunks'> };

type Chunk = Pick<ReadableChunk, 'content' | 'charStart' | 'charEnd'>;

/** The maximum number of chunks for a model to read at once: about 60,000 characters. */
const CHUNKS_PER_PART = 40;

const NAME = /^([0-9a-f-]{36})(?:\.([1-9]\d{0,5}))?$/i;

/** The name of the part of a document that contains a passage: the document's id, with a number from the second part on. */
export const partName = (documentId: string, chunkIndex: number): string => {
  const part = Math.floor(chunkIndex / CHUNKS_PER_PART) + 1;
  return part === 1 ? documentId : `${documentId}.${part}`;
};

/** One part of a document's text, with the names of the following parts; rejects with `not_found` if the name is unknown. */
export const readPart = async (
  { readDocuments }: ReadParts,
  scope: UserScope,
  name: string,
): Promise<DocumentPart> => {
  const { id, part } = parseName(name);
  const document = await readDocuments.get(scope, id);
  const { items } = await readDocuments.chunks(scope, id, {
    limit: CHUNKS_PER_PART,
    afterIndex: (part - 1) * CHUNKS_PER_PART - 1,
  });
  // A document that is still being read has no text, and the requested part may not exist.
  if (items.length === 0) throw notFound();
  const parts = Math.max(part, Math.ceil(document.chunkCount / CHUNKS_PER_PART));
  const next = part < parts ? partName(id, part * CHUNKS_PER_PART) : null;
  return { document, text: joinChunks(items), start: items[0]?.charStart ?? 0, part, parts, next };
};

type DocumentPart = {
  document: Awaited<ReturnType<ReadParts['readDocuments']['get']>>;
  text: string;
  /** The first character, in the document's text. */
  start: number;
  part: number;
  parts: number;
  next: string | null;
};

const parseName = (name: string): { id: DocumentId; part: number } => {
  const [, id, part = '1'] = NAME.exec(name) ?? [];
  const parsed = DocumentId.safeParse(id);
  if (!parsed.success) throw notFound();
  return { id: parsed.data, part: Number(part) };
};

/** The text that the passages were cut from: overlaps appear once. */
const joinChunks = (chunks: readonly Chunk[]): string => {
  let text = '';
  let end = 0;
  for (const { content, charStart, charEnd } of chunks) {
    const isFirst = text === '';
    if (!isFirst && charStart < end) text += content.slice(end - charStart);
    else text += isFirst ? content : `\n${content}`;
    end = Math.max(end, charEnd);
  }
  return text;
};
