import type { JobQueue, QueuedJob } from '../platform/queue/job-queue.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import type { DueTask, TaskRepository } from '../tasks/index.js';

type Deps = {
  tasks: Pick<TaskRepository, 'findDue'>;
  queue: Pick<JobQueue, 'add' | 'waitingIds'>;
  slots: IngestionSlots;
  intervalMs: number;
  /** A due task that nobody has claimed for so long gets another job. */
  renameAfterMs: number;
  logger: Logger;
};

/** Documents the workers parse at once; four times as many wait in the queue or are at work. */
export type IngestionSlots = {
  total: number;
  /** The most for one tenant, where there are others. */
  perTenant: number;
  /** Beside them, those whose file took too long for a first try. */
  slow: number;
};

export type TaskLoop = ReturnType<typeof createTaskLoop>;

/** The time for which the queue is believed to be full, because this process does not hear of work that ends in another. */
const FULL_MS = 100;

/**
 * Puts a job into the queue for each due row whose turn it is: the outbox, the fairness and the repair in one. A job is a wake-up and
 * claims nothing. The row stays due until a worker claims it, so a job that got lost is added again at the next look.
 */
export const createTaskLoop = (deps: Deps) => {
  const { slots, intervalMs, logger } = deps;
  let timer: NodeJS.Timeout | null = null;
  let isDown = false;
  let fullUntilMs = -Infinity;
  const isFull = (): boolean => performance.now() <= fullUntilMs;
  /** A row that was added during a look may have come too late for it. */
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
    /** Looks for due rows now and not only at the next interval; resolves, always, once they are queued. */
    refill: looks.run,
    /** The same for who added a row, without waiting; not done while the queue is known to be full. */
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
 * While a slot parses, others of its documents are embedded and written: with two of them 140 small texts took 2.4 times as long as the
 * naive loop of the bench, with four 1.5 times. All that is queued is under way, so nobody waits longer.
 */
const DOCUMENTS_PER_SLOT = 4;

/** Queued or at work. */
export const maxInFlight = ({ total, slow }: IngestionSlots): number =>
  DOCUMENTS_PER_SLOT * total + slow;

/** The most jobs of one tenant, queued or running, while other tenants have jobs. */
export const shareOf = ({ perTenant, slow }: IngestionSlots): number =>
  DOCUMENTS_PER_SLOT * perTenant + slow;

/** Adds a job for each due task whose turn it is and that has none; returns how many are in flight or due. */
const queueDue = async ({ tasks, queue, slots, renameAfterMs }: Deps): Promise<number> => {
  // Asked first: a job that is claimed between the two questions is counted twice then, and not in neither.
  const waiting = await queue.waitingIds();
  const found = await tasks.findDue({
    maxInFlight: DOCUMENTS_PER_SLOT * slots.total,
    perTenant: DOCUMENTS_PER_SLOT * slots.perTenant,
    maxSlow: slots.slow,
  });
  const missing = found.tasks
    .map((task) => toJob(task, renameAfterMs))
    .filter(({ id }) => !waiting.includes(id));
  // Those that wait may be others than those whose turn it is now, and they are in flight as well.
  const room = maxInFlight(slots) - found.inFlight - waiting.length;
  await queue.add(missing.slice(0, Math.max(0, room)));
  return found.inFlight + found.tasks.length;
};

/**
 * The queue ignores a job whose id it has, so looking twice adds nothing; and each claim raises the epoch, so the job of a claim that
 * was lost is not in the way of the next. But the queue may have one that nobody will ever work on: locked, say, by a worker whose
 * clock was an hour ahead. So after a while the same task gets a job with another id.
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
