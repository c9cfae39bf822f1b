import { AppError, isAppError } from '../../shared/errors.js';
import type { JobQueue } from './job-queue.js';
import type { Logger } from '../telemetry/telemetry.js';
import type { Connector, OpenQueue, ProcessJob } from './connector.js';
import { createConsumer } from './consumer.js';
import { createPostgresConnector } from './postgres-connector.js';
import { createRedisConnector } from './redis-connector.js';
import { createLazy, within } from '../../shared/async.js';

export type BullMqTarget = { backend: 'postgres' | 'redis'; url: string };

const CONNECTORS: Record<BullMqTarget['backend'], (url: string) => Connector> = {
  postgres: createPostgresConnector,
  redis: createRedisConnector,
};

const ANSWER_TIMEOUT_MS = 1900;

type Deps = { logger: Logger; queueName?: string };

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
