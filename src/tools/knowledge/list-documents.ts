import { z } from 'zod';
import { toChunkEvidence, type ChunkEvidence } from '../../conversations/schema.js';
import type { ReadableChunk } from '../../documents/index.js';
import { LISTING_FIELDS } from '../../documents/schema.js';
import { isEvidence } from '../../evidence/index.js';
import { documentFilterOfModel } from '../../shared/document-filter.js';
import { narrowScope } from '../../shared/scope.js';
import {
  declareTool,
  searchQuery,
  type ToolContext,
  type ToolDeps,
  type ToolResult,
} from '../tool.js';

/** The number of passages examined to find documents about a subject. */
const TOP_K = 20;
const MAX_CHAPTERS = 30;

/** A document is recognized by its title, so only enough text is shown to distinguish it. */
const MAX_OPENING_CHARS = 200;
/** More of each chapter, for a summary. */
const MAX_CHAPTER_CHARS = 600;

/** A document that the user or the model named, or that is listed, counts as evidence without further checks. */
const FULL_COVERAGE = 1;

const Input = z.strictObject({
  ...LISTING_FIELDS,
  about: searchQuery.optional().describe('Only documents with passages about this.'),
  outline: z
    .boolean()
    .default(false)
    .describe('Of the first document that matches, the beginning of each chapter.'),
  within: documentFilterOfModel.optional(),
});

export const listDocuments = declareTool({
  name: 'list_documents',
  description:
    'Lists and counts the documents that this user may read: all, the newest, those with a title or about a subject, or the outline of one. It names documents and does not say what they say: for that read them with document_retrieval or search.',
  input: Input,
  risk: 'safe',
  permission: 'documents:read',
  searchesKnowledge: true,
  create: (deps) => async (given, context) => {
    const scope = narrowScope(context.scope, given.within);
    const { total, found } =
      given.about === undefined
        ? await listByTitle(deps, { ...context, scope }, given)
        : await listAbout(deps, { ...context, scope }, { ...given, about: given.about });
    const [first] = found;
    const chapters =
      given.outline && first !== undefined
        ? await deps.database.withScope(scope, (tx) =>
            tx.documents.outlineOf(first.chunk.documentId, MAX_CHAPTERS),
          )
        : [];
    return toResult(total, chapters.length > 0 ? chapters.map(toChapter) : found);
  },
});

type Given = z.infer<typeof Input>;
type Found = { total: number; found: ChunkEvidence[] };

const listByTitle = async (
  { database }: Pick<ToolDeps, 'database'>,
  { scope }: Pick<ToolContext, 'scope'>,
  { title, sort, limit }: Given,
): Promise<Found> => {
  const { total, openings } = await database.withScope(scope, (tx) =>
    tx.documents.listReadable({ title, sort, limit }),
  );
  return { total, found: openings.map(toOpening) };
};

/** Documents with passages found by a search, and those with the words in their title. */
const listAbout = async (
  { database, searchChunks }: Pick<ToolDeps, 'database' | 'searchChunks'>,
  context: ToolContext,
  { about, title, sort, limit }: Given & { about: string },
): Promise<Found> => {
  const { scope } = context;
  const [named, searched] = await Promise.all([
    database.withScope(scope, (tx) =>
      tx.documents.listReadable({ title: title ?? about, sort, limit }),
    ),
    searchChunks(scope, { ...context, queries: [about], topK: TOP_K }),
  ]);
  const passages = searched.results.filter(({ relevance }) => isEvidence(relevance));
  const found = [
    ...passages.map(({ chunk }) => toChunkEvidence(chunk, FULL_COVERAGE)),
    ...named.openings.map(toOpening),
  ];
  const first = new Map(found.toReversed().map((one) => [one.chunk.documentId, one]));
  const inOrder = [...first.values()].toReversed();
  const kept =
    title === undefined
      ? inOrder
      : inOrder.filter(({ chunk }) =>
          named.openings.some(({ documentId }) => documentId === chunk.documentId),
        );
  return { total: kept.length, found: kept.slice(0, limit) };
};

const toOpening = (chunk: ReadableChunk): ChunkEvidence =>
  toChunkEvidence(shorten(chunk, MAX_OPENING_CHARS), FULL_COVERAGE);

const toChapter = (chunk: ReadableChunk): ChunkEvidence =>
  toChunkEvidence(shorten(chunk, MAX_CHAPTER_CHARS), FULL_COVERAGE);

/** The beginning of a passage, cut at a blank; one that begins with column names stays whole, because these are elsewhere in the text. */
const shorten = (chunk: ReadableChunk, maxChars: number): ReadableChunk => {
  const { content, charStart, charEnd } = chunk;
  if (content.length <= maxChars || content.length !== charEnd - charStart) return chunk;
  const cut = content.slice(0, maxChars).search(/\s+\S*$/u);
  const length = cut > 0 ? cut : maxChars;
  return { ...chunk, content: content.slice(0, length), charEnd: charStart + length };
};

const toResult = (total: number, found: readonly ChunkEvidence[]): ToolResult => {
  const listed = new Set(found.map(({ chunk }) => chunk.documentId)).size;
  const summary = `${total} documents match, ${listed} are listed`;
  if (total === 0) return { summary, evidence: [] };
  const text = `Number of documents: ${total}. Listed: ${listed}.`;
  return { summary, evidence: [{ kind: 'value', text, count: total }, ...found] };
};
