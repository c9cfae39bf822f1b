import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, runMigrations } from 'bullmq';
import pg from 'pg';
import { QUEUE_ROLE, QUEUE_SCHEMA } from './sessions.js';

/**
 * Makes BullMQ's tables, or brings them up to date, as the owner: a dump may have come without them. Those that the application owns,
 * as earlier versions left them, are made anew: jobs are wake-ups, and the task loop adds those that are missing.
 */
export const ensureQueueTables = async (client: pg.Client, loginUser: string): Promise<void> => {
  if (await belongsTo(client, loginUser)) await client.query(`DROP SCHEMA ${QUEUE_SCHEMA} CASCADE`);
  if (!(await hasSchema(client))) await client.query(`CREATE SCHEMA ${QUEUE_SCHEMA}`);
  await runMigrations(withoutCreateSchema(client), QUEUE_SCHEMA);
  await grantQueueRole(client);
};

/** True when the tables are there, in a state that this version knows; for a process that cannot create them. */
export const hasQueueTables = async (client: pg.Client): Promise<boolean> => {
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

// For CREATE SCHEMA IF NOT EXISTS PostgreSQL asks the right to create schemas even when the schema exists, and this owner may lack it.
const withoutCreateSchema = (client: pg.Client) => ({
  query: (text: string, values?: readonly unknown[]) =>
    text.startsWith('CREATE SCHEMA')
      ? Promise.resolve({ rows: [] })
      : client.query(text, values && [...values]),
});

/** Only where a right is missing: each grant writes to the catalogue. */
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
