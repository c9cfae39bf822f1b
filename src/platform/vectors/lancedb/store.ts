import { readdir } from 'node:fs/promises';
import { DimensionMismatch, translated } from '../errors.js';
import { createReader } from '../search-legs.js';
import type {
  EarlierIndex,
  EarlierIndexName,
  OpenVectorStore,
  VectorStore,
} from '../vector-store.js';
import { isMissing, listTables } from './connection.js';
import { createHousekeeping, SETTLED_MS } from './housekeeping.js';
import { createFind } from './reader.js';
import { createRunningSearches } from './running-searches.js';
import { isStaleTable, tenantOfTable } from './table-layout.js';
import { createTables, type Tables } from './tables.js';
import { createWriters } from './writer.js';

/** `withLock` excludes writers of other processes on the same folder; writers within this one always take turns. */
export type LanceDbOptions = Pick<OpenVectorStore, 'dimensions' | 'fingerprint'> &
  Partial<Pick<OpenVectorStore, 'withLock' | 'onForeignRow'>> & {
    directory: string;
    /** How long files of older versions stay for readers that still use them. */
    cleanupGraceMs?: number;
    /** How long after the last write all rows are indexed. */
    settledMs?: number;
  };

const CLEANUP_GRACE_MS = 60_000;

/** In-process vector store, with files under one folder: a table per tenant, kind and fingerprint. */
export const createLanceDbVectorStore = (
  options: LanceDbOptions,
): VectorStore & { checkTables(): Promise<void> } => {
  const { directory, dimensions, fingerprint, withLock } = options;
  const { onForeignRow = () => undefined, cleanupGraceMs = CLEANUP_GRACE_MS } = options;
  const { settledMs = SETTLED_MS } = options;
  const tables = createTables({ directory, dimensions, cleanupGraceMs });
  const searches = createRunningSearches();
  const { onWritten, untilSearchable, ...housekeeping } = createHousekeeping({
    tables,
    searches,
    fingerprint,
    cleanupGraceMs,
    settledMs,
  });
  const earlier = createEarlier(options);
  return {
    name: 'lancedb',
    for: (scope) => {
      const find = createFind({ tables, fingerprint, searches, untilSearchable }, scope);
      return createReader({ dimensions, onForeignRow, find }, scope);
    },
    writerFor: createWriters({ tables, fingerprint, dimensions, withLock, onWritten }),
    earlier: earlier.get,
    dropStaleCollections: (readBy = new Set()) =>
      translated(dropStaleTables(tables, { fingerprint, readBy })),
    optimize: () => translated(housekeeping.optimizeAll()),
    check: async () => {
      await translated(tables.database().then((database) => database.tableNames({ limit: 1 })));
    },
    checkTables: () => checkTables(tables, options),
    close: async () => {
      await earlier.close();
      await housekeeping.stop();
      await tables.close();
    },
  };
};

/** Opens earlier indexes of the same folder, each once; there are only a few, one for each unfinished change of settings. */
const createEarlier = (options: LanceDbOptions) => {
  const opened = new Map<string, VectorStore>();
  return {
    get: ({ fingerprint, dimensions }: EarlierIndexName): EarlierIndex => {
      const store =
        opened.get(fingerprint) ??
        createLanceDbVectorStore({ ...options, fingerprint, dimensions });
      opened.set(fingerprint, store);
      return store;
    },
    close: async (): Promise<void> => {
      for (const store of opened.values()) await store.close();
    },
  };
};

type Kept = { fingerprint: string; readBy: ReadonlySet<string> };

/** Drops the tables of other fingerprints; tables that another process has already dropped are fine. */
const dropStaleTables = async (tables: Tables, { fingerprint, readBy }: Kept): Promise<void> => {
  const names = await listTables(await tables.database());
  const stale = names.filter(
    (name) => isStaleTable(name, fingerprint) && !readBy.has(tenantOfTable(name)),
  );
  for (const name of stale) {
    await tables.drop(name).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
};

/** All tables of one fingerprint have the same layout, and each is checked again when it is opened. */
const MAX_CHECKED = 16;

/**
 * Refuses a folder whose vectors have another length. Loads nothing if there are no tables; a table that cannot be read now fails on its
 * first use.
 */
const checkTables = async (
  tables: Tables,
  { directory, fingerprint }: LanceDbOptions,
): Promise<void> => {
  const entries = await readdir(directory).catch(() => []);
  if (entries.length === 0) return;
  try {
    const names = await listTables(await tables.database());
    const own = names.filter(
      (name) => name.includes(`_${fingerprint}_`) && !isStaleTable(name, fingerprint),
    );
    for (const name of own.slice(0, MAX_CHECKED)) await tables.read(name, async () => null);
  } catch (error) {
    if (error instanceof DimensionMismatch) throw error;
  }
};

/** The same store, with its tables checked: an index with other dimensions is refused at once. */
export const openLanceDbVectorStore = async (options: LanceDbOptions): Promise<VectorStore> => {
  const store = createLanceDbVectorStore(options);
  try {
    await store.checkTables();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
