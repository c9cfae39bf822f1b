import type { VectorStore } from '../vector-store.js';
import { DimensionMismatch } from '../dimension-mismatch.js';
import type { OnForeignRow } from '../scope-filter.js';
import { createClient } from './client.js';
import { createCollections } from './collections.js';
import { createReader } from './reader.js';
import { createWriter } from './writer.js';

export type QdrantOptions = {
  url: string;
  apiKey?: string;
  /** Null: no embedder, no dense vectors. */
  dimensions: number | null;
  /** Short hash of the index fingerprint; part of every collection's name. */
  fingerprint: string;
  /** Mean number of terms of a chunk: BM25's length norm. Wrong by a factor of two it costs up to .04 nDCG. */
  averageTermCount?: number;
  timeoutMs?: number;
  onForeignRow?: OnForeignRow;
};

/** Vectors in a Qdrant server: one collection per kind and fingerprint, tenants apart by filter. */
export const createQdrantVectorStore = (options: QdrantOptions): VectorStore =>
  build(options).store;

/** Chunks are filled up to 400 tokens; short paragraphs and last pieces bring the mean down. */
const AVERAGE_TERM_COUNT = 200;
const DEFAULT_TIMEOUT_MS = 10_000;

const build = (options: QdrantOptions) => {
  const { url, apiKey, dimensions, fingerprint } = options;
  const averageTermCount = options.averageTermCount ?? AVERAGE_TERM_COUNT;
  const onForeignRow = options.onForeignRow ?? (() => undefined);
  const client = createClient({ url, apiKey, timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS });
  const collections = createCollections({ client, fingerprint, dimensions });
  const writerDeps = { client, collections, dimensions, averageTermCount };
  const store: VectorStore = {
    name: 'qdrant',
    for: (scope) => createReader({ client, collections, dimensions, onForeignRow }, scope),
    writerFor: (scope) => createWriter(writerDeps, scope),
    dropStaleCollections: () => collections.dropStale(),
    // The server compacts by itself.
    optimize: async () => undefined,
    check: async () => {
      await collections.ensureAll();
      await client.call((qdrant) => qdrant.getCollections());
    },
    // Connections are kept alive for ten seconds at most and keep no process running.
    close: async () => undefined,
  };
  return { store, collections };
};

/** The same, with its collections and indexes made or checked: what was built with other dimensions is refused at once. */
export const openQdrantVectorStore = async (options: QdrantOptions): Promise<VectorStore> => {
  const { store, collections } = build(options);
  try {
    await collections.ensureAll();
  } catch (error) {
    // A server that is away is met again with the first use, and by readiness until then.
    if (error instanceof DimensionMismatch) throw error;
  }
  return store;
};
