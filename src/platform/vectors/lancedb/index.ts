import { join } from 'node:path';
import type { OpenVectorStore } from '../vector-store.js';

/** In process, in files under the data folder: needs no setting. It is loaded when it is opened. */
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
