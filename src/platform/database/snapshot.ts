import type pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import { readApplied, type AppliedMigration } from './migrations.js';
import { enterTenant, openOwnerSession, type OwnerSession } from './owner-session.js';
import { DatabaseRefusal } from './refusal.js';
import { readLines, rowsQuery } from './read-lines.js';
import { readTables, type Table } from './tables.js';
import { translating } from './translate-error.js';

/** Held by a backup or export while it copies the files that rows of its snapshot name: see `mayDeleteFiles`. */
export const BACKUP_LOCK = 'backup';

/** The whole database at one moment, however long reading takes; writers continue meanwhile. */
export type Snapshot = Omit<OwnerSession, 'client'> & {
  applied: readonly AppliedMigration[];
  /** Each table comes after those it refers to. */
  tables: readonly Table[];
  /** Rows as lines of JSON, every value as PostgreSQL writes it as text; of one tenant, or of a table that belongs to none. */
  rows(table: Table, scope: Scope | null): AsyncGenerator<string[]>;
  /** Ends the reading, so that PostgreSQL may clean up; files stay protected from deletion until `close`. */
  endReading(): Promise<void>;
  /** Rejects if the connection was lost, because files may have been deleted since. */
  requireHold(): Promise<void>;
};

/** Rejects when another backup or export is running. If the process dies, its connection ends and files may be deleted again. */
export const openSnapshot = async (migrationUrl: string): Promise<Snapshot> => {
  const session = await openOwnerSession(migrationUrl);
  const { client } = session;
  try {
    await holdFiles(client);
    await translating(() => client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'));
    const applied = await readApplied(client);
    const tables = await readTables(client);
    // No migration may change a table before it is read.
    const names = tables.map(({ name }) => client.escapeIdentifier(name));
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
    return {
      ...session,
      applied,
      tables,
      rows: async function* (table, scope) {
        if (scope !== null) await enterTenant(client, scope);
        yield* readLines(client, toQuery(client, table, scope));
      },
      endReading: () => endTransaction(client),
      requireHold: () => endTransaction(client),
    };
  } catch (error) {
    await session.close();
    throw error;
  }
};

const LOCK_TIMED_OUT = '55P03';

const holdFiles = async (client: pg.Client): Promise<void> => {
  try {
    await client.query(`SELECT pg_advisory_lock(hashtextextended($1, 0))`, [BACKUP_LOCK]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_TIMED_OUT)) throw error;
    throw new DatabaseRefusal('Another backup or export is running: wait until it has ended.', {
      cause: error,
    });
  }
};

/** Works with or without an open transaction: any answer shows that the connection, and so the lock, has lasted. */
const endTransaction = async (client: pg.Client): Promise<void> => {
  await translating(() => client.query('COMMIT'));
};

const toQuery = (client: pg.Client, table: Table, scope: Scope | null) => {
  if ((scope === null) !== (table.tenantColumn === null)) {
    throw new Error(
      `Rows of ${table.name} are read ${scope === null ? 'of a tenant' : 'as a whole'}.`,
    );
  }
  return rowsQuery(client, { table, scope });
};
