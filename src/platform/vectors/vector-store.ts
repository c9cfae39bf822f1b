import type { ChunkId, DocumentId, MemoryId, TenantId, UserId } from '../../shared/ids.js';
import type { SystemScope, UserScope } from '../../shared/scope.js';

export type MemoryType = 'explicit_fact' | 'session_summary';

export type PointKind = 'chunks' | 'memories';

/** `terms` are the analyzer's output including repeats, which the lexical ranking counts. */
type Indexed = { terms: readonly string[]; vector: Float32Array | null };

export type ChunkPoint = Indexed & {
  id: ChunkId;
  documentId: DocumentId;
  version: number;
  ownerId: UserId;
  visibility: string;
  language: string;
};

export type MemoryPoint = Indexed & { id: MemoryId; userId: UserId; memoryType: MemoryType };

export type ChunkFilter = { documentIds?: readonly DocumentId[]; language?: string };
export type MemoryFilter = { memoryType?: MemoryType };

/**
 * The hits of one ranking, best first, each id once. `score` is the ranking's own (BM25 or cosine) and must not be compared across
 * rankings; `terms` are in reading order. `documentId` and `language` belong to the chunk's document and are null for a memory.
 */
export type LegHit<Id> = {
  id: Id;
  score: number;
  terms: readonly string[];
  documentId: DocumentId | null;
  language: string | null;
};
export type Legs<Id> = {
  lexical: LegHit<Id>[];
  dense: LegHit<Id>[];
  /** Requested rankings that failed, with the cause for our log. */
  failed: { leg: 'lexical' | 'dense'; cause: unknown }[];
};

/** Distinct query terms per query; several queries (original, rewritten) go in one call. */
export type LegQuery = { terms: readonly string[]; vector: Float32Array | null };

type SearchRequest<Filter> = {
  query: LegQuery;
  filter: Filter;
  limitPerLeg: number;
  signal: AbortSignal;
};

/** Reads on behalf of one person: tenant AND (tenant-visible OR own OR group); memories tenant AND user. */
export type VectorReader = {
  searchChunks(request: SearchRequest<ChunkFilter>): Promise<Legs<ChunkId>>;
  searchMemories(request: SearchRequest<MemoryFilter>): Promise<Legs<MemoryId>>;
};

/** The page size counts rows, not items; `after` is the `next` of the previous page. */
type StoredPage = { after: string | null; limit: number };
type Stored<Item> = { items: Item[]; next: string | null };

/** How a change waits for other writers of its tenant, if the store allows only one at a time. */
export type Turn = {
  /** Ends the wait for the turn; a change that has begun is finished. */
  signal?: AbortSignal;
  /** Called when the turn has come, right before the change: a rejection refuses only this change and is passed on unchanged. */
  confirm?: () => Promise<void>;
};

/**
 * Writes for one tenant; only the worker has one. Every method is idempotent and may be called concurrently; the store decides which
 * changes take turns.
 */
export type VectorWriter = {
  /**
   * Resolves once the points are stored, with how many of them the store then showed, each counted once; 0 if it did not look, so a count
   * is needed. Concurrent writes may share a batch, and each is confirmed separately. `areNew` promises that none of these ids was ever
   * written: such points can be read back cheaply, where a count would scan the whole table.
   */
  upsertChunks(points: readonly ChunkPoint[], turn?: Turn & { areNew?: boolean }): Promise<number>;
  /** How many rows and distinct ids are stored for (document, version). */
  countChunks(document: {
    documentId: DocumentId;
    version: number;
  }): Promise<{ rows: number; distinct: number }>;
  /** Deletes all versions, only `version`, or all but `keepVersion`. */
  deleteDocument(
    document: { documentId: DocumentId; version?: number; keepVersion?: number },
    turn?: Turn,
  ): Promise<void>;
  /** The vectors stored under these ids; ids without a vector are left out. */
  readVectors(ids: readonly ChunkId[]): Promise<Map<ChunkId, Float32Array>>;
  setVisibility(
    document: { documentId: DocumentId; visibility: string },
    turn?: Turn,
  ): Promise<void>;
  upsertMemories(points: readonly MemoryPoint[], turn?: Turn): Promise<void>;
  deleteMemory(id: MemoryId, turn?: Turn): Promise<void>;
  /** Returns the ids that are stored. */
  findMemories(ids: readonly MemoryId[]): Promise<MemoryId[]>;
  /**
   * Lists stored items, one page of rows at a time. A version may appear on several pages; items written or deleted between pages may be
   * missed or appear twice.
   */
  listVersions(page: StoredPage): Promise<Stored<{ documentId: DocumentId; version: number }>>;
  listMemories(page: StoredPage): Promise<Stored<MemoryId>>;
};

/** Runs work while holding a cluster-wide lock; another caller waits until the lock is free or its signal aborts. */
export type WithLock = <Result>(
  lock: { key: string; signal: AbortSignal },
  work: () => Promise<Result>,
) => Promise<Result>;

/** The options with which the composition opens a store. */
export type OpenVectorStore = {
  /** For stores that keep their vectors in files. */
  dataDir: string;
  /** Null: no embedder, so no dense vectors. */
  dimensions: number | null;
  /** Short hash of the index fingerprint: data built with another one is only read as an earlier index. */
  fingerprint: string;
  /** Maximum chunk length. */
  chunkTokens: number;
  onForeignRow: () => void;
  withLock: WithLock;
};

/** Names an index of the same store that was built under other settings. */
export type EarlierIndexName = Pick<OpenVectorStore, 'dimensions' | 'fingerprint'>;

/**
 * An index that answers until the one of the current settings is filled: it is read and deleted from, but never added to. It reads as empty
 * once nothing of it is left.
 */
export type EarlierIndex = {
  for(scope: UserScope): VectorReader;
  writerFor(
    scope: SystemScope,
  ): Pick<VectorWriter, 'readVectors' | 'deleteDocument' | 'deleteMemory' | 'setVisibility'>;
};

/** Rejects with AppError `vector_store_unavailable` if the store is unreachable or refuses. */
export type VectorStore = {
  readonly name: string;
  for(scope: UserScope): VectorReader;
  writerFor(scope: SystemScope): VectorWriter;
  earlier(name: EarlierIndexName): EarlierIndex;
  /** Drops data of other fingerprints, except of these tenants, whose searches still read it. */
  dropStaleCollections(readBy?: ReadonlySet<TenantId>): Promise<void>;
  /** Housekeeping (compaction); safe at any time, a no-op if the store does it itself. */
  optimize(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
};
