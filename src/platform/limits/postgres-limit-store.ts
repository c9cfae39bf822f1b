import pg from 'pg';
import {
  capacityOf,
  secondsToFill,
  SLOT_LEASE_MS,
  toStoredKey,
  type LimitStore,
  type RateBucket,
} from './limit-store.js';

type Options = {
  url: string;
  /** Settings of each connection, for a database whose login switches to a role. */
  session?: string;
  leaseMs?: number;
};

const CONNECTIONS = 2;
/** Ends a query that nobody awaits any more: its caller gives up sooner. */
const TIMEOUT_MS = 5000;
const SWEEP_INTERVAL_MS = 60_000;

/** Counts in PostgreSQL, in two unlogged tables. Each operation is one statement, on a connection reserved for limits. Connects at once. */
export const createPostgresLimitStore = ({
  url,
  session = '',
  leaseMs = SLOT_LEASE_MS,
}: Options): LimitStore => {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    // Kept open, because connecting takes longer than a request may wait for its count.
    idleTimeoutMillis: 0,
    keepAlive: true,
    application_name: 'knowledge-router limits',
    options: `-c statement_timeout=${TIMEOUT_MS} -c synchronous_commit=off ${session}`,
  });
  // A lost connection is replaced on the next use; pending callers get the error.
  pool.on('error', () => undefined);
  const run = async <Row extends pg.QueryResultRow>(name: Statement, values: unknown[]) =>
    pool.query<Row>({ name: `limits_${name}`, text: STATEMENTS[name], values });
  const sweep = createSweep(() => run('sweep', []));
  const leaseSec = leaseMs / 1000;
  for (let opened = 0; opened < CONNECTIONS; opened += 1) run('sweep', []).catch(() => undefined);
  return {
    take: async (buckets) => {
      sweep();
      return takeFrom(run, buckets);
    },
    acquire: async ({ key, holder, max }) => {
      const { rowCount } = await run('acquire', [toStoredKey(key), holder, leaseSec, max]);
      return rowCount === 1;
    },
    renew: async (slots) => {
      const keys = slots.map(({ key }) => toStoredKey(key));
      await run('renew', [keys, slots.map(({ holder }) => holder), leaseSec]);
    },
    release: async ({ key, holder }) => {
      await run('release', [toStoredKey(key), holder]);
    },
    close: () => pool.end(),
  };
};

type Run = <Row extends pg.QueryResultRow>(
  name: Statement,
  values: unknown[],
) => Promise<pg.QueryResult<Row>>;

const MAX_TRIES = 5;

/** A bucket without a row is full; it gets a row before anything is taken from it, because only a row can be locked. */
const takeFrom = async (run: Run, buckets: readonly RateBucket[]): Promise<number[]> => {
  const keys = buckets.map(({ key }) => toStoredKey(key));
  const rates = buckets.map(({ perMinute }) => perMinute);
  const costs = buckets.map(({ cost = 1 }) => cost);
  const capacities = buckets.map(capacityOf);
  const fillSec = buckets.map(secondsToFill);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const { rows } = await run<{ key: string; tokens: number }>('take', [
      keys,
      rates,
      costs,
      capacities,
      fillSec,
    ]);
    const found = new Map(rows.map(({ key, tokens }) => [key, tokens]));
    const isMissing = keys.some((key, index) => costs[index] !== 0 && !found.has(key));
    if (!isMissing) return keys.map((key, index) => found.get(key) ?? capacities[index] ?? 0);
    await run('fill', [keys, capacities, fillSec]);
  }
  throw new Error('Buckets are swept as fast as they are made.');
};

/** Runs at most once a minute, in the background. */
const createSweep = (sweep: () => Promise<unknown>): (() => void) => {
  let sweptAtMs = performance.now();
  return () => {
    if (performance.now() - sweptAtMs < SWEEP_INTERVAL_MS) return;
    sweptAtMs = performance.now();
    sweep().catch(() => undefined);
  };
};

type Statement = keyof typeof STATEMENTS;

const NOW = 'EXTRACT(EPOCH FROM clock_timestamp())::float8';

const isLive = (until: string) => `${until}::float8 > ${NOW}`;

const STATEMENTS = {
  // Locks rows in a fixed order, so that requests of one tenant do not deadlock; each sees what the earlier ones left.
  take: `
    WITH asked AS (
      SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
        AS asked (key, per_minute, cost, capacity, fill_sec)),
    locked AS (
      SELECT bucket.key, asked.cost, asked.fill_sec, LEAST(asked.capacity,
        bucket.tokens + GREATEST(0, ${NOW} - EXTRACT(EPOCH FROM bucket.refilled_at)::float8) * asked.per_minute / 60) AS tokens
      FROM rate_buckets bucket JOIN asked USING (key) ORDER BY bucket.key FOR UPDATE OF bucket),
    refusing AS (
      SELECT FROM asked LEFT JOIN locked USING (key)
      WHERE COALESCE(locked.tokens, CASE WHEN asked.cost = 0 THEN 1 ELSE 0 END) < 1),
    charged AS (
      UPDATE rate_buckets bucket SET tokens = locked.tokens - locked.cost, refilled_at = clock_timestamp(),
        full_at = clock_timestamp() + make_interval(secs => locked.fill_sec)
      FROM locked WHERE bucket.key = locked.key AND locked.cost > 0 AND NOT EXISTS (SELECT FROM refusing))
    SELECT key, tokens FROM locked`,
  fill: `
    INSERT INTO rate_buckets (key, tokens, refilled_at, full_at)
    SELECT key, capacity, clock_timestamp(), clock_timestamp() + make_interval(secs => fill_sec)
    FROM unnest($1::text[], $2::float8[], $3::float8[]) AS asked (key, capacity, fill_sec)
    ORDER BY key ON CONFLICT DO NOTHING`,
  // One row per key, with the end of each holder's lease: requests for a slot queue for the row, so the count is exact.
  acquire: `
    INSERT INTO held_slots AS slots (key, holders, expires_at)
    VALUES ($1, jsonb_build_object($2::text, ${NOW} + $3::float8), clock_timestamp() + make_interval(secs => $3::float8))
    ON CONFLICT (key) DO UPDATE SET
      holders = excluded.holders || COALESCE((SELECT jsonb_object_agg(holder, until)
        FROM jsonb_each(slots.holders) AS live (holder, until) WHERE ${isLive('until')}), '{}'),
      expires_at = excluded.expires_at
    WHERE (SELECT count(*) FROM jsonb_each(slots.holders) AS live (holder, until) WHERE ${isLive('until')}) < $4::int`,
  renew: `
    INSERT INTO held_slots AS slots (key, holders, expires_at)
    SELECT key, jsonb_object_agg(holder, ${NOW} + $3::float8), clock_timestamp() + make_interval(secs => $3::float8)
    FROM unnest($1::text[], $2::text[]) AS held (key, holder) GROUP BY key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET holders = slots.holders || excluded.holders, expires_at = excluded.expires_at`,
  release: `UPDATE held_slots SET holders = holders - $2::text WHERE key = $1`,
  // Removes buckets that are full again and slots without a holder.
  sweep: `
    WITH idle AS (DELETE FROM held_slots WHERE expires_at < clock_timestamp())
    DELETE FROM rate_buckets WHERE full_at < clock_timestamp()`,
} as const;
