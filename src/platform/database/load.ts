import pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import { readApplied, type AppliedMigration } from './migrations.js';
import { enterTenant, openOwnerSession, type OwnerSession } from './owner-session.js';
import { DatabaseRefusal } from './refusal.js';
import { APPLICATION_ROLE } from './sessions.js';
import { readTables, type Table } from './tables.js';
import type { Transaction } from './transaction.js';
import { translateError, translating } from './translate-error.js';

/** One transaction that fills tables with what a snapshot has read: all of it, or nothing. */
export type Load = Omit<OwnerSession, 'client'> & {
  applied: readonly AppliedMigration[];
  tables: readonly Table[];
  /** True when there is no tenant and no row of one; nobody else can add a tenant then until this ends. */
  isEmpty(): Promise<boolean>;
  /**
   * Adds rows, given as lines, to a table whose columns are theirs, as somebody whom row security binds; rows that are there already stay
   * as they are, and so do those of another tenant than the scope's. Returns how many were added; refuses what the table does not take,
   * a reference to a row that there is not included.
   */
  insert(table: Table, lines: readonly string[], scope: Scope | null): Promise<number>;
  /** Changes tables without row security, which is the owner's right; the next rows or scope are bound again. */
  asOwner<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Keeps what was loaded; a load that is closed without it is undone. */
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

/**
 * From here on this transaction's statements are somebody's whom row security binds. An owner who is no superuser is bound already, for
 * it is forced on owners, too; the embedded database's is one, and becomes the application.
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
  // Of tables without row security, too, only the tenant's own rows come in.
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

/** Null for what is no fault of the rows. */
const reasonOf = (error: unknown): string | null => {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return null;
  // Data exceptions and integrity constraints, by their classes.
  const isOfRows = error.code.startsWith('22') || error.code.startsWith('23');
  return REASONS[error.code] ?? (isOfRows ? 'one holds a value that does not belong there' : null);
};
