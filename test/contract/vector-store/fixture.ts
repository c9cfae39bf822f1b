import { analyze, analyzeQuery } from '../../../src/language/analyzer.js';
import {
  chunkIdOf,
  DocumentId,
  MemoryId,
  newId,
  TenantId,
  UserId,
} from '../../../src/shared/ids.js';
import { makeSystemScope, makeUserScope } from '../../../src/shared/make-scope.js';
import type {
  ChunkPoint,
  MemoryPoint,
  VectorStore,
} from '../../../src/platform/vectors/vector-store.js';

type StoreOptions = {
  dimensions: number | null;
  fingerprint?: string;
  onForeignRow?: () => void;
};

/** A backend under the suite: any number of stores on the same data, until it is closed. */
export type Backend = {
  open(options: StoreOptions): VectorStore;
  close(): Promise<void>;
};

/** The promises of the port, each a sentence and its proof. */
export type Cases = Record<
  string,
  (context: () => { store: VectorStore; backend: Backend }) => Promise<void>
>;

export const DIMENSIONS = 4;
const english = { languages: ['en'] };

export const vectorOf = (...values: number[]): Float32Array => Float32Array.from(values);

const signal = (): AbortSignal => new AbortController().signal;

/** One tenant with its writer, and readers for as many people as a test needs. */
export const createTenant = (store: VectorStore, tenantId = newId(TenantId)) => {
  const ownerId = newId(UserId);
  const chunk = (text: string, change: Partial<ChunkPoint> & { index?: number } = {}) => {
    const { index = 0, ...rest } = change;
    const documentId = rest.documentId ?? newId(DocumentId);
    const version = rest.version ?? 1;
    return {
      id: chunkIdOf({ tenantId, documentId, version, index }),
      documentId,
      version,
      ownerId,
      visibility: 'tenant',
      language: 'en',
      terms: analyze(text, english),
      vector: null,
      ...rest,
    } satisfies ChunkPoint;
  };
  const memory = (userId: UserId, text: string): MemoryPoint => ({
    id: newId(MemoryId),
    userId,
    memoryType: 'explicit_fact',
    terms: analyze(text, english),
    vector: null,
  });
  const readerFor = (userId: UserId, groups: readonly string[] = []) =>
    store.for(makeUserScope({ tenantId, userId, role: 'member', groups, permissions: [] }));
  return {
    tenantId,
    ownerId,
    chunk,
    memory,
    readerFor,
    writer: store.writerFor(makeSystemScope(tenantId)),
    reader: readerFor(newId(UserId)),
    ownReader: readerFor(ownerId),
  };
};

export const ask = (text: string, vector: Float32Array | null = null) => ({
  query: { terms: analyzeQuery(text, english), vector },
  filter: {},
  limitPerLeg: 60,
  signal: signal(),
});
