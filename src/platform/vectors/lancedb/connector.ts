import { mkdir } from 'node:fs/promises';
import { createLazy } from '../../../shared/async.js';
import { loadSdk, type Connection, type Sdk } from './sdk.js';

export type Connector = {
  get(): Promise<{ sdk: Sdk; database: Connection }>;
  close(): Promise<void>;
};

/** Connects on first use, and again after a failure. */
export const createConnector = (directory: string): Connector => {
  const connect = async () => {
    const sdk = await loadSdk();
    await mkdir(directory, { recursive: true });
    // 0: every read sees what other handles and processes have written.
    const database = await sdk.connect(directory, { readConsistencyInterval: 0 });
    return { sdk, database };
  };
  const connection = createLazy(connect);
  return {
    get: connection.get,
    close: async () => {
      const opened = await connection.take();
      opened?.database.close();
    },
  };
};
