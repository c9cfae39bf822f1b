import { createLazy, createSingleFlight, within } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import type { Logger } from '../telemetry/telemetry.js';
import type { IngestionJob, JobConsumer, JobQueue } from './job-queue.js';
import { createPostgresBackend, Queue, withBackend, Worker } from 'bullmq';
import { Redis, type RedisOptions as AllRedisOptions } from 'ioredis';
import { QUEUE_SCHEMA, QUEUE_SESSION } from '../database/sessions.js';

export type BullMqTarget = { backend: 'postgres' | 'redis'; url: string };

const ANSWER_TIMEOUT_MS = 1900;

type Options = {
  logger: Logger;
  queueName?: string;
  /** Connections to PostgreSQL, for producers and for workers each. */
  connections?: number;
};

/** BullMQ on PostgreSQL or Redis, behind one interface. */
export const createBullMqQueue = <Payload extends object = IngestionJob>(
  { backend, url }: BullMqTarget,
  { logger, queueName = 'ingestion', connections }: Options,
): JobQueue<Payload> => {
  const { onError, ...errors } = createErrorLog(logger);
  const connector = CONNECTORS[backend]({ url, queueName, onError, connections });
  // The backend may become available after its first use.
  const opening = createLazy(() => connector.openQueue());
  const ask = <Result>(question: (queue: OpenQueue) => Promise<Result>): Promise<Result> =>
    inTime(opening.get().then(question));
  const counts = () =>
    ask(async (queue) => {
      const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
      return { waiting, active };
    });
  return {
    add: async (jobs) => {
      if (jobs.length === 0) return;
      await ask(async (queue) => {
        // Added one by one, in order: on PostgreSQL addBulk creates two temporary tables, 10 ms of CPU, where a job takes 1.
        for (const { id, payload } of jobs) await queue.add('job', payload, { jobId: id });
      });
    },
    waitingIds: () => ask((queue) => queue.getRanges(['waiting'], 0, -1)),
    counts,
    consume: ({ concurrency, handle }) =>
      createConsumer({ connector, concurrency, counts, onError, onClosing: errors.end }, handle),
    check: async () => {
      await inTime(connector.check());
      await counts();
    },
    close: async () => {
      errors.end();
      const closing = opening.take().then((queue) => queue?.close());
      await within(ANSWER_TIMEOUT_MS, closing).catch(onError);
      await connector.close();
    },
  };
};

const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await within(ANSWER_TIMEOUT_MS, work);
  } catch (cause) {
    throw toAppError(cause);
  }
};

const toAppError = (cause: unknown): AppError =>
  isAppError(cause)
    ? cause
    : new AppError('queue_unavailable', 'The job queue is not reachable.', { cause });

/** A backend that is down fails every second; one log line a minute is enough. */
const LOG_INTERVAL_MS = 60_000;

const createErrorLog = (logger: Logger) => {
  let loggedAtMs = -LOG_INTERVAL_MS;
  let hasEnded = false;
  return {
    onError: (error: unknown): void => {
      if (hasEnded || performance.now() - loggedAtMs < LOG_INTERVAL_MS) return;
      loggedAtMs = performance.now();
      logger.warn({ err: toAppError(error) }, 'Job queue connection failed, reconnecting');
    },
    /** No reconnecting from here on, because closing a connection that is being opened makes it fail. */
    end: (): void => {
      hasEnded = true;
    },
  };
};

const WATCH_INTERVAL_MS = 2000;
/** How often a queue may be seen with waiting jobs and no work under way before the worker counts as dead. */
const IDLE_LOOKS_BEFORE_STUCK = 5;
const DISCONNECT_TIMEOUT_MS = 3000;

type ConsumerDeps = {
  connector: Connector;
  concurrency: number;
  counts: JobQueue['counts'];
  onError: (error: unknown) => void;
  onClosing: () => void;
};

/**
 * A supervised worker: it is reopened if the backend was down at the start, if it stopped, or if it idles while jobs wait (BullMQ #2964,
 * #3088: a worker that never returns after a lost connection).
 */
