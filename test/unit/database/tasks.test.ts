import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_LOST_LEASES } from '../../../src/tasks/ingestion-task.js';
import { DocumentId, newId } from '../../../src/shared/ids.js';
import type { Database } from '../../../src/repositories.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../support/database.js';
import type { TestTenant } from '../../support/tenant.js';

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

const takeDue = async (maxInFlight = 100, leaseMs = 60_000) =>
  (await database.platform.tasks.takeDue({ maxInFlight, leaseMs })).tasks;

const takeAndClaim = async (leaseMs = 60_000) => {
  const { queued, running } = await database.platform.tasks.stats();
  const [task] = await takeDue(queued + running + 1);
  const claimed = await database.platform.tasks.claim({
    taskId: task!.id,
    tenantId: task!.tenantId,
    leaseMs,
  });
  return { ...claimed!, taskId: claimed!.id };
};

/** As if the time of every lease had passed. */
const expireLeases = () =>
  queryAsOwner(test, `UPDATE ingestion_tasks SET lease_expires_at = now() - interval '1 second'`);

describe('takeDue', () => {
  it('takes tenants in turn, whoever came first with however many', async () => {
    await schedule(a, 20);
    await schedule(b, 2);

    const taken = await takeDue(6);

    const tenants = taken.map(({ tenantId }) => (tenantId === a.tenantId ? 'a' : 'b'));
    expect(tenants).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
  });

  it('counts what a tenant has in flight already', async () => {
    await schedule(a, 20);
    await takeDue(4);
    await schedule(b, 4);

    const { tasks: taken, isFull } = await database.platform.tasks.takeDue({
      maxInFlight: 7,
      leaseMs: 60_000,
    });

    expect(isFull).toBe(true);
    expect(taken.map(({ tenantId }) => tenantId)).toEqual([b.tenantId, b.tenantId, b.tenantId]);
  });

  it('takes no more than may be in flight at once, and again when a lease ran out', async () => {
    await schedule(a, 20);
    await takeDue(4);

    expect(await takeDue(4)).toEqual([]);
    await expireLeases();
    expect(await takeDue(4)).toHaveLength(4);
  });

  it('gives no row to two of many that ask at once', async () => {
    await schedule(a, 30);

    const taken = (await Promise.all(Array.from({ length: 5 }, () => takeDue(6)))).flat();

    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    const rest = await takeDue();
    expect(taken.length + rest.length).toBe(30);
  });

  it('takes a row again whose lease ran out, queued or running', async () => {
    await schedule(a, 2);
    await takeAndClaim();
    await takeDue();
    expect(await takeDue()).toEqual([]);
    await expireLeases();

    expect(await takeDue()).toHaveLength(2);
  });

  it('gives a queued row that nobody claimed another epoch, for its old job may be stuck in the queue', async () => {
    await schedule(a);
    const [before] = await takeDue();
    await expireLeases();

    const [after] = await takeDue();

    expect(after).toMatchObject({ id: before!.id, epoch: before!.epoch + 1 });
  });
});

