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

/** Connects on first use, and again after a failure. */
export const createConnector = (directory: string) => {
  const connection = createLazy(async (): Promise<{ sdk: Sdk; database: Connection }> => {
    const sdk = await loadSdk();
    await mkdir(directory, { recursive: true });
    // 0: every read sees what other handles and processes have written.
    const database = await sdk.connect(directory, { readConsistencyInterval: 0 });
    return { sdk, database };
  });
  return {
    get: () => connection.get(),
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

/** The table, or a file of the version that a handle stands on, is gone: cleaned up, or dropped by another process. */
export const isMissing = (error: unknown): boolean =>
  /was not found|not found:/i.test(String(error));

/** Bounded: the handle that was not used for longest is closed once nobody uses it. */
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
    /** Forgets the handle, so that the next use opens the table anew. */
    drop,
    dropAll: () => [...handles.keys()].forEach(drop),
    /** Runs `work` on the table, or gives null when there is none. */
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
