import type { IngestionTask } from '../../domain/ingestion-task.js';
import type { TaskRepository } from '../../ports/database/platform.js';
import type { JobQueue, QueuedJob } from '../../ports/job-queue.js';
import type { Logger } from '../../ports/telemetry.js';

type Deps = {
  tasks: Pick<TaskRepository, 'takeDue'>;
  queue: Pick<JobQueue, 'add'>;
  /** Documents the workers ingest at once; twice as many wait in the queue or are at work. */
  slots: number;
  intervalMs: number;
  /** How long a queued row waits for a worker before it is taken again. */
  leaseMs: number;
  logger: Logger;
};

export type TaskLoop = {
  start(): void;
  /** Looks for due rows now and not only at the next interval; resolves, always, once they are queued. */
  refill(): Promise<void>;
  stop(): Promise<void>;
};

const toJob = ({
  id,
  tenantId,
  subjectKind,
  subjectId,
  version,
  epoch,
}: IngestionTask): QueuedJob => ({
  id: `${id}-${epoch}`,
  payload: { schema: 1, tenantId, taskId: id, subjectKind, subjectId, version },
});

/** Tells of an outage once, and of its end. */
const createOutageLog = (logger: Logger) => {
  let isDown = false;
  return {
    failed: (error: unknown) => {
      if (!isDown) logger.warn({ err: error }, 'Tasks cannot be queued, trying again');
      isDown = true;
    },
    succeeded: () => {
      if (isDown) logger.info({}, 'Tasks are queued again');
      isDown = false;
    },
  };
};

/**
 * Moves due rows into the queue: the outbox, the fairness and the repair in one. Rows whose job got lost come back by the end of
 * their lease.
 */
export const createTaskLoop = (deps: Deps): TaskLoop => {
  const { tasks, queue, slots, intervalMs, leaseMs, logger } = deps;
  const outage = createOutageLog(logger);
  let timer: NodeJS.Timeout | null = null;
  let current: Promise<void> | null = null;
  let isPoked = false;

  const takeAndQueue = async (): Promise<void> => {
    const due = await tasks.takeDue({ maxInFlight: 2 * slots, leaseMs });
    if (due.length > 0) await queue.add(due.map(toJob));
  };
  const takePoke = (): boolean => {
    const wasPoked = isPoked && timer !== null;
    isPoked = false;
    return wasPoked;
  };
  const runWhilePoked = async (): Promise<void> => {
    while (takePoke()) {
      try {
        await takeAndQueue();
        outage.succeeded();
      } catch (error) {
        outage.failed(error);
      }
    }
  };
  const refill = (): Promise<void> => {
    isPoked = true;
    current ??= runWhilePoked().finally(() => {
      current = null;
    });
    return current;
  };
  const poke = (): void => void refill();
  return {
    start: () => {
      timer ??= setInterval(poke, intervalMs);
      poke();
    },
    refill,
    stop: async () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      await current;
    },
  };
};
