import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_LOST_LEASES } from '../../src/tasks/task.js';
import { DocumentId, newId, type TaskId, type TenantId } from '../../src/shared/ids.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let database: Database;
let a: TestTenant;
let b: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  [a, b] = [await test.tenant(), await test.tenant()];
});

beforeEach(() => queryAsOwner(test, 'DELETE FROM ingestion_tasks'));

afterAll(() => test.destroy());

const schedule = async (tenant: TestTenant, count = 1): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => newId(DocumentId));
  await database.withScope(tenant.system, async (tx) => {
    for (const subjectId of ids) {
      await tx.tasks.schedule({ subjectKind: 'document', subjectId, version: 1, action: 'index' });
    }
  });
  return ids;
};

/** So many places, of which one is kept for a tenant that has none. */
const look = (maxInFlight: number, perTenant = maxInFlight) =>
  database.platform.tasks.findDue({ maxInFlight: maxInFlight + 1, perTenant, maxSlow: 1 });

const findDue = async (maxInFlight = 100, perTenant = maxInFlight) =>
  (await look(maxInFlight, perTenant)).tasks;

const claim = async ({ id, tenantId }: { id: TaskId; tenantId: TenantId }, leaseMs = 60_000) => {
  const claimed = await database.platform.tasks.claim({ taskId: id, tenantId, leaseMs });
  return claimed && { ...claimed, taskId: claimed.id };
};

const claimAll = (tasks: Awaited<ReturnType<typeof findDue>>) =>
  Promise.all(tasks.map((task) => claim(task)));

const claimNext = async () => {
  const [task] = await findDue();
  return (await claim(task!))!;
};

const expireLeases = () =>
  queryAsOwner(test, `UPDATE ingestion_tasks SET lease_expires_at = now() - interval '1 second'`);

describe('finding due tasks', () => {
  it('alternates between tenants, whoever came first with however many', async () => {
    await schedule(a, 20);
    await schedule(b, 2);

    const found = await findDue(6);

    const tenants = found.map(({ tenantId }) => (tenantId === a.tenantId ? 'a' : 'b'));
    expect(tenants).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
  });

  it('counts the tasks of a tenant that are already in progress', async () => {
    await schedule(a, 20);
    await claimAll(await findDue(4));
    await schedule(b, 4);

    const found = await look(7);

    expect(found.inFlight).toBe(4);
    expect(found.tasks.map(({ tenantId }) => tenantId)).toEqual(Array(3).fill(b.tenantId));
  });

  it('returns no more than may be in progress at once, and more when a lease has expired', async () => {
    await schedule(a, 20);
    await claimAll(await findDue(4));

    expect(await look(3)).toEqual({
      tasks: [],
      inFlight: 4,
    });
    await expireLeases();
    expect(await findDue(4)).toHaveLength(4);
  });

  it('returns a task until it is claimed, and again when its worker was lost', async () => {
    await schedule(a, 2);
    const found = await findDue();
    expect((await findDue()).map(({ id }) => id)).toEqual(found.map(({ id }) => id));

    await claimAll(found);

    expect(await findDue()).toEqual([]);
    await expireLeases();
    expect(await findDue()).toHaveLength(2);
  });

  it('returns no more of a tenant than its share, whoever else has work', async () => {
    await schedule(a, 20);

    expect(await findDue(6, 3)).toHaveLength(3);
    await claimAll(await findDue(6, 3));
    expect(await findDue(6, 3)).toEqual([]);
  });

  it('keeps the last slot for a tenant that has none', async () => {
    await schedule(a, 5);
    await schedule(b, 5);
    await claimAll(await findDue(4, 3));
    const c = await test.tenant();
    expect(await findDue(4, 3)).toEqual([]);

    await schedule(c, 2);

    expect((await findDue(4, 3)).map(({ tenantId }) => tenantId)).toEqual([c.tenantId]);
  });

  it('prefers the tenant that was served least recently, however long another has waited', async () => {
    await schedule(a, 20);
    const lease = await claimNext();
    await database.platform.tasks.settle(lease, {
      state: 'failed',
      errorCode: 'unsupported_format',
      refusedBy: null,
    });
    await schedule(b);

    const [first] = await findDue(1);

    expect(first?.tenantId).toBe(b.tenantId);
  });

  it('returns slow tasks next to others, and no more at once than allowed', async () => {
    await schedule(a, 2);
    await schedule(b);
    const leases = [await claimNext(), await claimNext(), await claimNext()];
    for (const lease of leases) await database.platform.tasks.settle(lease, { state: 'slow' });
    await schedule(a);

    const found = await findDue(2);
    const claimed = (await claimAll(found)).map((lease) => lease?.isSlow);

    expect(claimed.toSorted()).toEqual([false, true]);
    expect(await findDue(2)).toEqual([]);
  });

  it('reports the longest queue of a single tenant to the metrics', async () => {
    const { tasks } = database.platform;
    expect(await tasks.largestQueue()).toBe(0);
    await schedule(a, 3);
    await schedule(b);
    const lease = await claimNext();

    expect(await tasks.largestQueue()).toBe(lease.tenantId === a.tenantId ? 2 : 3);
  });

  it('reports how long a task has been waiting', async () => {
    await schedule(a);
    await queryAsOwner(test, `UPDATE ingestion_tasks SET due_at = now() - interval '20 seconds'`);

    const [task] = await findDue();

    expect(task?.waitedMs).toBeGreaterThanOrEqual(20_000);
    expect(task?.waitedMs).toBeLessThan(40_000);
  });
});

