import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { grantRights, refuseWeakOwner } from './owner-rights.js';
import { DatabaseRefusal, refusingLogin, tooPowerful } from './refusal.js';
import { FIXED_SEARCH_PATH, QUEUE_ROLE, QUEUE_SCHEMA } from './sessions.js';
import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, runMigrations } from 'bullmq';

/** Prisma's own key, so that this runner and `prisma migrate deploy` exclude each other. */
const MIGRATION_LOCK = 72707369;
/** Longer than during a request, because nobody waits for an answer here. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Between its statements a migration waits only for this process. */
const TRANSACTION_IDLE_MS = 10_000;

// Prisma's own definition, column by column.
const CREATE_LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

/** A migration that has been applied to a database. */
export type AppliedMigration = { name: string; checksum: string };
type Migration = AppliedMigration & { sql: string };
type LedgerRow = { migration_name: string; checksum: string; finished_at: Date | null };

type MigrationOptions = {
  /** Logs in as the owner of the database. */
  migrationUrl: string;
  /** Its login user becomes a member of the application's and the queue's roles. */
  url: string;
  migrationsFolder: string;
  /** Only these migrations, which an earlier version had applied; absent: all. */
  upTo?: readonly AppliedMigration[];
  connectTimeoutMs?: number;
  /** Called before the first missing migration is applied. */
  onPending?: (names: readonly string[]) => void;
};

/**
 * Applies missing migrations, once however many processes start together, and keeps Prisma's ledger. Rejects if the owner lacks a right, or
 * if a migration was edited, was left half-applied, or is unknown to this version. A failing migration leaves nothing behind and is retried
 * by the next start. Returns the names it applied.
 */
export const migrateDatabase = async (options: MigrationOptions): Promise<string[]> => {
  const known = await readMigrations(options.migrationsFolder);
  const wanted = options.upTo && new Set(options.upTo.map(({ name }) => name));
  const migrations = wanted ? known.filter(({ name }) => wanted.has(name)) : known;
  const loginUser = decodeURIComponent(new URL(options.url).username);
  refuseOwner(loginUser, options);
  const client = new pg.Client({
    connectionString: options.migrationUrl,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    // PostgreSQL may not notice that this process is gone and would keep its locks from the next one.
    options: `-c idle_in_transaction_session_timeout=${TRANSACTION_IDLE_MS} ${FIXED_SEARCH_PATH}`,
  });
  // A connection lost in between also fails the query in flight, which handles the error.
  client.on('error', () => undefined);
  return refusingLogin('DATABASE_MIGRATION_URL', async () => {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseWeakOwner(client, loginUser);
    await client.query(CREATE_LEDGER);
    await closeRolledBack(client);
    const pending = findPending(migrations, await readLedger(client));
    if (pending.length > 0) options.onPending?.(pending.map(({ name }) => name));
    for (const migration of pending) await applyMigration(client, migration);
    await grantRights(client, loginUser);
    await ensureQueueTables(client, loginUser);
    return pending.map(({ name }) => name);
  }).finally(() => client.end().catch(() => undefined));
};

/** Checked before rights are granted to it or revoked from it. */
const refuseOwner = (loginUser: string, { migrationUrl }: MigrationOptions): void => {
  const owner = decodeURIComponent(new URL(migrationUrl).username);
  if (owner === loginUser) throw tooPowerful(loginUser, 'is the owner, too');
};

/** The migrations applied to the database of this connection, in order; empty if none of ours ever was. Read-only. */
export const readApplied = async (client: pg.Client): Promise<AppliedMigration[]> => {
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is_there`,
  );
  if (rows[0]?.is_there !== true) return [];
  const ledger = await readLedger(client);
  return ledger
    .filter(({ finished_at: finishedAt }) => finishedAt !== null)
    .map(({ migration_name: name, checksum }) => ({ name, checksum }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** For processes without the owner's password: rejects a database that lacks a migration, or has one that this version does not know. */
export const refuseOldSchema = async (
  client: pg.Client,
  migrationsFolder: string,
): Promise<void> => {
  const migrations = await readMigrations(migrationsFolder);
  const ledger = await readLedger(client).catch((error: unknown) => {
    if (isUnreadable(error)) return [];
    throw error;
  });
  const [missing] = findPending(migrations, ledger);
  if (missing !== undefined) throw lacking(`migration "${missing.name}"`);
  if (!(await hasQueueTables(client))) throw lacking('the tables of the job queue');
};

const lacking = (what: string): DatabaseRefusal =>
  new DatabaseRefusal(
    `The database lacks ${what}: run "npm run migrate" with DATABASE_MIGRATION_URL of its owner, or set that variable here.`,
  );

/** The table or the right to read it is missing; only a migration by this version or a later one provides both. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '42P01' || error.code === '42501');

/** The migrations of this version, in order. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(folder, name, 'migration.sql'));
      const checksum = createHash('sha256').update(bytes).digest('hex');
      return { name, sql: bytes.toString('utf8'), checksum };
    }),
  );
};

/** Closes the rows of migrations that failed before any step was applied; PostgreSQL has rolled back everything else. */
const closeRolledBack = async (client: pg.Client): Promise<void> => {
  await client.query(
    `UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp()
     WHERE finished_at IS NULL AND rolled_back_at IS NULL AND applied_steps_count = 0`,
  );
};

const readLedger = async (client: pg.Client): Promise<LedgerRow[]> => {
  const { rows } = await client.query<LedgerRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
};

const findPending = (migrations: readonly Migration[], ledger: readonly LedgerRow[]) => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of ledger) {
    const migration = known.get(row.migration_name);
    if (!migration) {
      throw new DatabaseRefusal(
        `The database has migration "${row.migration_name}", which this version does not know: start the version that made it, or a newer one.`,
      );
    }
    if (!row.finished_at) {
      throw new DatabaseRefusal(
        `Migration "${row.migration_name}" was left half-way: see its logs in _prisma_migrations, repair the database, then mark it with "prisma migrate resolve".`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new DatabaseRefusal(
        `Migration "${row.migration_name}" was edited after it had been applied: restore its file and write a new migration.`,
      );
    }
  }
  const applied = new Set(ledger.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
};

/** Atomic, including its ledger row: an interrupted start leaves nothing to repair. */
const applyMigration = async (client: pg.Client, migration: Migration): Promise<void> => {
  const { name, sql, checksum } = migration;
  await client.query('BEGIN');
  try {
    const forced = await liftRowSecurity(client);
    // Without parameters, because only the simple protocol accepts a whole file at once.
    await client.query(sql);
    await alterTables(client, { oids: forced, change: 'FORCE ROW LEVEL SECURITY' });
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration "${name}" failed: ${String(error)}`, { cause: error });
  }
};

