import type { JobQueue, QueuedJob } from '../platform/queue/job-queue.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import type { DueTask, TaskRepository } from '../tasks/index.js';

type Deps = {
  tasks: Pick<TaskRepository, 'findDue'>;
  queue: Pick<JobQueue, 'add' | 'waitingIds'>;
  slots: IngestionSlots;
  intervalMs: number;
  /** A due task that nobody has claimed for this long gets another job. */
  renameAfterMs: number;
  logger: Logger;
};

/** Documents parsed at once by the workers; four times as many are queued or in progress. */
export type IngestionSlots = {
  total: number;
  /** The maximum for one tenant while there are others. */
  perTenant: number;
  /** Additional slots for files that took too long in a first try. */
  slow: number;
};

export type TaskLoop = ReturnType<typeof createTaskLoop>;

/** How long the queue is assumed to be full, because this process does not learn of work that ends in another. */
const FULL_MS = 100;

/**
 * Queues a job for each due row whose turn has come; this serves as outbox, fairness and repair at once. A job is a wake-up and claims
 * nothing. The row stays due until a worker claims it, so a lost job is added again at the next check.
 */
export const createTaskLoop = (deps: Deps) => {
  const { slots, intervalMs, logger } = deps;
  let timer: NodeJS.Timeout | null = null;
  let isDown = false;
  let fullUntilMs = -Infinity;
  const isFull = (): boolean => performance.now() <= fullUntilMs;
  /** A row added during a check may have come too late for it. */
  let isAddedMeanwhile = false;

  const lookOnce = async (): Promise<void> => {
    if (timer === null) return;
    try {
      const inFlight = await queueDue(deps);
      fullUntilMs = inFlight >= maxInFlight(slots) ? performance.now() + FULL_MS : -Infinity;
      if (isDown) logger.info({}, 'Tasks are queued again');
      isDown = false;
    } catch (error) {
      fullUntilMs = -Infinity;
      if (!isDown) logger.warn({ err: error }, 'Tasks cannot be queued, trying again');
      isDown = true;
    }
  };
  const looks = createSingleFlight(lookOnce, () => {
    const isMissed = timer !== null && isAddedMeanwhile && !isFull();
    isAddedMeanwhile = false;
    if (isMissed) look();
  });
  const look = (): void => void looks.run();
  return {
    start: (): void => {
      timer ??= setInterval(look, intervalMs);
      look();
    },
    /** Checks for due rows now instead of at the next interval; always resolves, once they are queued. */
    refill: looks.run,
    /** The same for code that added a row, without waiting; skipped while the queue is known to be full. */
    wakeUp: (): void => {
      if (looks.isRunning()) isAddedMeanwhile = true;
      else if (!isFull()) look();
    },
    stop: async (): Promise<void> => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      await looks.ended();
    },
  };
};

/**
 * While a slot parses, other documents are embedded and written: with two per slot, 140 small texts took 2.4 times as long as the naive
 * loop of the benchmark, with four 1.5 times. Everything queued is in progress, so nobody waits longer.
 */
const DOCUMENTS_PER_SLOT = 4;

/** Queued or in progress. */
export const maxInFlight = ({ total, slow }: IngestionSlots): number =>
  DOCUMENTS_PER_SLOT * total + slow;

/** The maximum number of jobs of one tenant, queued or running, while other tenants have jobs. */
export const shareOf = ({ perTenant, slow }: IngestionSlots): number =>
  DOCUMENTS_PER_SLOT * perTenant + slow;

/** Adds a job for each due task whose turn has come and that has none; returns how many are in progress or due. */
const queueDue = async ({ tasks, queue, slots, renameAfterMs }: Deps): Promise<number> => {
  // Read first: a job claimed between the two queries is then counted twice instead of not at all.
  const waiting = await queue.waitingIds();
  const found = await tasks.findDue({
    maxInFlight: DOCUMENTS_PER_SLOT * slots.total,
    perTenant: DOCUMENTS_PER_SLOT * slots.perTenant,
    maxSlow: slots.slow,
  });
  const missing = found.tasks
    .map((task) => toJob(task, renameAfterMs))
    .filter(({ id }) => !waiting.includes(id));
  // The waiting jobs may differ from the tasks whose turn it is now, and they are in progress as well.
  const room = maxInFlight(slots) - found.inFlight - waiting.length;
  await queue.add(missing.slice(0, Math.max(0, room)));
  return found.inFlight + found.tasks.length;
};

/**
 * The queue ignores a job whose id it already has, so checking twice adds nothing; and each claim raises the epoch, so the job of a lost
 * claim does not block the next. But the queue may have a job that nobody will ever process, for example one locked by a worker whose clock
 * was an hour ahead, so after a while the same task gets a job with another id.
 */
const toJob = (
  { id, tenantId, subjectKind, subjectId, version, epoch, waitedMs }: DueTask,
  renameAfterMs: number,
): QueuedJob => ({
  id: `${id}-${epoch}-${Math.floor(waitedMs / renameAfterMs)}`,
  payload: { schema: 1, tenantId, taskId: id, subjectKind, subjectId, version },
});

/** Runs work one at a time; if requested during a run, it runs once more afterwards. */
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
