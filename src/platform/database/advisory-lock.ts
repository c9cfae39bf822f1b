import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.js';
import { translateError } from './translate-error.js';

const MIN_WAIT_MS = 10;
const MAX_WAIT_MS = 200;
// Named: parsed once per connection.
const LOCK = {
  name: 'lock',
  text: 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
};
const UNLOCK = { name: 'unlock', text: 'SELECT pg_advisory_unlock(hashtextextended($1, 0))' };

/**
 * Waiters ask again instead of blocking in PostgreSQL: they keep no connection from a holder, and a fired signal frees them at once.
 */
export const createWithLock =
  (pool: pg.Pool): Database<unknown>['withLock'] =>
  async ({ key, signal }, work) => {
    const client = await takeLock(pool, { key, signal });
    try {
      return await work();
    } finally {
      await releaseLock(client, key);
    }
  };

const takeLock = async (
  pool: pg.Pool,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<pg.PoolClient> => {
  for (let waitMs = MIN_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    signal.throwIfAborted();
    const client = await tryLock(pool, key);
    if (client) return client;
    await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal });
  }
};

const tryLock = async (pool: pg.Pool, key: string): Promise<pg.PoolClient | null> => {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    const { rows } = await client.query<{ locked: boolean }>({ ...LOCK, values: [key] });
    if (rows[0]?.locked) {
      client.on('error', ignoreLostConnection);
      return client;
    }
    client.release();
    return null;
  } catch (error) {
    client?.release(true);
    throw translateError(error);
  }
};

/** A holder whose connection drops has lost the lock already; its work ends by its own checks (lease, signal). */
const ignoreLostConnection = (): void => undefined;

const releaseLock = async (client: pg.PoolClient, key: string): Promise<void> => {
  let isBroken = false;
  try {
    await client.query({ ...UNLOCK, values: [key] });
  } catch {
    isBroken = true;
  }
  client.off('error', ignoreLostConnection);
  // A connection that could not unlock is closed, which unlocks.
  client.release(isBroken);
};
