import pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import { readApplied, type AppliedMigration } from './migrations.js';
import { enterTenant, openOwnerSession, type OwnerSession } from './owner-session.js';
import { DatabaseRefusal } from './refusal.js';
import { APPLICATION_ROLE } from './sessions.js';
import { readTables, type Table } from './tables.js';
import type { Transaction } from './transaction.js';
import { translateError, translating } from './translate-error.js';

/** One transaction that fills tables with the rows of a snapshot: all of them, or none. */
export type Load = Omit<OwnerSession, 'client'> & {
  applied: readonly AppliedMigration[];
  tables: readonly Table[];
  /** True if there are neither tenants nor rows of tenants; nobody else can add a tenant until this transaction ends. */
  isEmpty(): Promise<boolean>;
  /**
   * Adds rows, given as lines, to a table with the same columns, under row security. Rows that exist already, and rows of a tenant other
   * than the scope's, are skipped. Returns how many were added; refuses rows that the table does not accept, such as those that refer to a
   * missing row.
   */
  insert(table: Table, lines: readonly string[], scope: Scope | null): Promise<number>;
  /** Changes tables without row security, which needs the owner's rights; row security applies again to the next rows or scope. */
  asOwner<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Keeps what was loaded; closing without a commit undoes it. */
  commit(): Promise<void>;
};

export const openLoad = async (migrationUrl: string): Promise<Load> => {
  const session = await openOwnerSession(migrationUrl);
  const { client } = session;
  const bind = createBind(client);
  const unbind = () => client.query('RESET ROLE');
  try {
    await client.query('BEGIN');
    const tables = await readTables(client);
    return {
      ...session,
      inScope: async (scope, work) => {
        await bind();
        return session.inScope(scope, work);
      },
      applied: await readApplied(client),
      tables,
      isEmpty: () => translating(() => isEmpty(client, tables)),
      insert: async (table, lines, scope) => {
        if (table.isSecured) await bind();
        else await unbind();
        return insert(client, { table, lines, scope });
      },
      asOwner: async (work) => {
        await unbind();
        return work(session.platform);
      },
      commit: async () => {
        await translating(() => client.query('COMMIT'));
      },
    };
  } catch (error) {
    await session.close();
    throw error;
  }
};

/** Checks the tables without row security, whose rows the owner sees; every tenant has a row there, even a removed one. */
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

/**
 * Makes row security apply to the following statements of this transaction. It already applies to an owner who is not a superuser, because
 * it is forced; the embedded database's owner is a superuser and switches to the application role.
 */
const createBind = (client: pg.Client) => async (): Promise<void> => {
  const { rows } = await client.query<{ passes: boolean }>(
    `SELECT rolsuper OR rolbypassrls AS passes FROM pg_roles WHERE rolname = current_user`,
  );
  if (rows[0]?.passes === true) {
    await translating(() => client.query(`SET LOCAL ROLE ${APPLICATION_ROLE}`));
  }
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND NOT row_security_active(oid)`,
  );
  if (rowCount === 0) return;
  throw new DatabaseRefusal(
    'DATABASE_MIGRATION_URL: row-level security does not hold for this role, so nothing of a backup is loaded as it: use the owner that ran the migrations.',
  );
};

type Insertion = { table: Table; lines: readonly string[]; scope: Scope | null };

const insert = async (client: pg.Client, { table, lines, scope }: Insertion): Promise<number> => {
  if (scope !== null) await enterTenant(client, scope);
  const names = table.columns.map(({ name }) => client.escapeIdentifier(name));
  const values = table.columns.map(
    ({ name, type }) => `r.${client.escapeIdentifier(name)}::${type}`,
  );
  // Tables without row security also accept only the tenant's own rows.
  const own =
    table.tenantColumn === null
      ? ''
      : `WHERE r.${client.escapeIdentifier(table.tenantColumn)}::uuid = current_setting('app.tenant_id')::uuid`;
  const statement = {
    text: `INSERT INTO ${client.escapeIdentifier(table.name)} (${names.join(', ')})
     SELECT ${values.join(', ')}
     FROM json_to_recordset($1::json) AS r (${names.map((name) => `${name} text`).join(', ')}) ${own}
     ON CONFLICT DO NOTHING`,
    values: [`[${lines.join(',')}]`],
  };
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw translateError(error);
    throw new DatabaseRefusal(
      `Rows of table ${table.name} are refused, for ${reason}. Nothing was changed.`,
      { cause: error },
    );
  }
};

const REASONS: Readonly<Record<string, string>> = {
  '23502': 'one lacks a value',
  '23503': 'one refers to a row that is not among them',
  '42501': 'one is of another tenant',
};

/** Null for errors that the rows did not cause. */
const reasonOf = (error: unknown): string | null => {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return null;
  // The classes of data exceptions and integrity constraint violations.
  const isOfRows = error.code.startsWith('22') || error.code.startsWith('23');
  return REASONS[error.code] ?? (isOfRows ? 'one holds a value that does not belong there' : null);
};
