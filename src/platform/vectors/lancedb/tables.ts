import { setTimeout as delay } from 'node:timers/promises';
import { createKeyedLock, type KeyedLock } from '../../../shared/async.js';
import {
  createConnector,
  createOpenTables,
  isMissing,
  type Connector,
  type OpenTables,
  type Table,
} from './connection.js';
import {
  checkDimensions,
  createIndexes,
  toSchema,
  toTableName,
  type TableAddress,
} from './table-layout.js';

export type TablesOptions = {
  directory: string;
  dimensions: number | null;
  /** Readers of other processes may stand on an older version for this long; then its files go. */
  cleanupGraceMs: number;
};

const MAX_OPEN_TABLES = 64;

export type Tables = ReturnType<typeof createTables>;

/** The tables of one folder: opened on demand, missing ones empty. Who writes takes the tenant's lock before. */
export const createTables = (options: TablesOptions) => {
  const { directory, dimensions, cleanupGraceMs } = options;
  const connector = createConnector(directory);
  // Rows may be added while a table is optimized; what changes rows in this process waits, or it would all be in vain. Another
  // process does not wait: whoever commits later tries again.
  const optimizing = createKeyedLock();
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
      optimizing(name, () => withRetries({ open, name }, work)),
    /** For work that adds rows and changes none. */
    append: createWriteOrCreate({ open, maker }, (_name, work) => work()),
    writeOrCreate: createWriteOrCreate({ open, maker }, optimizing),
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
      optimizing(name, async () => {
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

const MAX_ENSURED = 256;

/** Makes a table with its indexes unless it is there, and remembers which ones are. */
const createTableMaker = ({
  connector,
  dimensions,
}: {
  connector: Connector;
  dimensions: number | null;
}) => {
  const ensured = new Set<string>();
  return {
    isEnsured: (name: string): boolean => ensured.has(name),
    forget: (name: string): boolean => ensured.delete(name),
    ensure: async (address: TableAddress): Promise<void> => {
      const { sdk, database } = await connector.get();
      const name = toTableName(address);
      const schema = toSchema(sdk, address.kind, dimensions);
      const table = await database.createEmptyTable(name, schema, { existOk: true });
      const indexes = await table.listIndices();
      // Also repairs a table whose maker died before the index was there.
      if (indexes.length === 0) await createIndexes(sdk, table, address.kind);
      table.close();
      if (ensured.size >= MAX_ENSURED) ensured.clear();
      ensured.add(name);
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
  ({ open, maker: { ensure, isEnsured } }: Parts, lock: KeyedLock) =>
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
