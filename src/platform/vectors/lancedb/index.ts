import { join } from 'node:path';
import type { OpenVectorStore } from '../vector-store.js';

/** Runs inside the server, with files in the data folder, and needs no settings. Its code is loaded only when the store is opened. */
export const lancedb = {
  name: 'lancedb',
  variables: {},
  problems: (): string[] => [],
  isChosen: (): boolean => true,
  open: async (_env: unknown, { dataDir, ...options }: OpenVectorStore) => {
    const { openLanceDbVectorStore } = await import('./store.js');
    return openLanceDbVectorStore({ ...options, directory: join(dataDir, 'vectors') });
  },
};
