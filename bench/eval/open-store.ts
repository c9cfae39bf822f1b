import { createLanceDbVectorStore } from '../../src/platform/vectors/lancedb/store.js';
import { createQdrantVectorStore } from '../../src/platform/vectors/qdrant/store.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import { startQdrantDouble } from '../../test/fakes/qdrant-double/server.js';

export type OpenedStore = { store: VectorStore; description: string; close: () => Promise<void> };

const openLanceDb = (directory: string, dimensions: number | null): OpenedStore => {
  const store = createLanceDbVectorStore({ directory, dimensions, fingerprint: 'eval' });
  return { store, description: 'LanceDB', close: () => store.close() };
};

const openQdrant = async (dimensions: number | null): Promise<OpenedStore> => {
  const { QDRANT_URL: serverUrl, QDRANT_API_KEY: apiKey, QDRANT_OPENAPI: openApi } = process.env;
  const double = serverUrl === undefined ? await startQdrantDouble({ openApi }) : null;
  const store = createQdrantVectorStore({
    url: serverUrl ?? double?.url ?? '',
    ...(apiKey === undefined ? {} : { apiKey }),
    dimensions,
    fingerprint: `eval${Date.now()}`,
  });
  return {
    store,
    description: double ? 'Qdrant adapter on the test double, not a real Qdrant' : 'Qdrant',
    close: async () => {
      await store.close();
      await double?.close();
      if (double && double.violations.length > 0) throw new Error(double.violations.join('\n'));
    },
  };
};

export const openStore = async (
  kind: string,
  { directory, dimensions }: { directory: string; dimensions: number | null },
): Promise<OpenedStore> =>
  kind === 'qdrant' ? openQdrant(dimensions) : openLanceDb(directory, dimensions);
