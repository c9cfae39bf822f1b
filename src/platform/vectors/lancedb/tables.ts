import { setTimeout as delay } from 'node:timers/promises';
import { createKeyedLock } from '../../../shared/async.js';
import {
  createConnector,
  createOpenTables,
  isMissing,
  type CacheBounds,
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

type Options = {
  directory: string;
  dimensions: number | null;
  /** How long readers of other processes may use an older version before its files are deleted. */
  cleanupGraceMs: number;
  cacheBounds?: CacheBounds;
};

export type Tables = ReturnType<typeof createTables>;

/** The tables of one folder: opened on demand; missing ones read as empty. Writers must take the tenant's lock first. */
export const createTables = ({ directory, dimensions, cleanupGraceMs, cacheBounds }: Options) => {
  const connector = createConnector(directory, cacheBounds);
  // Rows may be added while a table is optimized, but changes to rows in this process wait, because they would make the optimization fail.
  // Other processes do not wait: the later commit retries.
  const optimizing = createKeyedLock();
  const open = createOpenTables({
    connect: async () => (await connector.get()).database,
    inspect: (table) => checkDimensions(table, dimensions),
  });
  const maker = createTableMaker(connector, dimensions);

  const read = <Result>(name: string, work: (table: Table) => Promise<Result>) =>
    withRetries({ open, name }, work);
  const append = async <Result>(
    address: TableAddress,
    work: (table: Table) => Promise<Result>,
  ): Promise<Result> => {
    const name = toTableName(address);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await maker.ensure(address);
      const written = await read(name, async (table) => ({ result: await work(table) }));
      if (written !== null) return written.result;
      // Another process has dropped it meanwhile.
      maker.forget(name);
    }
    throw new Error('A table was dropped again while it was written.');
  };

  return {
    sdk: async () => (await connector.get()).sdk,
    database: async () => (await connector.get()).database,
    read,
    write: (name: string, work: (table: Table) => Promise<unknown>): Promise<unknown> =>
      optimizing(name, () => read(name, work)),
    /** For work that only adds rows; creates the table if it is missing. */
    append,
    writeOrCreate: <Result>(address: TableAddress, work: (table: Table) => Promise<Result>) =>
      optimizing(toTableName(address), () => append(address, work)),
    /** Returns how many milliseconds it took, without the wait for its turn. */
    optimize: (name: string): Promise<number> =>
      optimizing(name, async () => {
        const startedAtMs = performance.now();
        const cleanupOlderThan = new Date(Date.now() - cleanupGraceMs);
        await read(name, (table) => table.optimize({ cleanupOlderThan }));
        open.drop(name);
        if (await connector.renewWhenFull()) open.dropAll();
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

/** Creates a table with its indexes if it is missing, and remembers which exist. */
const createTableMaker = (connector: Connector, dimensions: number | null) => {
  const ensured = new Set<string>();
  return {
    forget: (name: string): boolean => ensured.delete(name),
    ensure: async (address: TableAddress): Promise<void> => {
      const name = toTableName(address);
      if (ensured.has(name)) return;
      const { sdk, database } = await connector.get();
      const schema = toSchema(sdk, address.kind, dimensions);
      const table = await database.createEmptyTable(name, schema, { existOk: true });
      const indexes = await table.listIndices();
      // Also repairs a table whose creator died before the index was made.
      if (indexes.length === 0) await createIndexes(sdk, table, address.kind);
      table.close();
      if (ensured.size >= MAX_ENSURED) ensured.clear();
      ensured.add(name);
    },
  };
};

const MAX_ATTEMPTS = 5;

/** Retries lost commits, and handles whose files were cleaned up, on a reopened handle. */
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
