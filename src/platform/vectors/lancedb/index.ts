import { join } from 'node:path';
import type { OpenVectorStore } from '../vector-store.js';
import { openLanceDbVectorStore } from './store.js';

/** In process, in files under the data folder: needs no setting. */
export const lancedb = {
  name: 'lancedb',
  variables: {},
  problems: (): string[] => [],
  isChosen: (): boolean => true,
  open: (_env: unknown, { dataDir, dimensions, fingerprint, onForeignRow }: OpenVectorStore) =>
    openLanceDbVectorStore({
      directory: join(dataDir, 'vectors'),
      dimensions,
      fingerprint,
      onForeignRow,
    }),
};