describe('a task that an earlier release marked as queued', () => {
  beforeEach(async () => {
    await schedule(a);
    await queryAsOwner(
      test,
      `UPDATE ingestion_tasks SET state = 'queued', due_at = NULL, lease_expires_at = now() + interval '15 seconds'`,
    );
  });

  it('is due and not in progress, whatever is left of its lease', async () => {
    const found = await look(1);

    expect(found).toMatchObject({ inFlight: 0, tasks: [{ tenantId: a.tenantId, waitedMs: 0 }] });
    expect(await database.platform.tasks.stats()).toMatchObject({ due: 1, running: 0 });
  });

  it('goes to one of many workers that claim it at once, and counts no lost worker', async () => {
    const [task] = await findDue();

    const claimed = await Promise.all(Array.from({ length: 5 }, () => claim(task!)));

    const leases = claimed.filter((lease) => lease !== null);
    expect(leases).toMatchObject([{ epoch: task!.epoch + 1, lostLeases: 0, failures: 0 }]);
    expect(await look(9)).toEqual({
      tasks: [],
      inFlight: 1,
    });
  });
});

describe('a claimed task', () => {
  it('goes to one of many workers that claim it at once', async () => {
    await schedule(a);
    const [task] = await findDue();

    const claimed = await Promise.all(Array.from({ length: 5 }, () => claim(task!)));

    expect(claimed.filter((lease) => lease !== null)).toHaveLength(1);
  });

  it('is refused to a second worker while the lease lasts, and released when it expires', async () => {
    await schedule(a);
    const first = await claimNext();

    expect(await claim(first)).toBeNull();
    await expireLeases();
    const second = await claim(first);

    expect(second).toMatchObject({ epoch: first.epoch + 1, failures: 0, lostLeases: 1 });
    const { tasks } = database.platform;
    expect(await tasks.renew({ ...first, leaseMs: 1000 })).toBe(false);
    expect(
      await tasks.settle(first, {
        state: 'failed',
        errorCode: 'unsupported_format',
        refusedBy: null,
      }),
    ).toBe(false);
    expect(await tasks.renew({ ...second!, leaseMs: 1000 })).toBe(true);
  });

  it('is not given to a job that names another tenant', async () => {
    await schedule(a);
    const [task] = await findDue();

    expect(await claim({ ...task!, tenantId: b.tenantId })).toBeNull();
  });

  it('loses its epoch when its subject is scheduled again', async () => {
    await schedule(a);
    const lease = await claimNext();
    await database.withScope(a.system, (tx) =>
      tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: lease.subjectId,
        version: 2,
        action: 'purge',
      }),
    );

    const settled = await database.platform.tasks.settle(lease, {
      state: 'failed',
      errorCode: 'unsupported_format',
      refusedBy: null,
    });

    expect(settled).toBe(false);
    expect(await findDue()).toMatchObject([{ version: 2, action: 'purge', id: lease.id }]);
  });

  it('counts lost workers separately from failures, up to the maximum', async () => {
    await schedule(a);
    for (let lost = 0; lost < MAX_LOST_LEASES; lost += 1) {
      await claimNext();
      await expireLeases();
    }

    expect(await claimNext()).toMatchObject({ failures: 0, lostLeases: MAX_LOST_LEASES });
  });

  it('counts a failure only when told to', async () => {
    await schedule(a);
    const { tasks } = database.platform;
    const first = await claimNext();
    await tasks.settle(first, { state: 'due', delayMs: 0, countFailure: true, errorCode: null });
    const second = await claimNext();
    await tasks.settle(second, {
      state: 'due',
      delayMs: 60_000,
      countFailure: false,
      errorCode: null,
    });

    expect(second.failures).toBe(1);
    expect(await findDue()).toEqual([]);
    const rows = await queryAsOwner(test, 'SELECT failures, state FROM ingestion_tasks');
    expect(rows).toEqual([{ failures: 1, state: 'due' }]);
  });

  it('is no longer slow when it is done or scheduled again', async () => {
    const [subjectId] = await schedule(a);
    const { tasks } = database.platform;
    const states: boolean[] = [];
    for (const outcome of [
      { state: 'slow' },
      { state: 'done', fingerprint: 'f', verifyAgainMs: 0 },
      { state: 'slow' },
    ] as const) {
      const lease = await claimNext();
      states.push(lease.isSlow);
      await tasks.settle(lease, outcome);
    }
    await database.withScope(a.system, (tx) =>
      tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: subjectId!,
        version: 2,
        action: 'index',
      }),
    );

    expect([...states, (await claimNext()).isSlow]).toEqual([false, true, false, false]);
  });

  it('is completed in the same transaction as its subject, or not at all', async () => {
    await schedule(a);
    const lease = await claimNext();
    const work = database.withScope(a.system, async (tx) => {
      await tx.tasks.settle(lease, {
        state: 'failed',
        errorCode: 'unsupported_format',
        refusedBy: null,
      });
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect(await database.platform.tasks.renew({ ...lease, leaseMs: 1000 })).toBe(true);
  });
});

