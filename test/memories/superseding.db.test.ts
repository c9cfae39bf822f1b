import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createScriptedChatModel } from '../fakes/scripted-chat-model.js';
import { queryInTenant } from '../support/database.js';
import { createMemoryKeeping } from '../support/memories.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

const PECS = 'I live in Pécs.';
const GYOR = 'I have moved to Győr.';

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

/** Known in this order; the model, asked from the second on, replies this. */
const knowAndCompare = async (facts: readonly string[], ...replies: string[]) => {
  for (const fact of facts) await keeping.know(user, fact);
  const chat = createScriptedChatModel({ summary: replies });
  await keeping.compare(chat);
  chat.verify();
  return chat;
};

const states = async () =>
  Object.fromEntries((await keeping.list(user)).map(({ content, state }) => [content, state]));

describe('a fact that a later one contradicts', () => {
  it('is kept and listed as superseded, but no longer found or shown to a model', async () => {
    await knowAndCompare([PECS, GYOR], '1');

    const [later, earlier] = await keeping.list(user);
    expect(later).toMatchObject({ content: GYOR, state: 'active', supersededById: null });
    expect(earlier).toMatchObject({
      content: PECS,
      state: 'superseded',
      embedded: false,
      supersededById: later?.id,
    });
    expect(await keeping.search(user, 'Where do I live, in Pécs?')).toEqual([]);
    expect(await keeping.taskOf(earlier!.id)).toMatchObject({ action: 'purge' });
    const read = await bench.test.database.withScope(user, (tx) =>
      tx.memories.readByIds([earlier!.id, later!.id]),
    );
    expect(read.map(({ content }) => content)).toEqual([GYOR]);
  });

  it('is not indexed again by a late task', async () => {
    await knowAndCompare([PECS, GYOR], '1');
    const [, earlier] = await keeping.list(user);

    const row = await bench.test.database.withScope(tenant.system, (tx) =>
      tx.memories.findForIndexing(earlier!.id),
    );

    expect(row).toBeNull();
  });

  it('can be deleted, and is in use again when its user edits it', async () => {
    await knowAndCompare(['I like tea.', PECS, GYOR], 'none', '1, 2');
    const [, pecs, tea] = await keeping.list(user);

    await keeping.memories.delete(user, tea!.id);
    await keeping.memories.update(user, pecs!.id, { content: 'I was born in Pécs.' });

    expect(await states()).toEqual({ [GYOR]: 'active', 'I was born in Pécs.': 'active' });
    expect(await keeping.search(user, 'Pécs')).toEqual(['I was born in Pécs.']);
    expect(await keeping.taskOf(pecs!.id)).toMatchObject({ action: 'index' });
  });

  it('is stored as a new fact if it is stated again', async () => {
    await knowAndCompare([PECS, GYOR], '1');

    await knowAndCompare([PECS], '1');

    expect((await keeping.list(user)).map(({ content, state }) => [content, state])).toEqual([
      [PECS, 'active'],
      [GYOR, 'superseded'],
      [PECS, 'superseded'],
    ]);
  });
});

describe('the comparison of facts', () => {
  it('makes one model call for each fact, and none for the first', async () => {
    await knowAndCompare(['I like tea.', 'My bike is red.', 'I sing.'], 'none', 'none');

    await keeping.compare(createScriptedChatModel({}));

    expect(new Set(Object.values(await states()))).toEqual(new Set(['active']));
  });

  it('shows the model statements of that user only', async () => {
    await keeping.know(tenant.admin, 'My salary is secret.');
    const stranger = await bench.test.tenant();
    await createMemoryKeeping(bench, stranger).know(stranger.member, 'My bank is Apple.');

    const chat = await knowAndCompare([PECS, GYOR], 'none');

    expect(chat.requests).toHaveLength(1);
    expect(JSON.stringify(chat.requests)).not.toMatch(/salary|Apple/);
  });

  it.each(['1 because of the move', '7', 'all of them', ''])(
    'supersedes nothing after the reply %j, and does not ask again',
    async (reply) => {
      await knowAndCompare([PECS, GYOR], reply);

      await keeping.compare(createScriptedChatModel({}));

      expect(await states()).toEqual({ [PECS]: 'active', [GYOR]: 'active' });
    },
  );

  it('waits for the next round while the model is down', async () => {
    await keeping.know(user, PECS);
    await keeping.know(user, GYOR);
    const chat = createScriptedChatModel({
      summary: [new AppError('model_unavailable', 'Down.'), '1'],
    });

    await expect(keeping.compare(chat)).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(await states()).toEqual({ [PECS]: 'active', [GYOR]: 'active' });
    await keeping.compare(chat);

    expect(await states()).toEqual({ [PECS]: 'superseded', [GYOR]: 'active' });
  });

  it("keeps the user's edit that is made while the model works", async () => {
    const pecs = await keeping.know(user, PECS);
    const gyor = await keeping.know(user, GYOR);
    const edits = [
      () => keeping.memories.update(user, gyor.id, { content: 'I like Győr.' }),
      () => keeping.memories.update(user, pecs.id, { content: 'Pécs it is.' }),
    ];
    for (const edit of edits) {
      const chat = createScriptedChatModel({
        summary: [
          async () => {
            await edit();
            return '1';
          },
        ],
      });
      await keeping.compare(chat);
    }

    expect(await states()).toEqual({ 'Pécs it is.': 'active', 'I like Győr.': 'active' });
  });

  it('is charged to the user', async () => {
    await knowAndCompare([PECS, GYOR], 'none');

    const rows = await queryInTenant(
      bench.test,
      tenant.tenantId,
      `SELECT user_id, prompt_tokens FROM usage_daily WHERE tenant_id = '${tenant.tenantId}'`,
    );

    expect(rows).toEqual([{ user_id: user.userId, prompt_tokens: '100' }]);
  });
});