describe('a claimed task', () => {
  it('is refused to a second worker while the lease lives, and given up when it ran out', async () => {
    await schedule(a);
    const first = await takeAndClaim();
    const claim = () =>
      database.platform.tasks.claim({ taskId: first.id, tenantId: a.tenantId, leaseMs: 60_000 });

    expect(await claim()).toBeNull();
    await expireLeases();
    const second = await claim();

    expect(second).toMatchObject({ epoch: first.epoch + 1, failures: 0, lostLeases: 1 });
    const { tasks } = database.platform;
    expect(await tasks.renew({ ...first, leaseMs: 1000 })).toBe(false);
    expect(await tasks.settle(first, { state: 'failed' })).toBe(false);
    expect(await tasks.renew({ taskId: first.id, epoch: second!.epoch, leaseMs: 1000 })).toBe(true);
  });

  it('is not given to a job that names another tenant', async () => {
    await schedule(a);
    const [task] = await takeDue();

    const claimed = await database.platform.tasks.claim({
      taskId: task!.id,
      tenantId: b.tenantId,
      leaseMs: 1000,
    });

    expect(claimed).toBeNull();
  });

  it('loses its epoch when its subject is scheduled anew', async () => {
    await schedule(a);
    const lease = await takeAndClaim();
    await database.withScope(a.system, (tx) =>
      tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: lease.subjectId,
        version: 2,
        action: 'purge',
      }),
    );

    const settled = await database.platform.tasks.settle(lease, { state: 'failed' });

    expect(settled).toBe(false);
    expect(await takeDue()).toMatchObject([{ version: 2, action: 'purge', id: lease.id }]);
  });

  it('counts lost workers apart from failures, up to the number that ends it', async () => {
    await schedule(a);
    for (let lost = 0; lost < MAX_LOST_LEASES; lost += 1) {
      await takeAndClaim();
      await expireLeases();
    }

    expect(await takeAndClaim()).toMatchObject({ failures: 0, lostLeases: MAX_LOST_LEASES });
  });

  it('counts a failure only when told to', async () => {
    await schedule(a);
    const { tasks } = database.platform;
    const first = await takeAndClaim();
    await tasks.settle(first, { state: 'due', delayMs: 0, countFailure: true });
    const second = await takeAndClaim();
    await tasks.settle(second, { state: 'due', delayMs: 60_000, countFailure: false });

    expect(second.failures).toBe(1);
    expect(await takeDue()).toEqual([]);
    const rows = await queryAsOwner(test, 'SELECT failures, state FROM ingestion_tasks');
    expect(rows).toEqual([{ failures: 1, state: 'due' }]);
  });

  it('settles in the commit of its subject, or not at all', async () => {
    await schedule(a);
    const lease = await takeAndClaim();
    const work = database.withScope(a.system, async (tx) => {
      await tx.tasks.settle(lease, { state: 'failed' });
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect(await database.platform.tasks.renew({ ...lease, leaseMs: 1000 })).toBe(true);
  });
});

describe('a done task', () => {
  it('comes back once to be verified', async () => {
    await schedule(a);
    const lease = await takeAndClaim();
    const { tasks } = database.platform;
    await tasks.settle(lease, { state: 'done', fingerprint: 'f1', verifyAgainMs: 0 });

    expect(await tasks.stats()).toMatchObject({ due: 1, queued: 0, running: 0 });
    const again = await takeAndClaim();
    expect(again).toMatchObject({ fingerprint: 'f1', failures: 0 });
    await tasks.settle(again, { state: 'done', fingerprint: 'f1', verifyAgainMs: null });
    expect(await takeDue()).toEqual([]);
  });

  it('is due again when the fingerprint changed, and re-indexing reports how far it is', async () => {
    const { tasks } = database.platform;
    await schedule(a, 2);
    for (const lease of [await takeAndClaim(), await takeAndClaim()]) {
      await tasks.settle(lease, { state: 'done', fingerprint: 'old', verifyAgainMs: null });
    }

    expect(await tasks.reindexing('old')).toBeNull();
    expect(await tasks.requeueForFingerprint('new')).toBe(2);
    expect(await tasks.reindexing('new')).toEqual({ done: 0, total: 2 });
    await tasks.settle(await takeAndClaim(), {
      state: 'done',
      fingerprint: 'new',
      verifyAgainMs: null,
    });
    expect(await tasks.reindexing('new')).toEqual({ done: 1, total: 2 });
    await tasks.settle(await takeAndClaim(), {
      state: 'done',
      fingerprint: 'new',
      verifyAgainMs: null,
    });
    expect(await tasks.reindexing('new')).toBeNull();
    expect(await tasks.requeueForFingerprint('new')).toBe(0);
  });

  it('disappears when it was a purge', async () => {
    await schedule(a);
    const lease = await takeAndClaim();

    expect(await database.platform.tasks.remove(lease)).toBe(true);
    expect(await database.platform.tasks.remove(lease)).toBe(false);
  });
});
