import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DatabaseRefusal, refusingLogin } from './refusal.js';

/** Prisma's own key, so that this runner and `prisma migrate deploy` exclude each other. */
const MIGRATION_LOCK = 72707369;
/** Longer than in the middle of a request: here nobody waits for an answer. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Between its statements a migration waits for nothing but this process. */
const TRANSACTION_IDLE_MS = 10_000;
const APPLICATION_ROLE = 'knowledge_router_app';

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

type Migration = { name: string; sql: string; checksum: string };
type LedgerRow = { migration_name: string; checksum: string; finished_at: Date | null };

type MigrationOptions = {
  /** Logs in as the owner of the database. */
  migrationUrl: string;
  /** Its login user is made a member of the application role. */
  url: string;
  migrationsFolder: string;
  connectTimeoutMs?: number;
};

/**
 * Applies what is missing, once however many processes start together, and keeps Prisma's ledger. Rejects when a migration was
 * edited, has failed, or is unknown to this version. Returns the names it applied.
 */
export const migrateDatabase = async (options: MigrationOptions): Promise<string[]> => {
  const migrations = await readMigrations(options.migrationsFolder);
  const client = new pg.Client({
    connectionString: options.migrationUrl,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    // The server may not hear that this process is gone, and would keep its locks from the next.
    options: `-c idle_in_transaction_session_timeout=${TRANSACTION_IDLE_MS}`,
  });
  // A connection lost in between also fails the query in flight, which is where it is handled.
  client.on('error', () => undefined);
  return refusingLogin('DATABASE_MIGRATION_URL', async () => {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(CREATE_LEDGER);
    const pending = findPending(migrations, await readLedger(client));
    for (const migration of pending) await applyMigration(client, migration);
    await grantApplicationRole(client, options.url);
    return pending.map(({ name }) => name);
  }).finally(() => client.end().catch(() => undefined));
};

const readMigrations = async (folder: string): Promise<Migration[]> => {
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
        `Migration "${row.migration_name}" failed before: see its logs in _prisma_migrations, repair the database, then mark it with "prisma migrate resolve".`,
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

/** All of it or nothing, its row included: a start that is cut off leaves nothing to repair. */
const applyMigration = async (client: pg.Client, migration: Migration): Promise<void> => {
  const { name, sql, checksum } = migration;
  await client.query('BEGIN');
  try {
    // Without parameters: only the simple protocol takes a whole file at once.
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)',
      [randomUUID(), checksum, name, String(error)],
    );
    throw new Error(`Migration "${name}" failed: ${String(error)}`, { cause: error });
  }
};

/** Not in a migration: the login user differs per installation, and rights on a database are not copied with it. */
const grantApplicationRole = async (client: pg.Client, url: string): Promise<void> => {
  const loginUser = decodeURIComponent(new URL(url).username);
  const { rows } = await client.query<{ member: boolean; creates: boolean; database: string }>(
    `SELECT pg_has_role($1, $2, 'MEMBER') AS member,
            has_database_privilege($2, current_database(), 'CREATE') AS creates,
            current_database() AS database`,
    [loginUser, APPLICATION_ROLE],
  );
  const [state] = rows;
  if (!state) return;
  if (!state.member) {
    await client.query(`GRANT ${APPLICATION_ROLE} TO ${client.escapeIdentifier(loginUser)}`);
  }
  // BullMQ says CREATE SCHEMA IF NOT EXISTS, for which PostgreSQL asks this right even when the schema exists.
  if (!state.creates) {
    const database = client.escapeIdentifier(state.database);
    await client.query(`GRANT CREATE ON DATABASE ${database} TO ${APPLICATION_ROLE}`);
  }
};
