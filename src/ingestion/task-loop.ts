import type { IngestionTask, TaskRepository } from '../tasks/index.js';
import type { JobQueue, QueuedJob } from '../platform/queue/job-queue.js';
import type { Logger } from '../platform/telemetry/telemetry.js';

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
  /** The same for who added a row, without waiting; not done while the queue is known to be full. */
  wakeUp(): void;
  stop(): Promise<void>;
};

/**
 * Moves due rows into the queue: the outbox, the fairness and the repair in one. Rows whose job got lost come back by the end of
 * their lease.
 */
export const createTaskLoop = (deps: Deps): TaskLoop => {
  const { tasks, queue, slots, intervalMs, leaseMs, logger } = deps;
  const outage = createOutageLog(logger);
  const fullness = createFullness();
  let timer: NodeJS.Timeout | null = null;
  /** A row that was added during a look may have come too late for it. */
  let isAddedMeanwhile = false;

  const takeAndQueue = async (): Promise<void> => {
    const { tasks: due, isFull } = await tasks.takeDue({ maxInFlight: 2 * slots, leaseMs });
    if (due.length > 0) await queue.add(due.map(toJob));
    fullness.set(isFull);
  };
  const looks = createSingleFlight(
    async () => {
      if (timer === null) return;
      try {
        await takeAndQueue();
        outage.succeeded();
      } catch (error) {
        fullness.set(false);
        outage.failed(error);
      }
    },
    () => {
      const isMissed = timer !== null && isAddedMeanwhile && !fullness.isKnown();
      isAddedMeanwhile = false;
      if (isMissed) look();
    },
  );
  const look = (): void => void looks.run();
  return {
    start: () => {
      timer ??= setInterval(look, intervalMs);
      look();
    },
    refill: looks.run,
    wakeUp: () => {
      if (looks.isRunning()) isAddedMeanwhile = true;
      else if (!fullness.isKnown()) look();
    },
    stop: async () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      await looks.ended();
    },
  };
};

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

/** How long the queue is believed to be full: of what ends in another process nothing is heard here. */
const FULL_MS = 100;

const createFullness = () => {
  let untilMs = -Infinity;
  return {
    isKnown: () => performance.now() <= untilMs,
    set: (isFull: boolean) => {
      untilMs = isFull ? performance.now() + FULL_MS : -Infinity;
    },
  };
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

/** Runs work one at a time; asked for during a run, it runs once more after it. */
const createSingleFlight = (work: () => Promise<void>, onEnded: () => void) => {
  let current: Promise<void> | null = null;
  let isAsked = false;
  const runWhileAsked = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      await work();
    }
  };
  return {
    run: (): Promise<void> => {
      isAsked = true;
      current ??= runWhileAsked().finally(() => {
        current = null;
        onEnded();
      });
      return current;
    },
    isRunning: (): boolean => current !== null,
    ended: async (): Promise<void> => {
      await current;
    },
  };
};
