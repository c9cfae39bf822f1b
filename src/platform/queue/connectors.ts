import { createPostgresBackend, Queue, withBackend, Worker } from 'bullmq';
import { Redis, type RedisOptions as AllRedisOptions } from 'ioredis';
import { AppError } from '../../shared/errors.js';
import { QUEUE_SCHEMA, QUEUE_SESSION } from '../database/sessions.js';

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

type Options = {
  url: string;
  queueName: string;
  onError: (error: Error) => void;
  connections?: number | undefined;
};

/** One backend of BullMQ. Opening rejects when the backend is down; what is open reconnects by itself. */
export type Connector = {
  openQueue(): Promise<OpenQueue>;
  openWorker(options: { concurrency: number; process: ProcessJob }): Promise<OpenWorker>;
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

/** BullMQ on Redis. */
export const createRedisConnector = ({ url, queueName, onError }: Options): Connector => {
  const clients = new Set<Redis>();
  const connect = (options: RedisOptions): Redis => {
    const client = new Redis(url, options);
    client.on('error', onError);
    client.once('end', () => clients.delete(client));
    clients.add(client);
    return client;
  };
  let producer: Redis | null = null;
  const openProducer = async (): Promise<Redis> => {
    producer ??= connect(FAIL_FAST);
    await whenReady(producer);
    return producer;
  };
  return {
    openQueue: async () => {
      const connection = await openProducer();
      const options = { connection, defaultJobOptions: JOB_OPTIONS, skipWaitingForReady: true };
      return new Queue(queueName, options).on('error', onError);
    },
    openWorker: async ({ concurrency, process }) => {
      const connection = connect({ ...RECONNECT, maxRetriesPerRequest: null });
      await orClose(whenReady(connection), async () => connection.disconnect());
      const worker = new Worker(queueName, process, { ...WORKER_OPTIONS, connection, concurrency });
      worker.on('error', onError);
      return {
        isRunning: () => worker.isRunning(),
        close: async () => {
          await worker.close();
          connection.disconnect();
        },
      };
    },
    check: async () => refuseEviction(await openProducer()),
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

const CONNECTIONS = 4;

/** BullMQ on PostgreSQL, in the role that reaches its tables alone. They are made when the database is migrated. */
export const createPostgresConnector = ({
  url,
  queueName,
  onError,
  connections = CONNECTIONS,
}: Options): Connector => {
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A job is only a hint: one that PostgreSQL forgets in a crash is queued again by the task loop, one that comes back finds
    // nothing to do. So nobody waits for the disk here; the tasks themselves are committed elsewhere, and durably.
    options: `-c synchronous_commit=off ${QUEUE_SESSION}`,
    schema: QUEUE_SCHEMA,
  };
  return {
    openQueue: async () => {
      const queue = new Queue(queueName, { connection, defaultJobOptions: JOB_OPTIONS });
      queue.on('error', onError);
      await orClose(queue.waitUntilReady(), () => queue.close());
      return queue;
    },
    openWorker: async ({ concurrency, process }) => {
      const worker = new Worker(queueName, process, { ...WORKER_OPTIONS, connection, concurrency });
      worker.on('error', onError);
      await orClose(worker.waitUntilReady(), () => worker.close(true));
      return worker;
    },
    check: async () => undefined,
    close: async () => undefined,
  };
};

/** Closes again what does not become ready. */
const orClose = async (ready: Promise<unknown>, close: () => Promise<void>): Promise<void> => {
  try {
    await ready;
  } catch (error) {
    await close();
    throw error;
  }
};
