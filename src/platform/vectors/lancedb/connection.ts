import { mkdir } from 'node:fs/promises';
import type { Connection, Table } from '@lancedb/lancedb';
import { createLazy } from '../../../shared/async.js';

/** Imported on first use, so that a Qdrant deployment never loads the native binary. */
export const loadSdk = async () => {
  const [lancedb, arrow] = await Promise.all([import('@lancedb/lancedb'), import('apache-arrow')]);
  return { ...lancedb, arrow };
};

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
export type { Connection, Table };

export type Connector = ReturnType<typeof createConnector>;

/** `maxBytes`: the maximum cache size as LanceDB counts it; `minAgeMs`: how long a cache is kept at least. */
export type CacheBounds = { maxBytes: number; minAgeMs: number };

/**
 * LanceDB 0.31 caches index data until its caches are full, even data of replaced indexes, and then reads the current ones again at every
 * search: after indexing 200 tenants a search took 100 ms instead of 16. Of 368 MB, 11 were in use. It counts about three times a cache's
 * real size.
 */
const CACHE_BOUNDS: CacheBounds = { maxBytes: 512 * 1024 ** 2, minAgeMs: 60_000 };

/** Connects on first use, again after a failure, and with empty caches if those have grown too large. */
export const createConnector = (
  directory: string,
  { maxBytes, minAgeMs }: CacheBounds = CACHE_BOUNDS,
) => {
  const open = () =>
    createLazy(async () => {
      const sdk = await loadSdk();
      await mkdir(directory, { recursive: true });
      const session = new sdk.Session();
      // 0: every read sees what other handles and processes have written.
      const database = await sdk.connect(directory, { readConsistencyInterval: 0, session });
      return { sdk, database, session, openedAtMs: performance.now() };
    });
  let connection = open();
  return {
    get: () => connection.get(),
    /** True if the next use reconnects; tables that are already open still have the old caches. */
    renewWhenFull: async (): Promise<boolean> => {
      const asked = connection;
      const { session, openedAtMs } = await asked.get();
      const isFull = Number(session.sizeBytes()) > maxBytes;
      if (asked !== connection || !isFull || performance.now() - openedAtMs < minAgeMs)
        return false;
      // The old one is not closed, because a caller may be about to open a table with it.
      connection = open();
      return true;
    },
    close: async (): Promise<void> => {
      (await connection.take())?.database.close();
    },
  };
};

const PAGE = 1_000;

/** All names, page by page. */
export const listTables = async (database: Connection): Promise<string[]> => {
  const names: string[] = [];
  for (;;) {
    const startAfter = names.at(-1);
    const page = await database.tableNames({
      limit: PAGE,
      ...(startAfter === undefined ? {} : { startAfter }),
    });
    names.push(...page);
    if (page.length < PAGE) return names;
  }
};

type Handle = { table: Promise<Table>; users: number; dropped: boolean };

type Deps = {
  connect: () => Promise<Connection>;
  /** Checks a table that was just opened. */
  inspect: (table: Table) => Promise<void>;
};

const MAX_OPEN_TABLES = 64;

export type OpenTables = ReturnType<typeof createOpenTables>;

/** The table, or a file of the version that a handle reads, is gone: cleaned up, or dropped by another process. */
export const isMissing = (error: unknown): boolean =>
  /was not found|not found:/i.test(String(error));

/** Bounded: the least recently used handle is closed once nobody uses it. */
export const createOpenTables = ({ connect, inspect }: Deps) => {
  const handles = new Map<string, Handle>();

  const closeWhenFree = (handle: Handle) => {
    if (!handle.dropped || handle.users > 0) return;
    handle.table.then(
      (table) => table.close(),
      () => undefined,
    );
  };
  const drop = (name: string): void => {
    const handle = handles.get(name);
    if (!handle) return;
    handles.delete(name);
    handle.dropped = true;
    closeWhenFree(handle);
  };
  const open = async (name: string): Promise<Table> => {
    const table = await (await connect()).openTable(name);
    await inspect(table);
    return table;
  };
  const acquire = (name: string): Handle => {
    const handle = handles.get(name) ?? { table: open(name), users: 0, dropped: false };
    handles.delete(name);
    handles.set(name, handle);
    handle.users += 1;
    const [oldest] = handles.keys();
    if (handles.size > MAX_OPEN_TABLES && oldest !== undefined) drop(oldest);
    return handle;
  };

  return {
    /** Forgets the handle, so that the next use reopens the table. */
    drop,
    dropAll: () => [...handles.keys()].forEach(drop),
    /** Runs `work` on the table, or returns null if it does not exist. */
    use: async <Result>(
      name: string,
      work: (table: Table) => Promise<Result>,
    ): Promise<Result | null> => {
      const handle = acquire(name);
      try {
        const table = await handle.table.catch((error: unknown) => {
          if (handles.get(name) === handle) handles.delete(name);
          if (isMissing(error)) return null;
          throw error;
        });
        return table === null ? null : await work(table);
      } finally {
        handle.users -= 1;
        closeWhenFree(handle);
      }
    },
  };
};
