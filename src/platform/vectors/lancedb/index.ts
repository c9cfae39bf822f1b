import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DimensionMismatch, translated } from '../errors.js';
import type { OnForeignRow } from '../scope-filter.js';
import type { OpenVectorStore, VectorStore, WithLock } from '../vector-store.js';
import { isMissing, listTables } from './connection.js';
import { createHousekeeping } from './housekeeping.js';
import { createReader } from './reader.js';
import { createCountChunks } from './stored.js';
import { isStaleTable } from './table-layout.js';
import { createTables, type Tables } from './tables.js';
import { createWriters } from './writer.js';

export type LanceDbOptions = {
  directory: string;
  /** Null: no embedder, no vector column. */
  dimensions: number | null;
  /** Short hash of the index fingerprint; part of every table's name. */
  fingerprint: string;
  /** Excludes writers of other processes on the same folder; within this one they take turns anyway. */
  withLock?: WithLock;
  onForeignRow?: OnForeignRow;
  /** How long files of older versions stay for readers that still stand on them. */
  cleanupGraceMs?: number;
};

/** Vectors in process, in files under one folder: a table per tenant, kind and fingerprint. */
export const createLanceDbVectorStore = (options: LanceDbOptions): VectorStore =>
  build(options).store;

const CLEANUP_GRACE_MS = 60_000;

const build = (options: LanceDbOptions) => {
  const { directory, dimensions, fingerprint, withLock } = options;
  const { onForeignRow = () => undefined, cleanupGraceMs = CLEANUP_GRACE_MS } = options;
  const tables = createTables({ directory, dimensions, cleanupGraceMs });
  const housekeeping = createHousekeeping({ tables, fingerprint, cleanupGraceMs });
  const store: VectorStore = {
    name: 'lancedb',
    for: (scope) => createReader({ tables, fingerprint, dimensions, onForeignRow }, scope),
    writerFor: createWriters({
      tables,
      fingerprint,
      dimensions,
      withLock,
      countChunks: createCountChunks(tables),
      onWritten: housekeeping.onWritten,
    }),
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

/** Drops the tables of other fingerprints; what another process has dropped already is fine. */
const dropStaleTables = async (tables: Tables, fingerprint: string): Promise<void> => {
  const names = await listTables(await tables.database());
  for (const name of names.filter((name) => isStaleTable(name, fingerprint))) {
    await tables.drop(name).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
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

/** All tables of one fingerprint were made alike; each is checked again when it is opened. */
const MAX_CHECKED = 16;

/** Refuses a folder whose vectors have another length. Nothing is loaded where no table is; what cannot be read now is met again with its first use. */
const checkTables = async (
  tables: Tables,
  { directory, fingerprint }: LanceDbOptions,
): Promise<void> => {
  const entries = await readdir(directory).catch(() => []);
  if (entries.length === 0) return;
  try {
    const names = await listTables(await tables.database());
    const own = names.filter((name) => name.includes(`_${fingerprint}_`));
    for (const name of own
      .filter((name) => !isStaleTable(name, fingerprint))
      .slice(0, MAX_CHECKED)) {
      await tables.read(name, async () => null);
    }
  } catch (error) {
    if (error instanceof DimensionMismatch) throw error;
  }
};

/** In process, in files under the data folder: needs no setting. */
export const lancedb = {
  name: 'lancedb',
  variables: {},
  problems: (): string[] => [],
  isChosen: (): boolean => true,
  open: (_env: unknown, { dataDir, dimensions, fingerprint, ...rest }: OpenVectorStore) =>
    openLanceDbVectorStore({
      directory: join(dataDir, 'vectors'),
      dimensions,
      fingerprint,
      onForeignRow: rest.onForeignRow,
      withLock: rest.withLock,
    }),
};
