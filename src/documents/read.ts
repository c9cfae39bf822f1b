import { setTimeout as delay } from 'node:timers/promises';
import { approximateTokens } from '../language/index.js';
import type { FileStore } from '../platform/files/file-store.js';
import { notFound, orNotFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { ChunkPageRequest } from './chunks-repository.js';
import type { Database, ScopedRepositories } from './database.js';
import { findOwned } from './own-documents.js';
import type { Listing } from './listing.js';
import type { DocumentListRequest } from './repository.js';
import { requireContentRight } from './rights.js';
import type {
  ChunkRecord,
  DocumentRecord,
  ListedVersion,
  StructuredChunk,
  StructuredPassage,
} from './schema.js';

type Deps = { database: Pick<Database, 'withScope'>; files: FileStore };

export type ReadDocuments = ReturnType<typeof createReadDocuments>;

/** Reads documents for a person: the state of a document for everyone who can see it, the content for those who may read it. */
export const createReadDocuments = ({ database, files }: Deps) => {
  const get = (scope: UserScope, id: DocumentId): Promise<DocumentRecord> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.documents.find(id)));
  return {
    get,
    list: (
      scope: UserScope,
      { withTotal = false, ...request }: DocumentListRequest & { withTotal?: boolean },
    ): Promise<Page<DocumentRecord> & { total?: number }> =>
      database.withScope(scope, async (tx) => ({
        ...(await tx.documents.list(request)),
        ...(withTotal && { total: await tx.documents.count(request) }),
      })),
    /** Lists ready documents whose text the scope may read, and counts them. */
    listReadable: (scope: UserScope, request: Listing) =>
      database.withScope(scope, (tx) => tx.documents.listReadable(request)),
    chunks: (
      scope: UserScope,
      id: DocumentId,
      page: ChunkPageRequest,
    ): Promise<Page<StructuredChunk>> =>
      database.withScope(scope, async (tx) => {
        requireContentRight(scope, orNotFound(await tx.documents.find(id)));
        return tx.chunks.listOfDocument(id, page);
      }),
    /**
     * Lists the versions of a document for people who may change and read it: earlier or later versions may not be meant for all its
     * readers.
     */
    versions: (scope: UserScope, id: DocumentId, page: PageRequest): Promise<Page<ListedVersion>> =>
      database.withScope(scope, async (tx) => {
        requireContentRight(scope, await findOwned(tx, scope, id));
        return tx.documents.listVersions(id, page);
      }),
    /** Opens the uploaded file of the current version. */
    file: async (scope: UserScope, id: DocumentId) => {
      const version = await database.withScope(scope, async (tx) => {
        const document = orNotFound(await tx.documents.find(id));
        requireContentRight(scope, document);
        return tx.documents.version(id, document.version);
      });
      const { fileKey, filename, mimeType, sizeBytes } = orNotFound(version);
      return { content: await files.for(scope).read(fileKey), filename, mimeType, sizeBytes };
    },
    /**
     * Yields the document now and after each change, until no work on it remains. If the document is deleted meanwhile, fails with
     * `not_found`.
     */
    watch: (scope: UserScope, id: DocumentId, signal: AbortSignal): AsyncIterable<DocumentRecord> =>
      watch(() => get(scope, id), signal),
  };
};

/** How often a document is checked for changes; its progress is written at most twice a second. */
const WATCH_INTERVAL_MS = 500;
/** Idle streams check rarely, so that a thousand of them do not keep the database busy. */
const LONGEST_INTERVAL_MS = 5_000;
const GROWTH = 1.25;

/**
 * The time until the next check of a document. It grows with the time since the last change, so that a change is reported late by at most a
 * quarter of that time.
 */
export const nextIntervalMs = (lastMs: number | null, { hasChanged }: { hasChanged: boolean }) =>
  hasChanged || lastMs === null
    ? WATCH_INTERVAL_MS
    : Math.min(LONGEST_INTERVAL_MS, lastMs * GROWTH);

