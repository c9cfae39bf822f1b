import type { JobConsumer, JobQueue } from './job-queue.js';
import type { OpenWorker, ProcessJob, Connector, OpenQueue } from './connectors.js';
import { createSingleFlight, within, createLazy } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import type { Logger } from '../telemetry/telemetry.js';
import { createPostgresConnector } from './connectors.js';
import { createRedisConnector } from './connectors.js';

export type BullMqTarget = { backend: 'postgres' | 'redis'; url: string };

const CONNECTORS: Record<BullMqTarget['backend'], (url: string) => Connector> = {
  postgres: createPostgresConnector,
  redis: createRedisConnector,
};

const ANSWER_TIMEOUT_MS = 1900;

type Deps = { logger: Logger; queueName?: string };

type Handle = Parameters<JobQueue['consume']>[0]['handle'];

/** BullMQ on PostgreSQL or on Redis, behind the same few questions. */
export const createBullMqQueue = (
  target: BullMqTarget,
  { logger, queueName = 'ingestion' }: Deps,
): JobQueue => {
  const connector = CONNECTORS[target.backend](target.url);
  const onError = createErrorLog(logger);
  const { ask, close } = createAsk(() => connector.openQueue({ queueName, onError }));
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
        for (const { id, payload } of jobs) await queue.add('ingest', payload, { jobId: id });
      });
    },
    waitingIds: () => ask((queue) => queue.getRanges(['waiting'], 0, -1)),
    counts,
    consume: ({ concurrency, handle }) => {
      const openWorker = (process: ProcessJob) =>
        connector.openWorker({ queueName, onError, concurrency, process });
      return createConsumer({ openWorker, counts, onError }, handle);
    },
    check: async () => {
      await within(ANSWER_TIMEOUT_MS, connector.check()).catch((error: unknown) => {
        throw toQueueError(error);
      });
      await counts();
    },
    close: async () => {
      await within(ANSWER_TIMEOUT_MS, close()).catch(onError);
      await connector.close();
    },
  };
};

/** A backend that is down fails every second; one line per outage minute is enough. */
const LOG_INTERVAL_MS = 60_000;

const createErrorLog = (logger: Logger): ((error: unknown) => void) => {
  let loggedAtMs = -LOG_INTERVAL_MS;
  return (error) => {
    if (performance.now() - loggedAtMs < LOG_INTERVAL_MS) return;
    loggedAtMs = performance.now();
    logger.warn({ err: error }, 'Job queue connection failed, reconnecting');
  };
};

/** Opens the queue at the first use, and again at the next one after a failure: the backend may come later. */
const createAsk = (open: () => Promise<OpenQueue>) => {
  const opening = createLazy(open);
  return {
    ask: async <Result>(question: (queue: OpenQueue) => Promise<Result>): Promise<Result> => {
      try {
        return await within(ANSWER_TIMEOUT_MS, opening.get().then(question));
      } catch (error) {
        throw toQueueError(error);
      }
    },
    close: async (): Promise<void> => {
      const queue = await opening.take();
      await queue?.close();
    },
  };
};

const toQueueError = (error: unknown): AppError =>
  isAppError(error)
    ? error
    : new AppError('queue_unavailable', 'The job queue is not reachable.', { cause: error });

const WATCH_INTERVAL_MS = 2000;
/** Looks at a queue with waiting jobs and nobody at work before the worker is taken for dead. */
const IDLE_LOOKS_BEFORE_STUCK = 5;
const DISCONNECT_TIMEOUT_MS = 3000;

type ConsumerDeps = {
  openWorker: (process: ProcessJob) => Promise<OpenWorker>;
  counts: JobQueue['counts'];
  onError: (error: unknown) => void;
};

/**
 * A worker under supervision: opened again when the backend was down at the start, when it stopped, or when it sleeps
 * beside waiting jobs (BullMQ #2964, #3088: a worker that never comes back after a lost connection).
 */
const createConsumer = async (
  { openWorker, counts, onError }: ConsumerDeps,
  handle: Handle,
): Promise<JobConsumer> => {
  const jobs = trackJobs(handle);
  let worker: OpenWorker | null = null;
  let closed = false;
  let idleLooks = 0;

  const replaceWorker = async (): Promise<void> => {
    void worker?.close().catch(onError);
    worker = null;
    worker = await openWorker(jobs.process);
  };
  const watch = async (): Promise<void> => {
    if (worker?.isRunning() === true) {
      const { waiting } = await counts();
      idleLooks = waiting > 0 && jobs.size() === 0 ? idleLooks + 1 : 0;
      if (idleLooks < IDLE_LOOKS_BEFORE_STUCK) return;
    }
    await replaceWorker();
  };

  await replaceWorker().catch(onError);
  const watching = every(WATCH_INTERVAL_MS, () => watch().catch(onError));
  return {
    running: () => !closed && idleLooks < IDLE_LOOKS_BEFORE_STUCK,
    close: async ({ graceMs }) => {
      closed = true;
      await watching.stop();
      const grace = setTimeout(jobs.abortAll, graceMs);
      await within(graceMs + DISCONNECT_TIMEOUT_MS, worker?.close() ?? Promise.resolve()).catch(
        onError,
      );
      clearTimeout(grace);
    },
  };
};

type RunningJobs = {
  process: ProcessJob;
  size: () => number;
  abortAll: () => void;
};

const trackJobs = (handle: Handle): RunningJobs => {
  const running = new Set<AbortController>();
  return {
    process: async ({ data }) => {
      const controller = new AbortController();
      running.add(controller);
      try {
        await handle(data, controller.signal);
      } finally {
        running.delete(controller);
      }
    },
    size: () => running.size,
    abortAll: () => {
      for (const controller of running) controller.abort();
    },
  };
};

/** Calls the work again and again, never twice at once. */
const every = (intervalMs: number, work: () => Promise<void>) => {
  const { run, ended } = createSingleFlight(work);
  const timer = setInterval(() => void run(), intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await ended();
    },
  };
};
