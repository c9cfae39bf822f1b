import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTaskLoop, type TaskLoop } from '../../src/ingestion/task-loop.js';
import type { QueuedJob } from '../../src/platform/queue/job-queue.js';
import { DocumentId, newId, TaskId, TenantId } from '../../src/shared/ids.js';
import type { DueTask } from '../../src/tasks/task.js';
import { createSilentLogger } from '../fakes/silent-logger.js';

const SLOTS = { total: 2, perTenant: 1, slow: 1 };
const IN_FLIGHT = 9;

describe('the loop that looks for due tasks', () => {
  let loop: TaskLoop;
  let looks = 0;
  let onLook = (): void => undefined;
  const open = async ({ isFull }: { isFull: boolean }): Promise<void> => {
    looks = 0;
    onLook = () => undefined;
    loop = createTaskLoop({
      tasks: {
        findDue: async () => {
          await Promise.resolve();
          onLook();
          return { tasks: [], inFlight: isFull ? IN_FLIGHT : 0 };
        },
      },
      queue: {
        add: () => Promise.resolve(),
        waitingIds: () => {
          looks += 1;
          return Promise.resolve([]);
        },
      },
      slots: SLOTS,
      intervalMs: 60_000,
      renameAfterMs: 60_000,
      logger: createSilentLogger(),
    });
    loop.start();
    await loop.refill();
  };
  afterEach(() => loop.stop());

  it('looks when a task was added', async () => {
    await open({ isFull: false });
    const before = looks;

    loop.wakeUp();

    expect(looks).toBe(before + 1);
  });

  it('looks when one has ended, but not when one was added while the queue is full', async () => {
    await open({ isFull: true });
    const before = looks;

    loop.wakeUp();
    const afterWakeUp = looks;
    await loop.refill();

    expect([afterWakeUp, looks]).toEqual([before, before + 1]);
  });

  it.each([
    { isFull: false, again: 1, what: 'once more for what was added during a look' },
    { isFull: true, again: 0, what: 'no more if that look found the queue full' },
  ])('looks $what', async ({ isFull, again }) => {
    await open({ isFull });
    const before = looks;
    onLook = () => {
      onLook = () => undefined;
      loop.wakeUp();
      loop.wakeUp();
    };

    await loop.refill();
    await loop.stop();

    expect(looks).toBe(before + 1 + again);
  });

  it('is at rest once it is stopped, whatever was added in the meantime', async () => {
    await open({ isFull: false });
    const before = looks;
    let stopped: Promise<void> = Promise.resolve();
    onLook = () => {
      loop.wakeUp();
      stopped = loop.stop();
    };

    await loop.refill();
    await stopped;
    await nextTurn();

    expect(looks).toBe(before + 1);
  });
});

describe('the jobs queued by the loop', () => {
  const dueTask = (waitedMs = 0): DueTask => ({
    id: newId(TaskId),
    tenantId: newId(TenantId),
    subjectKind: 'document',
    subjectId: newId(DocumentId),
    version: 1,
    action: 'index',
    epoch: 3,
    failures: 0,
    waitedMs,
  });
  const jobIdOf = ({ id }: DueTask, round = 0): string => `${id}-3-${round}`;

  /** The ids of the jobs that one look adds. */
  const addedBy = async (look: {
    due: DueTask[];
    inFlight?: number;
    waitingIds?: string[];
  }): Promise<string[]> => {
    const added: QueuedJob[] = [];
    const loop = createTaskLoop({
      tasks: { findDue: async () => ({ tasks: look.due, inFlight: look.inFlight ?? 0 }) },
      queue: {
        add: async (jobs) => void added.push(...jobs),
        waitingIds: async () => look.waitingIds ?? [],
      },
      slots: SLOTS,
      intervalMs: 60_000,
      renameAfterMs: 1000,
      logger: createSilentLogger(),
    });
    loop.start();
    await loop.refill();
    await loop.stop();
    return [...new Set(added.map(({ id }) => id))];
  };

  it('are added in order, except those already waiting', async () => {
    const due = [dueTask(), dueTask(), dueTask()];

    const added = await addedBy({ due, waitingIds: [jobIdOf(due[1]!)] });

    expect(added).toEqual([jobIdOf(due[0]!), jobIdOf(due[2]!)]);
  });

  it('are at most four per slot and one for a slow one, counting running and waiting ones', async () => {
    const due = [dueTask(), dueTask(), dueTask()];

    const added = await addedBy({ due, inFlight: 6, waitingIds: ['another', 'one more'] });

    expect(added).toEqual([jobIdOf(due[0]!)]);
  });

  it('stay within the limit even if a waiting one is claimed during the look', async () => {
    const [waiting, next] = [dueTask(), dueTask()];
    let isClaimed = false;
    const added: QueuedJob[] = [];
    const loop = createTaskLoop({
      tasks: {
        findDue: async () => {
          const inFlight = isClaimed ? IN_FLIGHT : IN_FLIGHT - 1;
          isClaimed = true;
          return { tasks: inFlight < IN_FLIGHT ? [next] : [], inFlight };
        },
      },
      queue: {
        add: async (jobs) => void added.push(...jobs),
        waitingIds: async () => {
          const ids = isClaimed ? [] : [jobIdOf(waiting)];
          isClaimed = true;
          return ids;
        },
      },
      slots: SLOTS,
      intervalMs: 60_000,
      renameAfterMs: 1000,
      logger: createSilentLogger(),
    });

    loop.start();
    await loop.stop();

    expect(added).toEqual([]);
  });

  it('get a new id if nobody claimed the task for a while, as the old one may be stuck', async () => {
    const due = [dueTask(999), dueTask(1000), dueTask(2500)];

    const added = await addedBy({ due });

    expect(added).toEqual([jobIdOf(due[0]!, 0), jobIdOf(due[1]!, 1), jobIdOf(due[2]!, 2)]);
  });
});