describe('a finished task', () => {
  it('comes back once to be verified', async () => {
    await schedule(a);
    const lease = await claimNext();
    const { tasks } = database.platform;
    await tasks.settle(lease, { state: 'done', fingerprint: 'f1', verifyAgainMs: 0 });

    expect(await tasks.stats()).toMatchObject({ due: 1, running: 0 });
    const again = await claimNext();
    expect(again).toMatchObject({ fingerprint: 'f1', failures: 0 });
    await tasks.settle(again, { state: 'done', fingerprint: 'f1', verifyAgainMs: null });
    expect(await findDue()).toEqual([]);
  });

  it('is due again when the fingerprint changed, and re-indexing reports its progress', async () => {
    const { tasks } = database.platform;
    await schedule(a, 2);
    for (const lease of [await claimNext(), await claimNext()]) {
      await tasks.settle(lease, { state: 'done', fingerprint: 'old', verifyAgainMs: null });
    }

    expect(await tasks.reindexing('old')).toBeNull();
    expect(await tasks.requeueForFingerprint('new')).toBe(2);
    expect(await tasks.reindexing('new')).toEqual({ done: 0, total: 2, etaSec: null });
    await tasks.settle(await claimNext(), {
      state: 'done',
      fingerprint: 'new',
      verifyAgainMs: null,
    });
    expect(await tasks.reindexing('new')).toMatchObject({ done: 1, total: 2 });
    await tasks.settle(await claimNext(), {
      state: 'done',
      fingerprint: 'new',
      verifyAgainMs: null,
    });
    expect(await tasks.reindexing('new')).toBeNull();
    expect(await tasks.requeueForFingerprint('new')).toBe(0);
  });

  it('is indexed again tenant by tenant in the given order, after newer uploads', async () => {
    const { tasks } = database.platform;
    await schedule(a, 2);
    await schedule(b, 2);
    for (const task of await claimAll(await findDue())) {
      await tasks.settle(task!, { state: 'done', fingerprint: 'old', verifyAgainMs: null });
    }
    await tasks.requeueForFingerprint('new', [b.tenantId, a.tenantId]);
    const [uploaded] = await schedule(a);

    const order: { tenantId: TenantId; isUpload: boolean }[] = [];
    for (let left = 5; left > 0; left -= 1) {
      const lease = await claimNext();
      order.push({ tenantId: lease.tenantId, isUpload: lease.subjectId === uploaded });
      await tasks.settle(lease, { state: 'done', fingerprint: 'new', verifyAgainMs: null });
    }

    const [first, second] = [a, b].map(({ tenantId }) => ({ tenantId, isUpload: false }));
    expect(order).toEqual([{ tenantId: a.tenantId, isUpload: true }, second, second, first, first]);
  });

  it('estimates from the speed of the last minutes when re-indexing will end', async () => {
    const { tasks } = database.platform;
    await schedule(a, 4);
    for (const task of await claimAll(await findDue())) {
      await tasks.settle(task!, { state: 'done', fingerprint: 'old', verifyAgainMs: null });
    }
    await queryAsOwner(test, `UPDATE ingestion_tasks SET created_at = now() - interval '1 day'`);
    await tasks.requeueForFingerprint('new');
    await tasks.settle(await claimNext(), {
      state: 'done',
      fingerprint: 'new',
      verifyAgainMs: 600_000,
    });
    await schedule(a);
    await tasks.settle(await claimNext(), {
      state: 'done',
      fingerprint: 'new',
      verifyAgainMs: 600_000,
    });
    await queryAsOwner(
      test,
      `UPDATE ingestion_tasks SET claimed_at = now() - interval '1000 seconds' WHERE fingerprint = 'new'`,
    );

    const progress = await tasks.reindexing('new');

    expect(progress).toMatchObject({ done: 2, total: 5 });
    // The three that are left, 1000 seconds each: what was uploaded meanwhile does not count.
    expect(progress?.etaSec).toBeGreaterThanOrEqual(3000);
    expect(progress?.etaSec).toBeLessThan(4000);
  });

  it('is still found under the previous fingerprint while it is indexed again', async () => {
    const { tasks } = database.platform;
    const [subjectId] = await schedule(a);
    await tasks.settle(await claimNext(), {
      state: 'done',
      fingerprint: 'old',
      verifyAgainMs: null,
    });

    await database.withScope(a.system, (tx) =>
      tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: subjectId!,
        version: 2,
        action: 'index',
      }),
    );

    const found = [{ fingerprint: 'old', subjects: 1 }];
    expect(await tasks.indexedUnder(a.tenantId)).toEqual(found);
    expect(await tasks.indexedUnder(null)).toEqual(found);
    expect(await tasks.indexedUnder(b.tenantId)).toEqual([]);
    expect(await tasks.tenantsBehind('new')).toEqual([{ tenantId: a.tenantId, subjects: 1 }]);
    await tasks.settle(await claimNext(), {
      state: 'done',
      fingerprint: 'new',
      verifyAgainMs: null,
    });
    expect(await tasks.tenantsBehind('new')).toEqual([]);
  });

  it('is due again, once, if other parsers refused its type of file', async () => {
    const { tasks } = database.platform;
    await schedule(a, 2);
    await tasks.settle(await claimNext(), {
      state: 'failed',
      errorCode: 'unsupported_format',
      refusedBy: 'old',
    });
    await tasks.settle(await claimNext(), {
      state: 'failed',
      errorCode: 'unsupported_format',
      refusedBy: null,
    });

    expect(await tasks.requeueRefused('old')).toBe(0);
    expect(await tasks.requeueRefused('new')).toBe(1);
    expect(await tasks.documentCounts()).toMatchObject({ queued: 1, failed: 1 });
    await tasks.settle(await claimNext(), {
      state: 'failed',
      errorCode: 'unsupported_format',
      refusedBy: 'new',
    });
    expect(await tasks.requeueRefused('new')).toBe(0);
    expect(await findDue()).toEqual([]);
  });

  it('disappears if it was a purge', async () => {
    await schedule(a);
    const lease = await claimNext();

    expect(await database.platform.tasks.remove(lease)).toBe(true);
    expect(await database.platform.tasks.remove(lease)).toBe(false);
  });
});
