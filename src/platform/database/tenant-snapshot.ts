import type { Scope } from '../../shared/scope.js';
import { readApplied, type AppliedMigration } from './migrations.js';
import { enterTenant } from './owner-session.js';
import { readLines, rowsQuery, type Selection } from './read-lines.js';
import { APPLICATION_SESSION } from './sessions.js';
import type { Sql } from './sql.js';
import { readTables, type Table } from './tables.js';
import { createTextClient, TEXT_SETTINGS } from './text-client.js';
import { translating } from './translate-error.js';

/** One tenant at one moment, as the application may read it. It does not block writes or deletions meanwhile. */
export type TenantSnapshot = {
  applied: readonly AppliedMigration[];
  /** Each table comes after those it refers to. */
  tables: readonly Table[];
  rows(table: Table, selection: Selection): AsyncGenerator<string[]>;
  /** The lines of a query whose only column is a `line`. */
  lines(query: Sql): AsyncGenerator<string[]>;
  close(): Promise<void>;
};

const SETTINGS = {
  ...TEXT_SETTINGS,
  statement_timeout: '60s',
  // A stalled process must not keep PostgreSQL from cleaning up.
  idle_in_transaction_session_timeout: '60s',
  lock_timeout: '5s',
};

export const openTenantSnapshot = async (url: string, scope: Scope): Promise<TenantSnapshot> => {
  const client = createTextClient(url, { settings: SETTINGS, session: APPLICATION_SESSION });
  const close = () => client.end().catch(() => undefined);
  try {
    return await translating(async () => {
      await client.connect();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await enterTenant(client, scope);
      return {
        applied: await readApplied(client),
        tables: await readTables(client),
        rows: (table, selection) =>
          readLines(client, rowsQuery(client, { table, scope, selection })),
        lines: ({ text, values }) => readLines(client, { text, values }),
        close,
      };
    });
  } catch (error) {
    await close();
    throw error;
  }
};
