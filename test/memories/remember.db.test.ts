import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MemoryRecord } from '../../src/memories/schema.js';
import type { UserScope } from '../../src/shared/scope.js';
import { analyze } from '../../src/language/analyzer.js';
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

/** Indexes a memory as the worker does; the job that deletes its vector has not run yet. */
const index = ({ id, content, memoryType }: MemoryRecord, language = 'en') => {
  const terms = analyze(content, { languages: [language] });
  const memory = { id, userId: user.userId, memoryType, vector: null, terms };
  return bench.vectors.writerFor(tenant.system).upsertMemories([memory]);
};

describe('a memory in a language that no document of its tenant has', () => {
  it('is found by another form of its words once it is in the index', async () => {
    const memory = await keeping.know(user, 'Ich mag keine kalten Speisen.');
    await index(memory, 'de');
    await queryInTenant(bench.test, tenant.tenantId, 'UPDATE memories SET embedded = true');

    expect(await keeping.search(user, 'Speise?')).toEqual([memory.content]);
  });
});

describe('a memory that says nearly the same as an earlier one', () => {
  it.each([
    ['I work from Szeged on Fridays.', 'On Fridays I work from Szeged!'],
    ['A szemüvegem a kocsiban van.', 'a szemüvegem a kocsiban van'],
    ['我在三楼的办公室工作。', '我在三楼的办公室工作'],
    ['Я работаю из Сегеда по пятницам', 'По пятницам я работаю из Сегеда'],
    ['👍🏽', '👍🏽'],
  ])('updates %j to %j', async (before, after) => {
    const { id } = await keeping.know(user, before);

    const { content } = await keeping.know(user, after);

    expect(content).toBe(after);
    expect(await keeping.list(user)).toMatchObject([{ id, content: after }]);
  });

  it('stays separate if an important word differs or it belongs to another user', async () => {
    await keeping.know(user, 'My desk is in Berlin.');
    await keeping.know(user, 'My desk is in Vienna.');
    await keeping.know(tenant.admin, 'My desk is in Berlin.');

    expect(await keeping.list(user)).toHaveLength(2);
    expect(await keeping.list(tenant.admin)).toHaveLength(1);
  });

  it('is stored once if it is stated twenty times at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => keeping.know(user, 'I like green tea.')));

    expect(await keeping.list(user)).toHaveLength(1);
  });
});

describe('the origin of a memory', () => {
  const said = async (message: string) => {
    const sessionId = await openSession(bench.test.database, user);
    const turn = turnOf(sessionId, message);
    await startTurn(bench.test.database, user, turn);
    return { sessionId, messageId: turn.messageId };
  };
  const fact = { memoryType: 'explicit_fact' } as const;

  it('is the message that stated it last', async () => {
    const [first, second] = [await said('I like tea.'), await said('I like tea!')];
    await keeping.remember(user, { ...fact, content: 'I like tea.', source: first });

    await keeping.remember(user, { ...fact, content: 'I like tea!', source: second });

    expect(await keeping.list(user)).toMatchObject([
      { sourceSessionId: second.sessionId, sourceMessageId: second.messageId },
    ]);
  });

  it('is no longer a message once the user has edited the memory', async () => {
    const source = await said('I like tea.');
    const { memory } = await keeping.remember(user, { ...fact, content: 'I like tea.', source });

    await keeping.memories.update(user, memory.id, { content: 'I like coffee.' });

    expect(await keeping.list(user)).toMatchObject([
      { content: 'I like coffee.', sourceSessionId: source.sessionId, sourceMessageId: null },
    ]);
  });
});

describe('the limit on memories', () => {
  it('refuses another one, names the limit, and still allows updates', async () => {
    const few = createMemoryKeeping(bench, tenant, { maxMemories: 2 });
    await few.know(user, 'I like tea.');
    await few.know(user, 'My bike is red.');

    await expect(few.know(user, 'Budapest is home.')).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'You have reached the limit of 2 memories; delete some first.',
    });
    await few.know(user, 'I like tea!');
    await few.know(tenant.admin, 'Budapest is home.');

    expect((await few.list(user)).map(({ content }) => content)).toEqual([
      'My bike is red.',
      'I like tea!',
    ]);
  });

  it('is not exceeded by many at once', async () => {
    const few = createMemoryKeeping(bench, tenant, { maxMemories: 3 });
    const facts = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];

    await Promise.allSettled(facts.map((name) => few.know(user, name)));

    expect(await few.list(user)).toHaveLength(3);
  });
});

describe('a deleted memory', () => {
  it('is not found from then on, even if its vector still exists', async () => {
    const memory = await keeping.know(user, 'My locker is number seven.');
    await index(memory);
    expect(await keeping.search(user, 'locker')).toEqual(['My locker is number seven.']);

    await keeping.memories.delete(user, memory.id);

    expect(await keeping.search(user, 'locker')).toEqual([]);
    expect(await keeping.taskOf(memory.id)).toMatchObject({ action: 'purge' });
    await expect(keeping.memories.delete(user, memory.id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('could be deleted and edited by its user only', async () => {
    const { id } = await keeping.know(user, 'My locker is number seven.');
    const content = 'Mine.';

    for (const stranger of [tenant.admin, (await bench.test.tenant()).member]) {
      const attempts = [
        keeping.memories.delete(stranger, id),
        keeping.memories.update(stranger, id, { content }),
      ];
      for (const attempt of attempts) {
        await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
      }
      expect(await keeping.search(stranger, 'locker')).toEqual([]);
    }
    expect(await keeping.list(user)).toHaveLength(1);
  });
});

describe('a retention policy for memories', () => {
  it('takes expired memories out of use at once, and the cleanup deletes them with their vectors', async () => {
    const old = await keeping.know(user, 'My locker is number seven.');
    const young = await keeping.know(user, 'My bike is red.');
    await index(old);
    await keeping.age(old.id, 31);
    expect(await keeping.search(user, 'locker')).toHaveLength(1);

    await keeping.setTtl(30);

    expect(await keeping.search(user, 'locker')).toEqual([]);
    expect(await keeping.list(user)).toMatchObject([{ id: young.id }]);
    const edit = keeping.memories.update(user, old.id, { content: 'Back again.' });
    await expect(edit).rejects.toMatchObject({ code: 'not_found' });
    await keeping.removeExpired();
    expect(await keeping.taskOf(old.id)).toMatchObject({ action: 'purge' });
    await keeping.setTtl(null);
    expect(await keeping.list(user)).toMatchObject([{ id: young.id }]);
  });

  it('counts from the last change, and does not affect other tenants', async () => {
    const memory = await keeping.know(user, 'I like tea.');
    await keeping.age(memory.id, 31);
    await keeping.know(user, 'I like tea!');
    const other = createMemoryKeeping(bench, await bench.test.tenant());
    await other.setTtl(1);

    await keeping.setTtl(30);
    await keeping.removeExpired();
    await other.removeExpired();

    expect(await keeping.search(user, 'tea')).toEqual(['I like tea!']);
  });

  it('makes room below the limit', async () => {
    const few = createMemoryKeeping(bench, tenant, { maxMemories: 1 });
    const { id } = await few.know(user, 'I like tea.');
    await few.age(id, 31);
    await few.setTtl(30);

    await expect(few.know(user, 'My bike is red.')).resolves.toMatchObject({ state: 'active' });
  });
});
