import type { DueTask, TaskRepository } from '../tasks/index.js';
import type { JobQueue, QueuedJob } from '../platform/queue/job-queue.js';
import type { Logger } from '../platform/telemetry/telemetry.js';

type Deps = {
  tasks: Pick<TaskRepository, 'findDue'>;
  queue: Pick<JobQueue, 'add' | 'waitingIds'>;
  /** Documents the workers ingest at once; twice as many wait in the queue or are at work. */
  slots: number;
  intervalMs: number;
  /** A due task that nobody has claimed for so long gets another job. */
  renameAfterMs: number;
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
 * Puts a job into the queue for each due row whose turn it is: the outbox, the fairness and the repair in one. A job is a wake-up and
 * claims nothing. The row stays due until a worker claims it, so a job that got lost is added again at the next look.
 */
export const createTaskLoop = (deps: Deps): TaskLoop => {
  const { tasks, queue, slots, intervalMs, renameAfterMs, logger } = deps;
  const outage = createOutageLog(logger);
  const fullness = createFullness();
  let timer: NodeJS.Timeout | null = null;
  /** A row that was added during a look may have come too late for it. */
  let isAddedMeanwhile = false;

  const queueDue = async (): Promise<void> => {
    const maxInFlight = 2 * slots;
    // Asked first: a job that is claimed between the two questions is counted twice then, and not in neither.
    const waiting = await queue.waitingIds();
    const { tasks: due, inFlight } = await tasks.findDue({ maxInFlight });
    const missing = due
      .map((task) => toJob(task, renameAfterMs))
      .filter(({ id }) => !waiting.includes(id));
    // Those that wait may be others than those whose turn it is now, and they are in flight as well.
    await queue.add(missing.slice(0, Math.max(0, maxInFlight - inFlight - waiting.length)));
    fullness.set(inFlight + due.length >= maxInFlight);
  };
  const looks = createSingleFlight(
    async () => {
      if (timer === null) return;
      try {
        await queueDue();
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

/**
 * The queue ignores a job whose id it has, so looking twice adds nothing; and each claim raises the epoch, so the job of a claim that
 * was lost is not in the way of the next. But the queue may have one that nobody will ever work on: locked, say, by a worker whose
 * clock was an hour ahead. So after a while the same wish gets another id.
 */
const toJob = (
  { id, tenantId, subjectKind, subjectId, version, epoch, waitedMs }: DueTask,
  renameAfterMs: number,
): QueuedJob => ({
  id: `${id}-${epoch}-${Math.floor(waitedMs / renameAfterMs)}`,
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
