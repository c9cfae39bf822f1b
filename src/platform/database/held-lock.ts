import pg from 'pg';
import { createSingleFlight } from '../../shared/async.js';
import { APPLICATION_SESSION } from './sessions.js';

type Options = {
  url: string;
  key: string;
  /** How long the holder may go without asking before PostgreSQL gives the lock to another process. Default: two and a half minutes. */
  silenceMs?: number;
};

/** Longer than the time between two scrapes, which come at least once a minute. */
const SILENCE_MS = 150_000;
const ANSWER_TIMEOUT_MS = 2000;

/**
 * A lock that one of all processes on a database holds. Asking takes it if it is free, and keeps it; it is lost with its connection, so a
 * dead or stalled process does not keep it. It uses a dedicated connection, not one of a pool.
 */
export const createHeldLock = ({ url, key, silenceMs = SILENCE_MS }: Options) => {
  let holder: pg.Client | null = null;
  let isClosed = false;
  const lose = async (client: pg.Client): Promise<void> => {
    if (holder === client) holder = null;
    await client.end().catch(() => undefined);
  };
  const tryToTake = async (): Promise<boolean> => {
    const client = createClient(url, silenceMs);
    client.on('error', () => void lose(client));
    try {
      await client.connect();
      const { rows } = await client.query<{ locked: boolean }>(TAKE, [key]);
      if (rows[0]?.locked === true) holder = client;
    } finally {
      if (holder !== client) await lose(client);
    }
    return holder !== null;
  };
  const asking = createSingleFlight(async (): Promise<boolean> => {
    if (isClosed) return false;
    const held = holder;
    if (held === null) return tryToTake();
    return held.query('SELECT 1').then(
      () => holder === held,
      async () => {
        await lose(held);
        return tryToTake();
      },
    );
  });
  return {
    /** Rejects when PostgreSQL is unavailable. */
    isHeld: asking.run,
    close: async (): Promise<void> => {
      isClosed = true;
      await asking.ended();
      if (holder !== null) await lose(holder);
    },
  };
};

const TAKE = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked';

const createClient = (url: string, silenceMs: number): pg.Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'knowledge-router',
    options: `-c idle_session_timeout=${silenceMs} ${APPLICATION_SESSION}`,
  });
