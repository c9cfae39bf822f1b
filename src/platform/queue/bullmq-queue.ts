import { createLazy, createSingleFlight, within } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import type { Logger } from '../telemetry/telemetry.js';
import {
  createPostgresConnector,
  createRedisConnector,
  type Connector,
  type OpenQueue,
  type OpenWorker,
  type ProcessJob,
} from './connectors.js';
import type { IngestionJob, JobConsumer, JobQueue } from './job-queue.js';

export type BullMqTarget = { backend: 'postgres' | 'redis'; url: string };

const CONNECTORS = { postgres: createPostgresConnector, redis: createRedisConnector };

const ANSWER_TIMEOUT_MS = 1900;

type Options = {
  logger: Logger;
  queueName?: string;
  /** To PostgreSQL, of those who add and of those who work each. */
  connections?: number;
};

/** BullMQ on PostgreSQL or on Redis, behind the same few questions. */
export const createBullMqQueue = <Payload extends object = IngestionJob>(
  { backend, url }: BullMqTarget,
  { logger, queueName = 'ingestion', connections }: Options,
): JobQueue<Payload> => {
  const onError = createErrorLog(logger);
  const connector = CONNECTORS[backend]({ url, queueName, onError, connections });
  // The backend may come later than its first use.
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
        // In the order of their turns. On PostgreSQL addBulk makes two temporary tables: 10 ms of CPU, where a job takes 1.
        for (const { id, payload } of jobs) await queue.add('job', payload, { jobId: id });
      });
    },
    waitingIds: () => ask((queue) => queue.getRanges(['waiting'], 0, -1)),
    counts,
    consume: ({ concurrency, handle }) =>
      createConsumer({ connector, concurrency, counts, onError }, handle),
    check: async () => {
      await inTime(connector.check());
      await counts();
    },
    close: async () => {
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

/** A backend that is down fails every second; one line per outage minute is enough. */
const LOG_INTERVAL_MS = 60_000;

const createErrorLog = (logger: Logger): ((error: unknown) => void) => {
  let loggedAtMs = -LOG_INTERVAL_MS;
  return (error) => {
    if (performance.now() - loggedAtMs < LOG_INTERVAL_MS) return;
    loggedAtMs = performance.now();
    logger.warn({ err: toAppError(error) }, 'Job queue connection failed, reconnecting');
  };
};

const WATCH_INTERVAL_MS = 2000;
/** Looks at a queue with waiting jobs and nobody at work before the worker is taken for dead. */
const IDLE_LOOKS_BEFORE_STUCK = 5;
const DISCONNECT_TIMEOUT_MS = 3000;

type ConsumerDeps = {
  connector: Connector;
  concurrency: number;
  counts: JobQueue['counts'];
  onError: (error: unknown) => void;
};

/**
 * A worker under supervision: opened again when the backend was down at the start, when it stopped, or when it sleeps
 * beside waiting jobs (BullMQ #2964, #3088: a worker that never comes back after a lost connection).
 */
const createConsumer = async (
  { connector, concurrency, counts, onError }: ConsumerDeps,
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
