import pg from 'pg';
import { refusingLogin } from './refusal.js';
import { FIXED_SEARCH_PATH } from './sessions.js';

export type DatabaseFacts = {
  serverVersion: string;
  role: string;
  /** Open connections of all clients to this database, and the maximum that the server accepts. */
  connections: { open: number; max: number };
  /** Positive if this machine's clock is ahead of the database's. */
  clockAheadMs: number;
  /** The time of the fastest of three queries. */
  latencyMs: number;
};

type Row = { version: string; role: string; open: number; max: number; now_ms: number };

const CONNECT_TIMEOUT_MS = 3000;
const QUESTIONS = 3;

/** Examines a database over one connection, as the login of this URL sees it; changes nothing. */
export const examineDatabase = async (url: string): Promise<DatabaseFacts> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: FIXED_SEARCH_PATH,
  });
  client.on('error', () => undefined);
  return refusingLogin('DATABASE_URL', async () => {
    await client.connect();
    const asked = [];
    for (let count = 0; count < QUESTIONS; count += 1) asked.push(await ask(client));
    const [fastest] = asked.toSorted((one, other) => one.latencyMs - other.latencyMs);
    if (fastest === undefined) throw new Error('PostgreSQL was not asked.');
    return fastest;
  }).finally(() => client.end().catch(() => undefined));
};

const ask = async (client: pg.Client): Promise<DatabaseFacts> => {
  const startedAtMs = performance.now();
  const { rows } = await client.query<Row>(`
    SELECT current_setting('server_version') AS version, current_user AS role,
      current_setting('max_connections')::int AS max,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS open,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`);
  const latencyMs = performance.now() - startedAtMs;
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL gave no row.');
  return {
    serverVersion: row.version,
    role: row.role,
    connections: { open: row.open, max: row.max },
    // Compared with our time halfway through the query, which is when it was answered.
    clockAheadMs: Date.now() - latencyMs / 2 - row.now_ms,
    latencyMs,
  };
};
