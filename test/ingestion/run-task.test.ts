import { describe, expect, it } from '@jest/globals';
import { createBackoff } from '../../src/ingestion/after-failure.js';
import { createHandleJob } from '../../src/ingestion/run-task.js';
import { createTaskLoop, type TaskLoop } from '../../src/ingestion/task-loop.js';
import type { QueuedJob } from '../../src/platform/queue/job-queue.js';
import { AppError } from '../../src/shared/errors.js';
import { DocumentId, newId, TaskId, TenantId } from '../../src/shared/ids.js';
import type { DueTask } from '../../src/tasks/task.js';
import { createSilentLogger, type LoggedLine } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

type Handle = (payload: unknown, signal: AbortSignal) => Promise<void>;

/** Ignores a job whose id it holds, gives its jobs to one worker in turn, and drops each when its handler has ended. */
const createQueue = () => {
  const held: QueuedJob[] = [];
  let isAtWork = false;
  return {
    add: async (jobs: readonly QueuedJob[]) => {
      for (const job of jobs) if (!held.some(({ id }) => id === job.id)) held.push(job);
    },
    waitingIds: async () => held.slice(isAtWork ? 1 : 0).map(({ id }) => id),
    /** Has the jobs handled that it holds and those that come meanwhile, but no more than so many. */
    work: async (handle: Handle, maxJobs: number) => {
      for (let handled = 0; handled < maxJobs && held[0] !== undefined; handled += 1) {
        isAtWork = true;
        await handle(held[0].payload, new AbortController().signal);
        isAtWork = false;
        held.shift();
      }
    },
  };
};

const dueTask = (): DueTask => ({
  id: newId(TaskId),
  tenantId: newId(TenantId),
  subjectId: newId(DocumentId),
  subjectKind: 'document',
  version: 1,
  action: 'index',
  epoch: 3,
  failures: 0,
  waitedMs: 0,
});

/** A loop over so many due tasks, two slots, and its worker; `claim` is asked instead of PostgreSQL, and may take from the due ones. */
const createWorker = (count: number, claim: (due: DueTask[]) => Promise<null>) => {
  const lines: LoggedLine[] = [];
  const due = Array.from({ length: count }, dueTask);
  const queue = createQueue();
  const logger = createSilentLogger(lines);
  const loop: TaskLoop = createTaskLoop({
    queue,
    logger,
    slots: { total: 2, perTenant: 1, slow: 1 },
    intervalMs: 60_000,
    renameAfterMs: 60_000,
    tasks: { findDue: async () => ({ tasks: due.slice(0, 4), inFlight: 0 }) },
  });
  const isNotAsked = () => Promise.reject(new Error('There is no task to work on.'));
  const handle = createHandleJob({
    fingerprint: '[]',
    tasks: {
      claim: () => claim(due),
      renew: isNotAsked,
      settle: isNotAsked,
      findHeld: isNotAsked,
    },
    database: { withScope: isNotAsked },
    work: { ingestDocument: isNotAsked, ingestMemory: isNotAsked, purgeSubject: isNotAsked },
    backoff: createBackoff(1),
    leaseMs: 60_000,
    retryBaseMs: 1,
    share: 4,
    onSettled: () => loop.refill(),
    metrics: createSilentMetrics(),
    logger,
    now: () => new Date(),
  });
  return { loop, lines, work: () => queue.work(handle, 20) };
};

describe('tasks that cannot be claimed', () => {
  it('are claimed only once per look of the loop, however quickly the claims fail', async () => {
    let claims = 0;
    const { loop, lines, work } = createWorker(2, () => {
      claims += 1;
      return Promise.reject(new AppError('storage_unavailable', 'The disk is full.'));
    });
    loop.start();
    await loop.refill();

    await work();
    const afterFirstLook = claims;
    await loop.refill();
    await work();
    await loop.stop();

    expect([afterFirstLook, claims]).toEqual([2, 4]);
    expect(lines.map(({ level, message }) => [level, message])).toEqual(
      Array(4).fill(['warn', 'Task could not be claimed, left to the next look of the loop']),
    );
  });
});

describe('tasks that another worker has claimed', () => {
  it('give up their place in the queue at once', async () => {
    let claims = 0;
    const { loop, work } = createWorker(5, async (due) => {
      claims += 1;
      due.shift();
      return null;
    });
    loop.start();
    await loop.refill();

    await work();
    await loop.stop();

    expect(claims).toBe(5);
  });
});
