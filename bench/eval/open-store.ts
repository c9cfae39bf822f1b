import { createLanceDbVectorStore } from '../../src/adapters/vector-store/index.js';
import type { VectorStore } from '../../src/ports/vector-store.js';

export type OpenedStore = { store: VectorStore; description: string; close: () => Promise<void> };

export const openStore = async (_kind: string, directory: string): Promise<OpenedStore> => {
  const store = createLanceDbVectorStore({ directory, dimensions: null, fingerprint: 'eval' });
  return { store, description: 'LanceDB', close: () => store.close() };
};
