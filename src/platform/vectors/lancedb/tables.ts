import { setTimeout as delay } from 'node:timers/promises';
import { createOpenTables, isMissing, type OpenTables } from './open-tables.js';
import { createConnector } from './connector.js';
import { createTableMaker } from './make-table.js';
import type { Table } from './sdk.js';
import { checkDimensions, toTableName, type TableAddress } from './table-layout.js';
import { createWriterLock, type WriterLock } from './writer-lock.js';

export type TablesOptions = {
  directory: string;
  dimensions: number | null;
  /** Excludes writers of other processes; within this one writes already take turns per table. */
  withWriterLock?: WriterLock | undefined;
  /** Readers of other processes may stand on an older version for this long; then its files go. */
  cleanupGraceMs: number;
};

const MAX_OPEN_TABLES = 64;

export type Tables = ReturnType<typeof createTables>;

/** The tables of one folder: opened on demand, written by one at a time, missing ones empty. */
export const createTables = (options: TablesOptions) => {
  const { directory, dimensions, withWriterLock, cleanupGraceMs } = options;
  const connector = createConnector(directory);
  const writing = createWriterLock(withWriterLock);
  // Rows may be added while a table is optimized; what changes rows in this process waits, or it would all be in vain. Another
  // process does not wait: whoever commits later tries again.
  const optimizing = createWriterLock();
  const changing: WriterLock = (name, work) => writing(name, () => optimizing(name, work));
  const open = createOpenTables({
    connect: async () => (await connector.get()).database,
    inspect: (table) => checkDimensions(table, dimensions),
    limit: MAX_OPEN_TABLES,
  });

  const maker = createTableMaker({ connector, dimensions });

  return {
    sdk: async () => (await connector.get()).sdk,
    database: async () => (await connector.get()).database,
    read: <Result>(name: string, work: (table: Table) => Promise<Result>) =>
      withRetries({ open, name }, work),
    write: (name: string, work: (table: Table) => Promise<unknown>): Promise<unknown> =>
      changing(name, () => withRetries({ open, name }, work)),
    /** For work that adds rows and changes none. */
    append: createWriteOrCreate({ open, maker }, writing),
    writeOrCreate: createWriteOrCreate({ open, maker }, changing),
    /** Tells how many milliseconds it took, without the wait for its turn. */
    optimize: (name: string): Promise<number> =>
      optimizing(name, async () => {
        const startedAtMs = performance.now();
        const cleanupOlderThan = new Date(Date.now() - cleanupGraceMs);
        await withRetries({ open, name }, (table) => table.optimize({ cleanupOlderThan }));
        open.drop(name);
        return performance.now() - startedAtMs;
      }),
    drop: (name: string): Promise<void> =>
      changing(name, async () => {
        open.drop(name);
        maker.forget(name);
        await (await connector.get()).database.dropTable(name);
      }),
    close: async () => {
      open.dropAll();
      await connector.close();
    },
  };
};

const MAX_ATTEMPTS = 5;

/** Retries lost commits and handles that a cleanup left behind, on a handle opened anew. */
const withRetries = async <Result>(
  { open, name }: { open: OpenTables; name: string },
  work: (table: Table) => Promise<Result>,
): Promise<Result | null> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open.use(name, work);
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error;
      open.drop(name);
      await delay(10 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
};

const isRetryable = (error: unknown): boolean =>
  isMissing(error) || /conflict|preempted/i.test(String(error));

type Parts = { open: OpenTables; maker: ReturnType<typeof createTableMaker> };

const createWriteOrCreate =
  ({ open, maker: { ensure, isEnsured } }: Parts, lock: WriterLock) =>
  <Result>(address: TableAddress, work: (table: Table) => Promise<Result>): Promise<Result> => {
    const name = toTableName(address);
    return lock(name, async () => {
      if (!isEnsured(name)) await ensure(address);
      // Another process may have dropped it since.
      const remake = () => ensure(address);
      return writeOrRemake(remake, () =>
        withRetries({ open, name }, async (table) => ({ result: await work(table) })),
      );
    });
  };

/** `write` gives null where the table is missing. */
const writeOrRemake = async <Result>(
  remake: () => Promise<void>,
  write: () => Promise<{ result: Result } | null>,
): Promise<Result> => {
  const written = await write();
  if (written !== null) return written.result;
  await remake();
  const rewritten = await write();
  if (rewritten === null) throw new Error('A table was dropped again while it was written.');
  return rewritten.result;
};
