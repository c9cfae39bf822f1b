import { z } from 'zod';
import { serviceUrl } from '../../../shared/variable-types.js';
import { DimensionMismatch } from '../errors.js';
import type { OnForeignRow } from '../scope-filter.js';
import type { OpenVectorStore, VectorStore } from '../vector-store.js';
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
  const { averageTermCount = AVERAGE_TERM_COUNT, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { onForeignRow = () => undefined } = options;
  const client = createClient({ url, apiKey, timeoutMs });
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

const variables = {
  QDRANT_URL: serviceUrl('http', 'https')
    .optional()
    .describe('Qdrant for vectors. Unset: LanceDB under DATA_DIR.'),
  QDRANT_API_KEY: z.string().min(1).optional().describe('Key for Qdrant.'),
};
type Variables = z.infer<z.ZodObject<typeof variables>>;

/** Mean number of terms per token of a full chunk, 230 of 400: with the chunks' length it is BM25's average. */
const TERMS_PER_TOKEN = 0.575;

/** A Qdrant server, chosen by its address. */
export const qdrant = {
  name: 'qdrant',
  variables,
  problems: ({ QDRANT_URL, QDRANT_API_KEY }: Variables): string[] =>
    QDRANT_API_KEY !== undefined && QDRANT_URL === undefined
      ? ['QDRANT_URL: required with QDRANT_API_KEY']
      : [],
  isChosen: ({ QDRANT_URL }: Variables): boolean => QDRANT_URL !== undefined,
  open: ({ QDRANT_URL: url = '', QDRANT_API_KEY: apiKey }: Variables, options: OpenVectorStore) =>
    openQdrantVectorStore({
      url,
      ...(apiKey !== undefined && { apiKey }),
      dimensions: options.dimensions,
      fingerprint: options.fingerprint,
      averageTermCount: Math.round(options.chunkTokens * TERMS_PER_TOKEN),
      onForeignRow: options.onForeignRow,
    }),
};
