import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, SessionId, UserId, type MessageId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import { aroundToday } from '../support/around-today.js';
import {
  createTestDatabase,
  queryAsOwner,
  queryInTenant,
  type TestDatabase,
} from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';
import { finishedTurn, finishTurn, openSession, startTurn, turnOf } from '../support/turn.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});

beforeEach(async () => {
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

const today = () => new Date().toISOString().slice(0, 10);

const totalsOf = (scope: UserScope) =>
  database.withScope(scope, (tx) => tx.usage.totals(aroundToday()));

const listOf = (scope: UserScope, page: { limit: number; after?: string } = { limit: 10 }) =>
  database.withScope(scope, (tx) => tx.usage.list(aroundToday(), page));

const start = async (scope: UserScope) =>
  startTurn(database, scope, turnOf(await openSession(database, scope)));

describe('the usage of a day', () => {
  it("counts a question when it is asked, and the models' tokens when it is answered", async () => {
    const turn = await start(tenant.member);

    expect(await totalsOf(tenant.admin)).toMatchObject({ questions: 1, promptTokens: 0 });
    await finishTurn(database, tenant.member, turn);

    expect(await totalsOf(tenant.admin)).toEqual({
      questions: 1,
      documents: 0,
      promptTokens: 10,
      completionTokens: 5,
      costUsd: 0.25,
      searches: 0,
      bytes: 0,
      chunks: 0,
      unpricedCalls: 0,
      feedbackUp: 0,
      feedbackDown: 0,
    });
  });

  it('counts a turn once however often it is reported', async () => {
    const turn = await start(tenant.member);
    const finished = await finishTurn(database, tenant.member, turn);

    await database.withScope(tenant.member, (tx) => tx.executions.finish(finished));

    expect(await totalsOf(tenant.admin)).toMatchObject({ questions: 1, promptTokens: 10 });
  });

  it('counts the tokens of a turn without an answer', async () => {
    const turn = await start(tenant.member);
    const finished = { ...finishedTurn({ ...turn, content: '' }), answer: null };

    await database.withScope(tenant.member, (tx) => tx.executions.finish(finished));

    expect(await totalsOf(tenant.admin)).toMatchObject({ promptTokens: 10 });
  });

  it('has no cost if the price of a call is unknown', async () => {
    const turn = await start(tenant.member);
    const finished = finishedTurn({ ...turn, content: 'Yes.' });
    const [priced] = finished.modelCalls;
    const modelCalls = [priced!, { ...priced!, costUsd: null }];

    await database.withScope(tenant.member, (tx) =>
      tx.executions.finish({ ...finished, modelCalls }),
    );

    expect(await totalsOf(tenant.admin)).toMatchObject({ costUsd: null, unpricedCalls: 1 });
    expect((await listOf(tenant.admin)).items).toMatchObject([{ costUsd: null, unpricedCalls: 1 }]);
  });

  it('does not count a question that was refused', async () => {
    const turn = await start(tenant.member);

    await expect(startTurn(database, tenant.member, turnOf(turn.sessionId))).rejects.toMatchObject({
      code: 'session_busy',
    });
    await expect(
      startTurn(database, tenant.member, turnOf(newId(SessionId))),
    ).rejects.toMatchObject({ code: 'not_found' });

    expect(await totalsOf(tenant.admin)).toMatchObject({ questions: 1 });
  });

  it('loses nothing when many turns of a user start and end at once', async () => {
    const turns = Array.from({ length: 40 }, async () => {
      const turn = await start(tenant.member);
      await finishTurn(database, tenant.member, turn);
    });

    await Promise.all(turns);

    expect(await totalsOf(tenant.admin)).toMatchObject({ questions: 40, promptTokens: 400 });
  });

  it('outlives sessions and users', async () => {
    const turn = await start(tenant.member);
    await finishTurn(database, tenant.member, turn);

    await database.withScope(tenant.member, (tx) => tx.sessions.delete(turn.sessionId));
    await database.withScope(tenant.system, (tx) => tx.users.delete(tenant.member.userId));

    const { items } = await listOf(tenant.admin);
    expect(items).toMatchObject([{ userId: tenant.member.userId, questions: 1, promptTokens: 10 }]);
  });

  it('outlives the tenant, as numbers under ids that no longer name anyone', async () => {
    await start(tenant.member);
    await database.withScope(tenant.system, async (tx) => {
      await tx.users.delete(tenant.member.userId);
      await tx.users.delete(tenant.admin.userId);
    });
    await database.platform.tenants.setStatus(tenant.tenantId, 'deleting');

    expect(await database.platform.tenants.remove(tenant.tenantId)).toBe(true);

    const kept = await queryInTenant(
      test,
      tenant.tenantId,
      `SELECT questions FROM usage_daily WHERE tenant_id = '${tenant.tenantId}'`,
    );
    expect(kept).toEqual([{ questions: 1 }]);
  });

  it('is invisible to other tenants', async () => {
    const other = await test.tenant();
    await start(tenant.member);

    expect(await totalsOf(other.admin)).toMatchObject({ questions: 0, costUsd: 0 });
    expect((await listOf(other.admin)).items).toEqual([]);
  });
});

describe('a list of usage', () => {
  it('is split into pages across days and users, newest day first', async () => {
    const users = [newId(UserId), newId(UserId), newId(UserId)];
    for (const userId of users) {
      await database.withScope(tenant.system, (tx) => tx.usage.add(userId, { questions: 2 }));
    }
    await queryAsOwner(
      test,
      `INSERT INTO usage_daily (tenant_id, day, user_id, questions) VALUES ($1, $2::date - 1, $3, 7)`,
      [tenant.tenantId, today(), users[0]],
    );

    const pages = [await listOf(tenant.admin, { limit: 2 })];
    while (pages.at(-1)!.nextAfter !== null) {
      pages.push(await listOf(tenant.admin, { limit: 2, after: pages.at(-1)!.nextAfter! }));
    }

    const items = pages.flatMap((page) => page.items);
    expect(pages.map((page) => page.items.length)).toEqual([2, 2]);
    expect(items.map(({ userId }) => userId)).toEqual([...users.toReversed(), users[0]]);
    expect(items.map(({ questions }) => questions)).toEqual([2, 2, 2, 7]);
  });

  it('refuses an invalid position', async () => {
    await expect(listOf(tenant.admin, { limit: 2, after: 'x/y' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe("a user's feedback on answers", () => {
  const rate = (scope: UserScope, messageId: MessageId, rating: 'up' | 'down') =>
    database.withScope(scope, (tx) =>
      tx.feedback.save(messageId, { rating, comment: 'Thanks\0', shareWithAdmin: false }),
    );

  it('is counted on the day of the answer, and only the last one counts', async () => {
    const turn = await start(tenant.member);
    const { answer } = await finishTurn(database, tenant.member, turn);

    await rate(tenant.member, answer!.message.id, 'up');
    await rate(tenant.member, answer!.message.id, 'down');

    expect(await totalsOf(tenant.admin)).toMatchObject({ feedbackUp: 0, feedbackDown: 1 });
    const { items } = await listOf(tenant.admin);
    expect(items).toMatchObject([{ feedbackUp: 0, feedbackDown: 1 }]);
    const found = await database.withScope(tenant.member, (tx) =>
      tx.executions.find(turn.executionId),
    );
    expect(found?.feedback).toMatchObject({ rating: 'down', comment: 'Thanks\uFFFD' });
  });

  it("can only be given on one's own answers", async () => {
    const turn = await start(tenant.member);
    const { answer } = await finishTurn(database, tenant.member, turn);
    const other = await test.tenant();

    expect(await rate(tenant.admin, answer!.message.id, 'up')).toBeNull();
    expect(await rate(other.member, answer!.message.id, 'up')).toBeNull();
    expect(await rate(tenant.member, turn.messageId, 'up')).toBeNull();
  });

  it('is deleted with the user', async () => {
    const turn = await start(tenant.member);
    const { answer } = await finishTurn(database, tenant.member, turn);
    await rate(tenant.member, answer!.message.id, 'up');

    await database.withScope(tenant.system, (tx) => tx.users.delete(tenant.member.userId));

    expect(await totalsOf(tenant.admin)).toMatchObject({ questions: 1, feedbackUp: 0 });
  });
});
