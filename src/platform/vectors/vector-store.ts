import type { ChunkId, DocumentId, MemoryId, TenantId, UserId } from '../../shared/ids.js';
import type { SystemScope, UserScope } from '../../shared/scope.js';

export type MemoryType = 'explicit_fact' | 'session_summary';

export type PointKind = 'chunks' | 'memories';

/** `terms` are the analyzer's output with repeats kept: the lexical leg counts them. */
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
 * One leg's hits, best first, each id once. `score` is the leg's own (BM25 or cosine) and is never compared across legs; `terms` are in
 * reading order. `documentId` and `language`: of the document whose chunk it is, null for a memory.
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
  /** Legs that were asked for and failed, with the cause for our log. */
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

/** Reads, bound to one person: tenant AND (tenant-visible OR own OR group); memories tenant AND user. */
export type VectorReader = {
  searchChunks(request: SearchRequest<ChunkFilter>): Promise<Legs<ChunkId>>;
  searchMemories(request: SearchRequest<MemoryFilter>): Promise<Legs<MemoryId>>;
};

/** Rows are counted, not items; `after` is the `next` of the page before. */
type StoredPage = { after: string | null; limit: number };
type Stored<Item> = { items: Item[]; next: string | null };

/** The wait of a change for the other writers of its tenant, where the store needs one writer at a time. */
export type Turn = {
  /** Ends the wait for the turn; what has begun is finished. */
  signal?: AbortSignal;
  /** Asked once the turn has come, right before the change: a rejection refuses this change alone and is passed on as it is. */
  confirm?: () => Promise<void>;
};

/**
 * Writes, bound to one tenant; only the worker holds one. Every method may be repeated without another effect, and changes may come at
 * once: which of them take turns is the store's business.
 */
export type VectorWriter = {
  /**
   * Resolves once the points are stored, with how many of them the store then showed, each once; 0 where it did not look, and
   * a count has to tell. Concurrent writes may share one batch, and each is confirmed for itself. `areNew` promises that none of
   * these ids was ever written: where a count looks through the whole table, such points are read back for a fraction of it.
   */
  upsertChunks(points: readonly ChunkPoint[], turn?: Turn & { areNew?: boolean }): Promise<number>;
  /** Rows and distinct ids stored for (document, version). */
  countChunks(document: {
    documentId: DocumentId;
    version: number;
  }): Promise<{ rows: number; distinct: number }>;
  /** Deletes all versions, only `version`, or all but `keepVersion`. */
  deleteDocument(
    document: { documentId: DocumentId; version?: number; keepVersion?: number },
    turn?: Turn,
  ): Promise<void>;
  /** The vectors stored under these ids; those without one are left out. */
  readVectors(ids: readonly ChunkId[]): Promise<Map<ChunkId, Float32Array>>;
  setVisibility(
    document: { documentId: DocumentId; visibility: string },
    turn?: Turn,
  ): Promise<void>;
  upsertMemories(points: readonly MemoryPoint[], turn?: Turn): Promise<void>;
  deleteMemory(id: MemoryId, turn?: Turn): Promise<void>;
  /** Returns those of the ids that are stored. */
  findMemories(ids: readonly MemoryId[]): Promise<MemoryId[]>;
  /**
   * Lists what is stored, a page of rows at a time. A version may come on several pages; what is written or deleted between two pages
   * may be left out or come twice.
   */
  listVersions(page: StoredPage): Promise<Stored<{ documentId: DocumentId; version: number }>>;
  listMemories(page: StoredPage): Promise<Stored<MemoryId>>;
};

/** Runs work while holding a lock of the cluster; the second holder waits until the signal fires. */
export type WithLock = <Result>(
  lock: { key: string; signal: AbortSignal },
  work: () => Promise<Result>,
) => Promise<Result>;

/** The options with which composition opens a store. */
export type OpenVectorStore = {
  /** For stores that keep their vectors in files. */
  dataDir: string;
  /** Null: no embedder, no dense vectors. */
  dimensions: number | null;
  /** Short hash of the index fingerprint: what was built with another one is read as an earlier index alone. */
  fingerprint: string;
  /** Longest chunk. */
  chunkTokens: number;
  onForeignRow: () => void;
  withLock: WithLock;
};

/** Names an index of the same store that was built under other settings. */
export type EarlierIndexName = Pick<OpenVectorStore, 'dimensions' | 'fingerprint'>;

/**
 * An index that answers until the one of today's settings is filled: it is read and cleared, never added to. Where nothing of it is
 * left it is empty.
 */
export type EarlierIndex = {
  for(scope: UserScope): VectorReader;
  writerFor(
    scope: SystemScope,
  ): Pick<VectorWriter, 'readVectors' | 'deleteDocument' | 'deleteMemory' | 'setVisibility'>;
};

/** Unreachable or refused: AppError `vector_store_unavailable`. */
export type VectorStore = {
  readonly name: string;
  for(scope: UserScope): VectorReader;
  writerFor(scope: SystemScope): VectorWriter;
  earlier(name: EarlierIndexName): EarlierIndex;
  /** Drops what other fingerprints left behind, but of these tenants, whose searches still read it. */
  dropStaleCollections(readBy?: ReadonlySet<TenantId>): Promise<void>;
  /** Housekeeping (compaction); safe at any time, a no-op where the store does it itself. */
  optimize(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
};
