import { approximateTokens } from '../language/index.js';
import type { ChunkRecord, DocumentRecord, ReadableChunk } from './document.js';
import { notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';

type Deps = { database: Pick<Database, 'withScope'> };

type DocumentRequest = {
  by: { id: DocumentId } | { title: string };
  /** Only chunks that touch these pages; all without. */
  pages?: { from: number; to: number } | undefined;
  maxTokens: number;
  signal: AbortSignal;
};

export type RetrievedDocument = {
  document: DocumentRecord;
  chunks: ReadableChunk[];
  /** True when the token budget ended before the document did. */
  truncated: boolean;
};

export type RetrieveDocument = (
  scope: UserScope,
  request: DocumentRequest,
) => Promise<RetrievedDocument>;

/** One readable document's passages in order; unknown, foreign and text-less are the same `not_found`. */
export const createRetrieveDocument =
  ({ database }: Deps): RetrieveDocument =>
  (scope, request) =>
    database.withScope(scope, async (tx) => {
      const document =
        'id' in request.by
          ? await tx.documents.find(request.by.id)
          : await tx.documents.findByTitle(request.by.title);
      if (document?.status !== 'ready') throw notFound();
      // Chunks carry the reader's rights: an admin sees a private document's row, never its text.
      const readable = await tx.chunks.listOfDocument(document.id, { limit: 1 });
      if (readable.items.length === 0) throw notFound();
      return { document, ...(await readWithinBudget(tx, document, request)) };
    });

type Transaction = Pick<ScopedRepositories, 'documents' | 'chunks'>;

const CHUNKS_PER_READ = 50;

const readWithinBudget = async (
  tx: Transaction,
  document: DocumentRecord,
  { pages, maxTokens, signal }: DocumentRequest,
): Promise<Omit<RetrievedDocument, 'document'>> => {
  const chunks: ReadableChunk[] = [];
  let tokens = 0;
  let afterIndex: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = await tx.chunks.listOfDocument(document.id, {
      limit: CHUNKS_PER_READ,
      ...(afterIndex !== undefined && { afterIndex }),
    });
    for (const chunk of page.items.filter((item) => touches(item, pages))) {
      tokens += approximateTokens(chunk.content);
      if (tokens > maxTokens && chunks.length > 0) return { chunks, truncated: true };
      chunks.push({ ...chunk, title: document.title });
    }
    afterIndex = page.items.at(-1)?.index;
    if (page.nextAfter === null || afterIndex === undefined) return { chunks, truncated: false };
  }
};

const touches = ({ pageStart, pageEnd }: ChunkRecord, pages: DocumentRequest['pages']): boolean =>
  !pages || (pageStart !== null && pageStart <= pages.to && (pageEnd ?? pageStart) >= pages.from);
