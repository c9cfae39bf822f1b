import type { VectorStore } from '../vector-store.js';
import type { OnForeignRow } from '../scope-filter.js';
import { checkTables } from './check-tables.js';
import { createCountChunks } from './count-chunks.js';
import { dropStaleTables } from './drop-stale-tables.js';
import { createHousekeeping } from './housekeeping.js';
import { createReader } from './reader.js';
import { createTables } from './tables.js';
import { translated } from './translated.js';
import type { WriterLock } from './writer-lock.js';
import { createWriter } from './writer.js';

export type LanceDbOptions = {
  directory: string;
  /** Null: no embedder, no vector column. */
  dimensions: number | null;
  /** Short hash of the index fingerprint; part of every table's name. */
  fingerprint: string;
  /** Excludes writers of other processes on the same folder. */
  withWriterLock?: WriterLock;
  onForeignRow?: OnForeignRow;
  /** How long files of older versions stay for readers that still stand on them. */
  cleanupGraceMs?: number;
};

/** Vectors in process, in files under one folder: a table per tenant, kind and fingerprint. */
export const createLanceDbVectorStore = (options: LanceDbOptions): VectorStore =>
  build(options).store;

const CLEANUP_GRACE_MS = 60_000;

const build = (options: LanceDbOptions) => {
  const { directory, dimensions, fingerprint, withWriterLock } = options;
  const onForeignRow = options.onForeignRow ?? (() => undefined);
  const { cleanupGraceMs = CLEANUP_GRACE_MS } = options;
  const tables = createTables({ directory, dimensions, withWriterLock, cleanupGraceMs });
  const housekeeping = createHousekeeping({ tables, fingerprint, cleanupGraceMs });
  const { onWritten } = housekeeping;
  const countChunks = createCountChunks(tables);
  const store: VectorStore = {
    name: 'lancedb',
    for: (scope) => createReader({ tables, fingerprint, dimensions, onForeignRow }, scope),
    writerFor: (scope) =>
      createWriter({ tables, fingerprint, dimensions, countChunks, onWritten }, scope),
    dropStaleCollections: () => translated(dropStaleTables(tables, fingerprint)),
    optimize: () => translated(housekeeping.optimizeAll()),
    check: async () => {
      await translated(tables.database().then((database) => database.tableNames({ limit: 1 })));
    },
    close: async () => {
      await housekeeping.stop();
      await tables.close();
    },
  };
  return { store, tables };
};

/** The same, with its tables checked: what was built with other dimensions is refused at once. */
export const openLanceDbVectorStore = async (options: LanceDbOptions): Promise<VectorStore> => {
  const { store, tables } = build(options);
  try {
    await checkTables(tables, options);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
