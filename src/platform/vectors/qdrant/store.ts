import { DimensionMismatch } from '../errors.js';
import { createReader } from '../search-legs.js';
import type {
  EarlierIndex,
  EarlierIndexName,
  OpenVectorStore,
  VectorStore,
} from '../vector-store.js';
import { createClient, statusOf, type Client } from './client.js';
import { createCollections } from './collections.js';
import { createFind } from './reader.js';
import { createWriter } from './writer.js';

export type QdrantOptions = Pick<OpenVectorStore, 'dimensions' | 'fingerprint'> &
  Partial<Pick<OpenVectorStore, 'onForeignRow'>> & {
    url: string;
    apiKey?: string | undefined;
    /** Mean number of terms of a chunk, for BM25's length normalization. If it is wrong by a factor of two, it costs up to .04 nDCG. */
    averageTermCount?: number;
    timeoutMs?: number;
  };

/** Chunks are filled up to 400 tokens; short paragraphs and last pieces lower the mean. */
const AVERAGE_TERM_COUNT = 200;
const DEFAULT_TIMEOUT_MS = 10_000;

/** Vectors in a Qdrant server: one collection per kind and fingerprint, with tenants separated by a filter. */
export const createQdrantVectorStore = (options: QdrantOptions): VectorStore => {
  const { url, apiKey, dimensions, fingerprint, onForeignRow = () => undefined } = options;
  const { averageTermCount = AVERAGE_TERM_COUNT, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const client = createClient({ url, apiKey, timeoutMs });
  const { run, ensureAll, dropStale } = createCollections({ client, fingerprint, dimensions });
  const find = createFind({ run, timeoutMs });
  return {
    name: 'qdrant',
    for: (scope) => createReader({ dimensions, onForeignRow, find }, scope),
    writerFor: (scope) => createWriter({ run, dimensions, averageTermCount }, scope),
    earlier: createEarlier({ client, averageTermCount, timeoutMs, onForeignRow }),
    // Tenants share a collection, so it is dropped only if no tenant reads it.
    dropStaleCollections: async (readBy) => {
      if (readBy === undefined || readBy.size === 0) await dropStale();
    },
    // The server compacts by itself.
    optimize: async () => undefined,
    check: async () => {
      await ensureAll();
      await client.call((qdrant) => qdrant.getCollections());
    },
    // Connections stay open for at most ten seconds and do not keep the process running.
    close: async () => undefined,
  };
};

type EarlierDeps = {
  client: Client;
  averageTermCount: number;
  timeoutMs: number;
  onForeignRow: () => void;
};

/** Reads collections of other fingerprints, and creates none. */
const createEarlier =
  ({ client, averageTermCount, timeoutMs, onForeignRow }: EarlierDeps) =>
  ({ fingerprint, dimensions }: EarlierIndexName): EarlierIndex => {
    const { runThere } = createCollections({ client, fingerprint, dimensions });
    const find = createFind({ run: runThere, timeoutMs });
    const orNone = async <Result>(work: Promise<Result>, none: Result): Promise<Result> => {
      try {
        return await work;
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        return none;
      }
    };
    return {
      for: (scope) =>
        createReader(
          {
            dimensions,
            onForeignRow,
            find: (search) => {
              const ask = find(search);
              return (leg) => orNone(ask(leg), []);
            },
          },
          scope,
        ),
      writerFor: (scope) => {
        const writer = createWriter({ run: runThere, dimensions, averageTermCount }, scope);
        return {
          readVectors: (ids) => orNone(writer.readVectors(ids), new Map()),
          deleteDocument: (...given) => orNone(writer.deleteDocument(...given), undefined),
          deleteMemory: (...given) => orNone(writer.deleteMemory(...given), undefined),
          setVisibility: (...given) => orNone(writer.setVisibility(...given), undefined),
        };
      },
    };
  };

/** The same store, with its collections and indexes created or checked: an index with other dimensions is refused at once. */
export const openQdrantVectorStore = async (options: QdrantOptions): Promise<VectorStore> => {
  const store = createQdrantVectorStore(options);
  await store.check().catch((error: unknown) => {
    // An unreachable server is found by the first use, and until then by the readiness check.
    if (error instanceof DimensionMismatch) throw error;
  });
  return store;
};
