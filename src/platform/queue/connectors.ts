import {
  Queue,
  Worker,
  createPostgresBackend,
  DEFAULT_SCHEMA,
  runMigrations,
  withBackend,
} from 'bullmq';
import { Redis, type RedisOptions as AllRedisOptions } from 'ioredis';
import { AppError } from '../../shared/errors.js';
import { Pool, type PoolClient } from 'pg';
import { createLazy } from '../../shared/async.js';

/** The part of a BullMQ queue that is used, equal for both backends. */
export type OpenQueue = {
  add(name: string, data: unknown, options: { jobId: string }): Promise<unknown>;
  getRanges(types: ['waiting'], start: number, end: number): Promise<string[]>;
  getJobCounts(...states: ('waiting' | 'active')[]): Promise<Record<string, number>>;
  close(): Promise<void>;
};

export type OpenWorker = {
  isRunning(): boolean;
  /** Waits for running handlers, then disconnects. */
  close(): Promise<void>;
};

export type ProcessJob = (job: { data: unknown }) => Promise<void>;

type OpenOptions = { queueName: string; onError: (error: Error) => void };

/** One backend of BullMQ. Opening rejects when the backend is down; what is open reconnects by itself. */
export type Connector = {
  openQueue(options: OpenOptions): Promise<OpenQueue>;
  openWorker(
    options: OpenOptions & { concurrency: number; process: ProcessJob },
  ): Promise<OpenWorker>;
  /** Refuses settings under which jobs would be lost. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The finished leave no trace: PostgreSQL knows what became of them. */
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * After kill -9 a job is picked up by another worker in 6 to 8 seconds (a minute with BullMQ's defaults), and any number
 * of times: with the default of one, a second kill would fail it for good.
 */
const WORKER_OPTIONS = {
  lockDuration: 5000,
  stalledInterval: 2500,
  maxStalledCount: 1_000_000,
  runRetryDelay: 1000,
  drainDelay: 5,
};

const CONNECT_TIMEOUT_MS = 1500;

// Our own replies stay in the mapping BullMQ's scripts expect.
type RedisOptions = Omit<AllRedisOptions, 'replyMapping'>;

const RECONNECT: RedisOptions = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  retryStrategy: (times) => Math.min(times * 100, 1000),
};

// With ioredis' defaults a command waits for ever while Redis is down.
const FAIL_FAST: RedisOptions = {
  ...RECONNECT,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: CONNECT_TIMEOUT_MS,
};

const CONNECTIONS = 4;

/** BullMQ on Redis. */
export const createRedisConnector = (url: string): Connector => {
  const clients = new Set<Redis>();
  const connect = (options: RedisOptions, onError: (error: Error) => void): Redis => {
    const client = new Redis(url, options);
    client.on('error', onError);
    client.once('end', () => clients.delete(client));
    clients.add(client);
    return client;
  };
  let producer: Redis | null = null;
  const openProducer = async (onError: (error: Error) => void): Promise<Redis> => {
    producer ??= connect(FAIL_FAST, onError);
    await whenReady(producer);
    return producer;
  };
  return {
    openQueue: async ({ queueName, onError }) => {
      const connection = await openProducer(onError);
      const queue = new Queue(queueName, {
        connection,
        defaultJobOptions: JOB_OPTIONS,
        skipWaitingForReady: true,
      });
      queue.on('error', onError);
      return queue;
    },
    openWorker: (options) =>
      openRedisWorker(
        connect({ ...RECONNECT, maxRetriesPerRequest: null }, options.onError),
        options,
      ),
    check: async () => {
      await refuseEviction(await openProducer(() => undefined));
    },
    close: async () => {
      for (const client of clients) client.disconnect();
    },
  };
};

const whenReady = (client: Redis): Promise<void> =>
  new Promise((resolve, reject) => {
    if (client.status === 'ready') {
      resolve();
      return;
    }
    const timer = setTimeout(() => {
      client.off('ready', onReady);
      reject(new Error('Redis did not answer in time'));
    }, CONNECT_TIMEOUT_MS);
    const onReady = () => {
      clearTimeout(timer);
      resolve();
    };
    client.once('ready', onReady);
  });

const openRedisWorker = async (
  connection: Redis,
  { queueName, onError, concurrency, process }: Parameters<Connector['openWorker']>[0],
): Promise<OpenWorker> => {
  try {
    await whenReady(connection);
  } catch (error) {
    connection.disconnect();
    throw error;
  }
  const worker = new Worker(queueName, process, { ...WORKER_OPTIONS, connection, concurrency });
  worker.on('error', onError);
  return {
    isRunning: () => worker.isRunning(),
    close: async () => {
      await worker.close();
      connection.disconnect();
    },
  };
};

const refuseEviction = async (client: Redis): Promise<void> => {
  const policy = await readEvictionPolicy(client);
  if (policy?.startsWith('allkeys-') !== true) return;
  throw new AppError(
    'queue_unavailable',
    `Redis may evict jobs: its maxmemory-policy is ${policy}, set it to noeviction.`,
  );
};

const readEvictionPolicy = async (client: Redis): Promise<string | null> => {
  // Managed Redis often forbids CONFIG; that it answers a ping has to do then.
  await client.ping();
  const answer = await client.config('GET', 'maxmemory-policy').catch(() => null);
  return Array.isArray(answer) ? String(answer[1]) : null;
};

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
