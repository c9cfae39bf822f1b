import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SessionListRequest } from '../../src/conversations/sessions-repository.js';
import type { MessageId, SessionId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';
import { finishTurn, openSession, startTurn, storedCitation, turnOf } from '../support/turn.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

describe('a chat session', () => {
  it('exists only for its user', async () => {
    const id = await openSession(database, tenant.member);
    const find = (scope: UserScope) => database.withScope(scope, (tx) => tx.sessions.find(id));

    expect(await find(tenant.member)).toMatchObject({ id, status: 'open', title: null });
    expect(await find(tenant.admin)).toBeNull();
    for (const change of [
      () => database.withScope(tenant.admin, (tx) => tx.sessions.change(id, { title: 'mine' })),
      () => database.withScope(tenant.admin, (tx) => tx.sessions.delete(id)),
      () => startTurn(database, tenant.admin, turnOf(id)),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('is titled by its first question, or by the name that somebody gave it', async () => {
    const { member } = tenant;
    const titleOf = async (id: SessionId) =>
      (await database.withScope(member, (tx) => tx.sessions.find(id)))?.title;
    const [unnamed, named] = [
      await openSession(database, member),
      await openSession(database, member),
    ];
    await database.withScope(member, (tx) => tx.sessions.change(named, { title: 'Mine' }));

    for (const id of [unnamed, named]) {
      const first = await startTurn(database, member, turnOf(id, 'How long\nis the notice?'));
      await finishTurn(database, member, first);
      await startTurn(database, member, turnOf(id, 'And for how many?'));
    }

    expect(await titleOf(unnamed)).toBe('How long is the notice?');
    expect(await titleOf(named)).toBe('Mine');
  });

  it('stores with each answer how it was made, and none of that with a question', async () => {
    const id = await openSession(database, tenant.member);
    const turn = await startTurn(database, tenant.member, turnOf(id));
    await finishTurn(database, tenant.member, turn);

    const { items } = await database.withScope(tenant.member, (tx) =>
      tx.sessions.messages(id, { limit: 2 }),
    );

    expect(items.map(({ role, outcome }) => [role, outcome])).toEqual([
      [
        'assistant',
        {
          status: 'success',
          responseType: 'answer',
          generatedBy: 'model',
          notice: null,
          degraded: [{ node: 'tools', reason: 'timeout', effect: 'fewer sources' }],
          corrections: [],
          toolCalls: [
            { id: 'call-1', name: 'rag_search', ok: false, durationMs: 9, cached: false },
          ],
        },
      ],
      ['user', null],
    ]);
  });

  it('closes the longest idle one when there are too many', async () => {
    const user = await tenant.addUser();
    const ids = [
      await openSession(database, user, 2),
      await openSession(database, user, 2),
      await openSession(database, user, 2),
    ];

    const { items } = await database.withScope(user, (tx) => tx.sessions.list({ limit: 10 }));

    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [ids[2], 'open'],
      [ids[1], 'open'],
      [ids[0], 'closed'],
    ]);
  });

  it('closes the longest idle one when a closed one is reopened', async () => {
    const user = await tenant.addUser();
    const ids = [
      await openSession(database, user, 2),
      await openSession(database, user, 2),
      await openSession(database, user, 2),
    ];
    const statuses = async () => {
      const { items } = await database.withScope(user, (tx) => tx.sessions.list({ limit: 10 }));
      return ids.map((id) => items.find((item) => item.id === id)?.status);
    };
    expect(await statuses()).toEqual(['closed', 'open', 'open']);

    const turn = { ...turnOf(ids[0]!), maxOpen: 2 };
    await startTurn(database, user, turn);

    expect(await statuses()).toEqual(['open', 'closed', 'open']);
    await finishTurn(database, user, turn);
    await startTurn(database, user, { ...turnOf(ids[0]!), maxOpen: 2 });
    expect(await statuses()).toEqual(['open', 'closed', 'open']);
  });

  it('can be opened many times at once for one user', async () => {
    const user = await tenant.addUser();
    const turn = async () =>
      startTurn(database, user, turnOf(await openSession(database, user, 2)));

    const turns = Array.from({ length: 60 }, turn);

    await expect(Promise.all(turns)).resolves.toHaveLength(60);
  });

  it('is closed by the clean-up when idle, and reopened by its next turn', async () => {
    const where = await test.tenant();
    const id = await openSession(database, where.member);
    const closeIdle = () => database.withScope(where.system, (tx) => tx.sessions.closeIdle(-1000));

    expect(await closeIdle()).toBe(1);
    await startTurn(database, where.member, turnOf(id));

    const session = await database.withScope(where.member, (tx) => tx.sessions.find(id));
    expect(session?.status).toBe('open');
    expect(await closeIdle()).toBe(0);
  });

  it('takes its messages and executions with it when deleted', async () => {
    const id = await openSession(database, tenant.member);
    const turn = await startTurn(database, tenant.member, turnOf(id));
    await finishTurn(database, tenant.member, turn);

    await database.withScope(tenant.member, (tx) => tx.sessions.delete(id));

    const found = await database.withScope(tenant.admin, (tx) =>
      tx.executions.find(turn.executionId),
    );
    expect(found).toBeNull();
  });
});

describe('the list of sessions', () => {
  it('filters sessions by whether they are pinned', async () => {
    const user = await tenant.addUser();
    const [kept, other] = [await openSession(database, user), await openSession(database, user)];
    const change = (pinned: boolean) =>
      database.withScope(user, (tx) => tx.sessions.change(kept, { pinned }));
    const idsOf = (pinned: boolean) =>
      database.withScope(user, async (tx) =>
        (await tx.sessions.list({ limit: 10, pinned })).items.map(({ id }) => id),
      );

    const { pinnedAt } = await change(true);
    const apart = [await idsOf(true), await idsOf(false)];
    await change(false);

    expect(pinnedAt).toBeInstanceOf(Date);
    expect(apart).toEqual([[kept], [other]]);
    expect(await idsOf(false)).toEqual([other, kept]);
  });

  it('is filtered by title in any case, by status and by activity, ordered, and counted', async () => {
    const user = await tenant.addUser();
    const ids: SessionId[] = [];
    for (const title of ['Ügyrend', 'Utazás', 'Üzleti út']) {
      const id = await openSession(database, user);
      await database.withScope(user, (tx) => tx.sessions.change(id, { title }));
      ids.push(id);
    }
    const [first, second, third] = ids;
    await startTurn(database, user, turnOf(first!));
    const list = (which: Omit<SessionListRequest, 'limit'>) =>
      database.withScope(user, async (tx) => ({
        ids: (await tx.sessions.list({ limit: 10, ...which })).items.map(({ id }) => id),
        total: await tx.sessions.count(which),
      }));
    const nextHour = new Date(Date.now() + 3_600_000);

    expect(await list({})).toEqual({ ids: [third, second, first], total: 3 });
    expect(await list({ title: 'ÜGY' })).toEqual({ ids: [first], total: 1 });
    expect(await list({ title: 'ü', sort: 'createdAt' })).toEqual({
      ids: [first, third],
      total: 2,
    });
    expect((await list({ sort: '-lastActivityAt' })).ids[0]).toBe(first);
    expect(await list({ status: 'closed' })).toEqual({ ids: [], total: 0 });
    expect(await list({ to: nextHour })).toMatchObject({ total: 3 });
    expect(await list({ from: nextHour })).toMatchObject({ total: 0 });
  });

  it('is paged in order, each session once', async () => {
    const user = await tenant.addUser();
    const ids: SessionId[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await openSession(database, user));
    const seen: SessionId[] = [];

    for (let after: string | null | undefined; after !== null;) {
      const request = { limit: 2, sort: 'lastActivityAt', after } as const;
      const page = await database.withScope(user, (tx) => tx.sessions.list(request));
      seen.push(...page.items.map(({ id }) => id));
      after = page.nextAfter;
    }

    expect(seen).toEqual(ids);
  });
});

describe('a chat turn', () => {
  it('locks its session against other turns until it ends', async () => {
    const id = await openSession(database, tenant.member);
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => startTurn(database, tenant.member, turnOf(id))),
    );

    const started = attempts.filter((attempt) => attempt.status === 'fulfilled');
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(started).toHaveLength(1);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'session_busy' });
    await finishTurn(database, tenant.member, started[0]!.value);
    await expect(startTurn(database, tenant.member, turnOf(id))).resolves.toBeDefined();
  });

  it('loses its session lock when the lock expires', async () => {
    const id = await openSession(database, tenant.member);
    await startTurn(database, tenant.member, turnOf(id, 'Died.', -1000));

    await expect(startTurn(database, tenant.member, turnOf(id))).resolves.toBeDefined();
  });

  it('sees the newest earlier messages, oldest first, with what they cite', async () => {
    const id = await openSession(database, tenant.member);
    for (const question of ['one', 'two']) {
      const turn = await startTurn(database, tenant.member, turnOf(id, question));
      await finishTurn(database, tenant.member, { ...turn, content: `to ${question}` });
    }
    const turn = await startTurn(database, tenant.member, turnOf(id, 'three'));

    const history = await database.withScope(tenant.member, (tx) =>
      tx.sessions.history(id, { before: turn.executionId, limit: 3 }),
    );

    expect(history.map(({ content, citations }) => [content, citations.length])).toEqual([
      ['to one', 2],
      ['two', 0],
      ['to two', 2],
    ]);
    expect(history[0]?.citations[0]).toEqual(storedCitation);
    const page = await database.withScope(tenant.member, (tx) =>
      tx.sessions.messages(id, { limit: 2 }),
    );
    expect(page.items.map(({ content }) => content)).toEqual(['three', 'to two']);
    expect(page.nextAfter).toBe(page.items[1]?.id);
  });

  it('may continue from an earlier message: later answers stay, outside of its branch', async () => {
    const id = await openSession(database, tenant.member);
    const ask = async (question: string, parentId?: MessageId | null) => {
      const turn = { ...turnOf(id, question), parentId };
      await startTurn(database, tenant.member, turn);
      const history = await database.withScope(tenant.member, (tx) =>
        tx.sessions.history(id, { before: turn.executionId, limit: 10 }),
      );
      await finishTurn(database, tenant.member, { ...turn, content: `to ${question}` });
      return { ...turn, history: history.map(({ content }) => content) };
    };
    const list = async (through?: MessageId | 'all') => {
      const pages = [];
      for (let after: string | null | undefined; after !== null;) {
        const page = await database.withScope(tenant.member, (tx) =>
          tx.sessions.messages(id, { limit: 3, after: after ?? undefined, through }),
        );
        pages.push(...page.items);
        after = page.nextAfter;
      }
      return pages.reverse();
    };
    const textOf = async (through?: MessageId | 'all') =>
      (await list(through)).map(({ content }) => content);
    const first = await ask('one');
    const [, toFirst] = await list();
    const second = await ask('two', toFirst!.id);

    const edited = await ask('two, edited', toFirst!.id);
    const further = await ask('three');
    const anew = await ask('one, edited', null);

    expect(edited.history).toEqual(['one', 'to one']);
    expect(further.history).toEqual(['one', 'to one', 'two, edited', 'to two, edited']);
    expect(anew.history).toEqual([]);
    expect(await textOf()).toEqual(['one, edited', 'to one, edited']);
    expect(await textOf(second.messageId)).toEqual(['one', 'to one', 'two', 'to two']);
    const branch = await list(edited.messageId);
    expect(branch.map(({ content }) => content)).toEqual([
      'one',
      'to one',
      'two, edited',
      'to two, edited',
      'three',
      'to three',
    ]);
    expect(branch.map(({ parentMessageId }) => parentMessageId)).toEqual([
      null,
      ...branch.slice(0, -1).map((message) => message.id),
    ]);
    expect(branch.map(({ branches }) => branches)).toEqual([
      [first.messageId, anew.messageId],
      [],
      [second.messageId, edited.messageId],
      [],
      [],
      [],
    ]);
    expect(await list('all')).toHaveLength(10);
  });

  it('is refused as a reply to a message of another session, whoever owns it', async () => {
    const ask = async (scope: UserScope, parentId?: MessageId) => {
      const turn = { ...turnOf(await openSession(database, scope)), parentId };
      return startTurn(database, scope, turn);
    };
    const [own, foreign] = [await ask(tenant.member), await ask(tenant.admin)];

    for (const { messageId } of [own, foreign]) {
      await expect(ask(tenant.member, messageId)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('hands its follow-ups over to the rest of the conversation when it is undone', async () => {
    const id = await openSession(database, tenant.member);
    const failed = await startTurn(database, tenant.member, turnOf(id, 'lost', -1000));
    const other = await startTurn(database, tenant.member, turnOf(id, 'other', -1000));
    const parentId = failed.messageId;
    await startTurn(database, tenant.member, { ...turnOf(id, 'behind it'), parentId });

    await database.withScope(tenant.member, (tx) =>
      tx.sessions.takeBackMessages(failed.executionId),
    );

    const { items } = await database.withScope(tenant.member, (tx) =>
      tx.sessions.messages(id, { limit: 5 }),
    );
    expect(items.map(({ parentMessageId }) => parentMessageId)).toEqual([other.messageId, null]);
  });

  it('finds the user’s own words by message id', async () => {
    const id = await openSession(database, tenant.member);
    const turn = await startTurn(database, tenant.member, turnOf(id, 'Remember this'));
    const find = (scope: UserScope) =>
      database.withScope(scope, (tx) => tx.sessions.findUserMessage(turn.messageId));

    expect(await find(tenant.member)).toMatchObject({ content: 'Remember this', role: 'user' });
    expect(await find(tenant.admin)).toBeNull();
  });
});
