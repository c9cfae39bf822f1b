import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createCountWaiting } from '../../src/memories/memories.js';
import { ExecutionId, newId, type MemoryId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import { queryInTenant } from '../support/database.js';
import { createMemoryKeeping } from '../support/memories.js';
import type { TestTenant } from '../support/tenant.js';
import { openSession, startTurn, turnOf } from '../support/turn.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;
let user: UserScope;
let keeping: ReturnType<typeof createMemoryKeeping>;

beforeAll(async () => {
  bench = await createWorkbench();
});
beforeEach(async () => {
  tenant = await bench.test.tenant();
  user = tenant.member;
  keeping = createMemoryKeeping(bench, tenant);
});
afterAll(() => bench.destroy());

/** Proposes a memory as a model does in a turn of this user. */
const propose = async (
  content: string,
  { by = keeping, executionId = newId(ExecutionId) } = {},
) => {
  const sessionId = await openSession(bench.test.database, user);
  const turn = turnOf(sessionId, content);
  await startTurn(bench.test.database, user, turn);
  const source = { sessionId, messageId: turn.messageId };
  return bench.test.database.withScope(user, (tx) =>
    by.remember.propose(tx, user, { content, source, executionId }),
  );
};

const letPass = (id: MemoryId, days: number) =>
  queryInTenant(
    bench.test,
    tenant.tenantId,
    `UPDATE memories SET confirm_by = confirm_by - interval '${days} days' WHERE id = '${id}'`,
  );

describe('a proposed memory', () => {
  it('is counted as waiting for its user only, until it is confirmed', async () => {
    const count = createCountWaiting({ database: bench.test.database });
    const { memory } = await propose('My locker is number seven.');

    const waiting = await Promise.all([count(user), count(tenant.admin)]);
    await keeping.memories.confirm(user, memory.id);

    expect(waiting.map(({ proposedMemories }) => proposedMemories)).toEqual([1, 0]);
    expect(await count(user)).toEqual({ proposedMemories: 0, failedDocuments: 0 });
  });

  it('is listed as pending, and is in no search, no prompt and no index', async () => {
    const { memory } = await propose('My locker is number seven.');

    expect(await keeping.list(user)).toMatchObject([{ id: memory.id, state: 'pending' }]);
    expect(await keeping.search(user, 'locker')).toEqual([]);
    expect(await keeping.taskOf(memory.id)).toBeUndefined();
    const readable = await bench.test.database.withScope(user, (tx) =>
      tx.memories.readByIds([memory.id]),
    );
    expect(readable).toEqual([]);
  });

  it('is found once its user has confirmed it, which may be repeated', async () => {
    const { memory } = await propose('My locker is number seven.');

    const first = await keeping.memories.confirm(user, memory.id);
    const second = await keeping.memories.confirm(user, memory.id);

    expect(first).toMatchObject({ id: memory.id, state: 'active', confirmBy: null });
    expect(second).toEqual(first);
    expect(await keeping.search(user, 'locker')).toEqual(['My locker is number seven.']);
    expect(await keeping.taskOf(memory.id)).toMatchObject({ action: 'index' });
  });

  it('cannot be confirmed by anyone else', async () => {
    const { memory } = await propose('My locker is number seven.');

    for (const stranger of [tenant.admin, (await bench.test.tenant()).member]) {
      await expect(keeping.memories.confirm(stranger, memory.id)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect(await keeping.list(user)).toMatchObject([{ state: 'pending' }]);
  });

  it("is confirmed when its user edits it, in the user's words", async () => {
    const { memory } = await propose('My locker is number seven.');

    await keeping.memories.update(user, memory.id, { content: 'My locker is number eight.' });

    expect(await keeping.search(user, 'locker')).toEqual(['My locker is number eight.']);
  });

  it('is hidden after seven days, at once and then for good', async () => {
    const { memory } = await propose('My locker is number seven.');
    await letPass(memory.id, 6);
    expect(await keeping.list(user)).toHaveLength(1);

    await letPass(memory.id, 1);

    expect(await keeping.list(user)).toEqual([]);
    await expect(keeping.memories.confirm(user, memory.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await keeping.removeExpired();
    const left = `SELECT id FROM memories WHERE id = '${memory.id}'`;
    expect(await queryInTenant(bench.test, tenant.tenantId, left)).toEqual([]);
  });

  it('neither changes nor supersedes the memory that it repeats until it is confirmed', async () => {
    const known = await keeping.know(user, 'I work from Szeged on Fridays.');
    const { memory } = await propose('On Fridays I work from Szeged!');
    expect(await keeping.search(user, 'Szeged')).toEqual(['I work from Szeged on Fridays.']);

    await keeping.memories.confirm(user, memory.id);

    expect(await keeping.search(user, 'Szeged')).toEqual(['On Fridays I work from Szeged!']);
    expect(await keeping.list(user)).toMatchObject([
      { id: memory.id, state: 'active' },
      { id: known.id, state: 'superseded', supersededById: memory.id },
    ]);
    expect(await keeping.taskOf(known.id)).toMatchObject({ action: 'purge' });
  });

  it('is not changed by another proposal that says nearly the same: users confirm what they saw', async () => {
    const { memory } = await propose('I work from Szeged on Fridays.');

    await propose('On Fridays I work from Szeged!');

    expect(await keeping.list(user)).toMatchObject([
      { content: 'On Fridays I work from Szeged!' },
      { id: memory.id, content: 'I work from Szeged on Fridays.' },
    ]);
  });

  it('is proposed once, and not at all if it is known', async () => {
    const [first, second] = [await propose('I like tea.'), await propose('I like tea.')];
    await keeping.memories.confirm(user, first.memory.id);
    const third = await propose('I like tea.');

    expect([first.outcome, second.outcome, third.outcome]).toEqual([
      'proposed',
      'proposed',
      'known',
    ]);
    expect(await keeping.list(user)).toHaveLength(1);
  });

  it('counts towards the limit of memories', async () => {
    const few = createMemoryKeeping(bench, tenant, { maxMemories: 2 });
    await few.know(user, 'I like tea.');
    await propose('My bike is red.', { by: few });

    const refusals = [few.know(user, 'Budapest is home.'), propose('I like cake.', { by: few })];

    for (const refused of await Promise.allSettled(refusals)) {
      expect(refused).toMatchObject({ reason: { code: 'quota_exceeded' } });
    }
  });

  it('is refused while twenty others wait', async () => {
    for (let count = 0; count < 20; count += 1) await propose(`My locker has the code ${count}.`);

    await expect(propose('I like tea.')).rejects.toMatchObject({ code: 'quota_exceeded' });
    await expect(keeping.know(user, 'I like tea.')).resolves.toMatchObject({ state: 'active' });
  });

  it('is not compared with earlier facts by a model before it is confirmed', async () => {
    await propose('I live in Pécs.');

    const waiting = await bench.test.database.withScope(tenant.system, (tx) =>
      tx.memories.uncompared(10),
    );

    expect(waiting).toEqual([]);
  });
});
