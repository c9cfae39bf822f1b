import type { MemoryId, ChunkId, DocumentId, UserId } from '../../shared/ids.js';
import type { SystemScope, UserScope } from '../../shared/scope.js';
import { z } from 'zod';

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

/** One leg's hits, best first, each id once. `score` is the leg's own (BM25 or cosine) and is never compared across legs. */
export type LegHit<Id> = { id: Id; score: number; terms: readonly string[] };
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
  /** The terms that the caller will look for in a hit: a store may leave the others out of it. */
  wanted?: readonly string[];
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

/**
 * Reads the ids that stand where a write has put its own, one for each row. Others may be among them; what is missing, or the lack of
 * a way to look, says nothing: a count has to tell.
 */
export type ReadBack = (() => Promise<readonly ChunkId[]>) | null;

/** Writes, bound to one tenant; only the worker holds one. Every method may be repeated without another effect. */
export type VectorWriter = {
  /**
   * `areNew` promises that none of these ids was ever written. Where a count looks through the whole table, such chunks can
   * be read back for a fraction of it, by who likes while others write on.
   */
  upsertChunks(points: readonly ChunkPoint[], hint?: { areNew: boolean }): Promise<ReadBack>;
  /** Rows and distinct ids stored for (document, version). */
  countChunks(document: {
    documentId: DocumentId;
    version: number;
  }): Promise<{ rows: number; distinct: number }>;
  /** Deletes all versions, only `version`, or all but `keepVersion`. */
  deleteDocument(document: {
    documentId: DocumentId;
    version?: number;
    keepVersion?: number;
  }): Promise<void>;
  /** The vectors stored under these ids; those without one are left out. */
  readVectors(ids: readonly ChunkId[]): Promise<Map<ChunkId, Float32Array>>;
  setVisibility(document: { documentId: DocumentId; visibility: string }): Promise<void>;
  upsertMemories(points: readonly MemoryPoint[]): Promise<void>;
  deleteMemory(id: MemoryId): Promise<void>;
  /** Of these, the ones that are stored. */
  findMemories(ids: readonly MemoryId[]): Promise<MemoryId[]>;
  /**
   * What is stored, a page of rows at a time. A version may come on several pages; what is written or deleted between two pages may
   * be left out or come twice.
   */
  listVersions(page: StoredPage): Promise<Stored<{ documentId: DocumentId; version: number }>>;
  listMemories(page: StoredPage): Promise<Stored<MemoryId>>;
};

/** What composition knows of a store that it opens. */
export type OpenVectorStore = {
  /** For stores that keep their vectors in files. */
  dataDir: string;
  /** Null: no embedder, no dense vectors. */
  dimensions: number | null;
  /** Short hash of the index fingerprint: what was built with another one is never read. */
  fingerprint: string;
  /** Longest chunk. */
  chunkTokens: number;
  onForeignRow: () => void;
};

/** Unreachable or refused: AppError `vector_store_unavailable`. */
export type VectorStore = {
  readonly name: string;
  for(scope: UserScope): VectorReader;
  writerFor(scope: SystemScope): VectorWriter;
  /** Drops what other fingerprints left behind, once nothing reads it any more. */
  dropStaleCollections(): Promise<void>;
  /** Housekeeping (compaction); safe at any time, a no-op where the store does it itself. */
  optimize(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
};

export const MemoryType = z.enum(['explicit_fact', 'session_summary']);

export type MemoryType = z.infer<typeof MemoryType>;