/**
 * Forced row security binds an owner who is not a superuser: a new foreign key could not be checked, and an UPDATE would change no rows. So
 * it is lifted during a migration. Returns the tables on which it must be forced again.
 */
const liftRowSecurity = async (client: pg.Client): Promise<number[]> => {
  const { rows } = await client.query<{ oid: number }>(
    `SELECT oid FROM pg_class
     WHERE relforcerowsecurity AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const oids = rows.map(({ oid }) => oid);
  await alterTables(client, { oids, change: 'NO FORCE ROW LEVEL SECURITY' });
  return oids;
};

/** By oid, because the migration may have renamed or dropped a table. */
const alterTables = async (
  client: pg.Client,
  { oids, change }: { oids: readonly number[]; change: string },
): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT oid::regclass::text AS name FROM pg_class WHERE oid = ANY($1::oid[]) ORDER BY relname',
    [oids],
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} ${change}`);
};

/**
 * Creates or upgrades BullMQ's tables as the owner, because a dump may lack them. Tables that the application owns (left by earlier
 * versions) are recreated: jobs are only wake-ups, and the task loop adds missing ones.
 */
const ensureQueueTables = async (client: pg.Client, loginUser: string): Promise<void> => {
  if (await belongsTo(client, loginUser)) await client.query(`DROP SCHEMA ${QUEUE_SCHEMA} CASCADE`);
  if (!(await hasSchema(client))) await client.query(`CREATE SCHEMA ${QUEUE_SCHEMA}`);
  await runMigrations(withoutCreateSchema(client), QUEUE_SCHEMA);
  await grantQueueRole(client);
};

/** For a process that cannot create the tables: true if they exist in a state that this version knows. */
const hasQueueTables = async (client: pg.Client): Promise<boolean> => {
  try {
    return (await assertSchemaCompatibility(client, QUEUE_SCHEMA)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

const UNREADABLE = new Set(['3F000', '42501', '42P01']);

const isMissing = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && UNREADABLE.has(error.code ?? '')) ||
  (error instanceof Error && error.name === 'SchemaMigrationRequiredError');

const hasSchema = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [
    QUEUE_SCHEMA,
  ]);
  return rowCount === 1;
};

const belongsTo = async (client: pg.Client, loginUser: string): Promise<boolean> => {
  const { rows } = await client.query<{ owned: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relowner <> n.nspowner AND pg_has_role($2, c.relowner, 'USAGE')
     ) AS owned`,
    [QUEUE_SCHEMA, loginUser],
  );
  return rows[0]?.owned === true;
};

// For CREATE SCHEMA IF NOT EXISTS, PostgreSQL requires the right to create schemas even if the schema exists, and this owner may lack it.
const withoutCreateSchema = (client: pg.Client) => ({
  query: (text: string, values?: readonly unknown[]) =>
    text.startsWith('CREATE SCHEMA')
      ? Promise.resolve({ rows: [] })
      : client.query(text, values && [...values]),
});

/** Grants only missing rights, because each grant writes to the catalogue. */
const grantQueueRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ granted: boolean }>(
    `SELECT has_schema_privilege($1, n.oid, 'USAGE') AND NOT EXISTS (
       SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND CASE c.relkind
         WHEN 'S' THEN NOT has_sequence_privilege($1, c.oid, 'USAGE')
         WHEN 'r' THEN NOT has_table_privilege($1, c.oid, 'SELECT')
           OR c.relname <> 'migration' AND NOT has_table_privilege($1, c.oid, 'DELETE')
         ELSE false END
     ) AS granted FROM pg_namespace n WHERE n.nspname = $2`,
    [QUEUE_ROLE, QUEUE_SCHEMA],
  );
  if (rows[0]?.granted === true) return;
  await client.query(`
    GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${QUEUE_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO ${QUEUE_ROLE};
    REVOKE INSERT, UPDATE, DELETE ON ${QUEUE_SCHEMA}.migration FROM ${QUEUE_ROLE};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${QUEUE_SCHEMA} TO ${QUEUE_ROLE}`);
};