async function* watch(
  look: () => Promise<DocumentRecord>,
  signal: AbortSignal,
): AsyncGenerator<DocumentRecord> {
  let last = '';
  let intervalMs: number | null = null;
  while (!signal.aborted) {
    const document = await look();
    const state = JSON.stringify(document);
    const hasChanged = state !== last;
    if (hasChanged) yield document;
    if (isAtRest(document)) return;
    last = state;
    intervalMs = nextIntervalMs(intervalMs, { hasChanged });
    await delay(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

const isAtRest = ({ status, replacement }: DocumentRecord): boolean =>
  status === 'failed' ||
  (status === 'ready' && (replacement === null || replacement.status === 'failed'));

type DocumentRequest = {
  by: { id: DocumentId } | { title: string };
  /** Only chunks that touch these pages; all chunks if absent. */
  pages?: { from: number; to: number } | undefined;
  /** If true, a document that is too long is represented by passages from all its parts, otherwise by its beginning. */
  isOverview?: boolean;
  /** True if passages should include their blocks. */
  withBlocks?: boolean;
  maxTokens: number;
  signal: AbortSignal;
};

export type RetrievedDocument = {
  document: DocumentRecord;
  chunks: StructuredPassage[];
  /** True if the token budget was used up before the end of the document. */
  truncated: boolean;
};

export type RetrieveDocument = ReturnType<typeof createRetrieveDocument>;

/** Returns a readable document's passages in order. Documents that are unknown, forbidden or have no text all give `not_found`. */
export const createRetrieveDocument =
  ({ database }: Pick<Deps, 'database'>) =>
  (scope: UserScope, request: DocumentRequest): Promise<RetrievedDocument> =>
    database.withScope(scope, async (tx) => {
      const document =
        'id' in request.by
          ? await tx.documents.find(request.by.id)
          : await tx.documents.findByTitle(request.by.title);
      if (document?.status !== 'ready') throw notFound();
      // Chunks follow the reader's rights: an admin sees the row of a private document, but never its text.
      const readable = await tx.chunks.listOfDocument(document.id, { limit: 1 });
      if (readable.items.length === 0) throw notFound();
      return request.isOverview === true
        ? { document, ...(await readOverview(tx, document, request)) }
        : { document, ...(await readWithinBudget(tx, document, request)) };
    });

const readOverview = async (
  tx: Pick<ScopedRepositories, 'chunks'>,
  document: DocumentRecord,
  { maxTokens, pages }: DocumentRequest,
): Promise<Omit<RetrievedDocument, 'document'>> => {
  const { title, warnings, chunkCount } = document;
  const spread = await tx.chunks.spread(document.id, maxTokens);
  const chunks = spread
    .filter((chunk) => touches(chunk, pages))
    .map((chunk) => ({ ...chunk, title, warnings }));
  return { chunks, truncated: spread.length < chunkCount };
};

const CHUNKS_PER_READ = 50;

const readWithinBudget = async (
  tx: Pick<ScopedRepositories, 'chunks'>,
  document: DocumentRecord,
  { pages, maxTokens, signal, withBlocks = false }: DocumentRequest,
): Promise<Omit<RetrievedDocument, 'document'>> => {
  const chunks: StructuredPassage[] = [];
  let tokens = 0;
  let afterIndex: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = await tx.chunks.listOfDocument(document.id, {
      limit: CHUNKS_PER_READ,
      ...(afterIndex !== undefined && { afterIndex }),
    });
    for (const { blocks, ...chunk } of page.items.filter((item) => touches(item, pages))) {
      tokens += approximateTokens(chunk.content);
      if (tokens > maxTokens && chunks.length > 0) return { chunks, truncated: true };
      const { title, warnings } = document;
      const readBlocks = blocks?.filter(({ ocr }) => ocr === true);
      chunks.push({ ...chunk, title, warnings, readBlocks, ...(withBlocks && { blocks }) });
    }
    afterIndex = page.items.at(-1)?.index;
    if (page.nextAfter === null || afterIndex === undefined) return { chunks, truncated: false };
  }
};

const touches = ({ pageStart, pageEnd }: ChunkRecord, pages: DocumentRequest['pages']): boolean =>
  !pages || (pageStart !== null && pageStart <= pages.to && (pageEnd ?? pageStart) >= pages.from);
