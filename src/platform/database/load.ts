import type pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import { readApplied, type AppliedMigration } from './migrations.js';
import { enterTenant, openOwnerSession, type OwnerSession } from './owner-session.js';
import { readTables, type Table } from './tables.js';
import { translating } from './translate-error.js';

/** One transaction that fills tables with what a snapshot has read: all of it, or nothing. */
export type Load = Omit<OwnerSession, 'client'> & {
  applied: readonly AppliedMigration[];
  tables: readonly Table[];
  /** Whether there is no tenant and nothing of one; from here on nobody else adds a tenant until this ends. */
  isEmpty(): Promise<boolean>;
  /** Adds rows, given as lines, to a table whose columns are theirs; rows that are there already stay as they are. Returns how many were added. */
  insert(table: Table, lines: readonly string[], scope: Scope | null): Promise<number>;
  /** What is closed without it is undone. */
  commit(): Promise<void>;
};

export const openLoad = async (migrationUrl: string): Promise<Load> => {
  const session = await openOwnerSession(migrationUrl);
  const { client } = session;
  try {
    await client.query('BEGIN');
    const tables = await readTables(client);
    return {
      ...session,
      applied: await readApplied(client),
      tables,
      isEmpty: () => translating(() => isEmpty(client, tables)),
      insert: (table, lines, scope) => translating(() => insert(client, { table, lines, scope })),
      commit: async () => {
        await translating(() => client.query('COMMIT'));
      },
    };
  } catch (error) {
    await session.close();
    throw error;
  }
};

/** Told from the tables without row security, whose rows the owner sees; each tenant has one in them, removed ones too. */
const isEmpty = async (client: pg.Client, tables: readonly Table[]): Promise<boolean> => {
  const visible = tables.filter(
    ({ isSecured, tenantColumn }) => !isSecured && tenantColumn !== null,
  );
  for (const { name } of visible) {
    const quoted = client.escapeIdentifier(name);
    await client.query(`LOCK TABLE ${quoted} IN SHARE ROW EXCLUSIVE MODE`);
    const { rowCount } = await client.query(`SELECT FROM ${quoted} LIMIT 1`);
    if (rowCount !== 0) return false;
  }
  return true;
};

type Insertion = { table: Table; lines: readonly string[]; scope: Scope | null };

const insert = async (client: pg.Client, { table, lines, scope }: Insertion): Promise<number> => {
  if (scope !== null) await enterTenant(client, scope);
  const names = table.columns.map(({ name }) => client.escapeIdentifier(name));
  const values = table.columns.map(
    ({ name, type }) => `r.${client.escapeIdentifier(name)}::${type}`,
  );
  const { rowCount } = await client.query(
    `INSERT INTO ${client.escapeIdentifier(table.name)} (${names.join(', ')})
     SELECT ${values.join(', ')}
     FROM json_to_recordset($1::json) AS r (${names.map((name) => `${name} text`).join(', ')})
     ON CONFLICT DO NOTHING`,
    [`[${lines.join(',')}]`],
  );
  return rowCount ?? 0;
};
