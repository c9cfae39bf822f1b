import { createPostgresBackend, DEFAULT_SCHEMA, runMigrations, withBackend } from 'bullmq';
import { Pool, type PoolClient } from 'pg';
import { createLazy } from '../../shared/async.js';
import { JOB_OPTIONS, WORKER_OPTIONS, type Connector } from './connector.js';

const CONNECT_TIMEOUT_MS = 1500;
const CONNECTIONS = 4;

/** BullMQ on PostgreSQL, in the schema `bullmq`, with BullMQ's own migrations. */
export const createPostgresConnector = (url: string): Connector => {
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = {
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A job is only a hint: one that PostgreSQL forgets in a crash is queued again by the task loop, one that comes back finds
    // nothing to do. So nobody waits for the disk here; the tasks themselves are committed elsewhere, and durably.
    options: '-c synchronous_commit=off',
  };
  const migrated = createLazy(() => migrate(url));
  return {
    openQueue: async ({ queueName, onError }) => {
      await migrated.get();
      const queue = new Queue(queueName, { connection, defaultJobOptions: JOB_OPTIONS });
      queue.on('error', onError);
      return queue.waitUntilReady().then(
        () => queue,
        async (error: unknown) => {
          await queue.close();
          throw error;
        },
      );
    },
    openWorker: async ({ queueName, onError, concurrency, process }) => {
      await migrated.get();
      const worker = new Worker(queueName, process, { ...WORKER_OPTIONS, connection, concurrency });
      worker.on('error', onError);
      return worker.waitUntilReady().then(
        () => worker,
        async (error: unknown) => {
          await worker.close(true);
          throw error;
        },
      );
    },
    check: async () => undefined,
    close: async () => undefined,
  };
};

const migrate = async (url: string): Promise<void> => {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  try {
    const client = await pool.connect();
    try {
      await runMigrations(withoutCreateSchema(client), DEFAULT_SCHEMA);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
};

// The application role owns what is in the schema, but may not create schemas; our migrations made this one.
const withoutCreateSchema = (client: PoolClient) => ({
  query: (text: string, values?: readonly unknown[]) =>
    text.startsWith('CREATE SCHEMA')
      ? Promise.resolve({ rows: [] })
      : client.query(text, values === undefined ? undefined : [...values]),
});