const createConsumer = async (
  { connector, concurrency, counts, onError, onClosing }: ConsumerDeps,
  handle: Parameters<JobQueue['consume']>[0]['handle'],
): Promise<JobConsumer> => {
  const running = new Set<AbortController>();
  let worker: OpenWorker | null = null;
  let closed = false;
  let idleLooks = 0;

  const runJob: ProcessJob = async ({ data }) => {
    const controller = new AbortController();
    running.add(controller);
    try {
      await handle(data, controller.signal);
    } finally {
      running.delete(controller);
    }
  };
  const replaceWorker = async (): Promise<void> => {
    void worker?.close().catch(onError);
    worker = null;
    worker = await connector.openWorker({ concurrency, process: runJob });
  };
  const watch = createSingleFlight(async (): Promise<void> => {
    if (worker?.isRunning() === true) {
      const { waiting } = await counts();
      idleLooks = waiting > 0 && running.size === 0 ? idleLooks + 1 : 0;
      if (idleLooks < IDLE_LOOKS_BEFORE_STUCK) return;
    }
    await replaceWorker();
  });

  await replaceWorker().catch(onError);
  const watching = setInterval(() => void watch.run().catch(onError), WATCH_INTERVAL_MS);
  watching.unref();
  return {
    jobs: () => running.size,
    running: () => !closed && idleLooks < IDLE_LOOKS_BEFORE_STUCK,
    close: async ({ graceMs }) => {
      closed = true;
      onClosing();
      clearInterval(watching);
      await watch.ended();
      const grace = setTimeout(() => {
        for (const controller of running) controller.abort();
      }, graceMs);
      await within(graceMs + DISCONNECT_TIMEOUT_MS, worker?.close() ?? Promise.resolve()).catch(
        onError,
      );
      clearTimeout(grace);
    },
  };
};

/** The part of a BullMQ queue that we use, the same for both backends. */
type OpenQueue = {
  add(name: string, data: unknown, options: { jobId: string }): Promise<unknown>;
  getRanges(types: ['waiting'], start: number, end: number): Promise<string[]>;
  getJobCounts(...states: ('waiting' | 'active')[]): Promise<Record<string, number>>;
  close(): Promise<void>;
};

type OpenWorker = {
  isRunning(): boolean;
  /** Waits for running handlers, then disconnects. */
  close(): Promise<void>;
};

type ProcessJob = (job: { data: unknown }) => Promise<void>;

type ConnectorOptions = {
  url: string;
  queueName: string;
  onError: (error: Error) => void;
  connections?: number | undefined;
};

/** One backend of BullMQ. Opening rejects if the backend is down; open connections reconnect by themselves. */
type Connector = {
  openQueue(): Promise<OpenQueue>;
  openWorker(options: { concurrency: number; process: ProcessJob }): Promise<OpenWorker>;
  /** Refuses settings under which jobs would be lost. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** Finished jobs are removed: PostgreSQL records their outcome. */
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * After kill -9 another worker picks up a job in 6 to 8 seconds (a minute with BullMQ's defaults), any number of times: with the default of
 * one, a second kill would fail it for good.
 */
const WORKER_OPTIONS = {
  lockDuration: 5000,
  stalledInterval: 2500,
  maxStalledCount: 1_000_000,
  runRetryDelay: 1000,
  drainDelay: 5,
};

const CONNECT_TIMEOUT_MS = 1500;

// Without replyMapping: BullMQ's scripts expect the default replies.
type RedisOptions = Omit<AllRedisOptions, 'replyMapping'>;

const RECONNECT: RedisOptions = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  retryStrategy: (times) => Math.min(times * 100, 1000),
};

// With ioredis' defaults a command waits forever while Redis is down.
const FAIL_FAST: RedisOptions = {
  ...RECONNECT,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: CONNECT_TIMEOUT_MS,
};

/** BullMQ on Redis. */
const createRedisConnector = ({ url, queueName, onError }: ConnectorOptions): Connector => {
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
  // Managed Redis often forbids CONFIG; then an answered ping has to be enough.
  await client.ping();
  const answer = await client.config('GET', 'maxmemory-policy').catch(() => null);
  return Array.isArray(answer) ? String(answer[1]) : null;
};

const CONNECTIONS = 4;

/** BullMQ on PostgreSQL, in a role that can access only its tables. They are created by the database's migration. */
const createPostgresConnector = ({
  url,
  queueName,
  onError,
  connections = CONNECTIONS,
}: ConnectorOptions): Connector => {
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A job is only a hint: if PostgreSQL forgets one in a crash, the task loop queues it again, and one that comes back finds nothing to
    // do. So commits here do not wait for the disk; the tasks themselves are committed durably elsewhere.
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

/** Closes a connection that does not become ready. */
const orClose = async (ready: Promise<unknown>, close: () => Promise<void>): Promise<void> => {
  try {
    await ready;
  } catch (error) {
    await close();
    throw error;
  }
};

const CONNECTORS = { postgres: createPostgresConnector, redis: createRedisConnector };
