import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { newId, SessionId, TenantId, UserId } from '../../src/shared/ids.js';
import { en } from '../../src/shared/i18n/en.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { permissionsOfRole } from '../../src/shared/permissions.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import type { StoredCitation } from '../../src/citations/citation.js';
import { finishTurn, openSession, startTurn, storedCitation, turnOf } from '../support/turn.js';

const QUESTION = 'Why was my colleague dismissed?';
const ANSWER = 'The file does not say so.';

type Tenant = Awaited<ReturnType<typeof createTenantOverApi>>;

const List = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  nextCursor: z.string().nullable(),
  total: z.int().optional(),
});

let house: ApiOverDatabase;
let tenant: Tenant;
let other: Tenant;
let member: Awaited<ReturnType<Tenant['addMember']>>;
let colleague: Awaited<ReturnType<Tenant['addMember']>>;

beforeAll(async () => {
  house = await serveApiOverDatabase();
  tenant = await createTenantOverApi(house);
  other = await createTenantOverApi(house);
  member = await tenant.addMember();
  colleague = await tenant.addMember();
});

afterAll(() => house.close());

/** A whole turn of this user in the database, as the workflow leaves it. */
const turnBy = async (userId: string, citations: StoredCitation[] = []) => {
  const scope = makeUserScope({
    tenantId: TenantId.parse(tenant.tenantId),
    userId: UserId.parse(userId),
    role: 'member',
    groups: [],
    permissions: permissionsOfRole.member,
  });
  const sessionId = await openSession(house.database, scope);
  const turn = await startTurn(house.database, scope, turnOf(sessionId, QUESTION));
  const { answer } = await finishTurn(house.database, scope, {
    ...turn,
    content: ANSWER,
    citations,
  });
  return { ...turn, answerId: answer?.message.id ?? 'none' };
};

const get = async (path: string, key: string) => house.api.call('GET', path, { key });
const listOf = async (query: string, key: string) =>
  List.parse((await get(`/v1/executions?${query}`, key)).json);
const rate = (id: string, key: string, body: unknown = { rating: 'up' }) =>
  house.api.call('POST', `/v1/messages/${id}/feedback`, { key, body });

describe('GET /v1/executions', () => {
  it('shows an admin the tenant’s, a member their own, and nobody another tenant’s', async () => {
    const own = await turnBy(member.userId);
    const colleagues = await turnBy(colleague.userId);

    const [forAdmin, forMember, forOther] = await Promise.all([
      listOf('limit=100', tenant.adminKey),
      listOf('limit=100', member.apiKey),
      listOf('limit=100', other.adminKey),
    ]);

    const ids = (list: z.infer<typeof List>) => list.items.map(({ id }) => id);
    expect(ids(forAdmin)).toEqual(
      expect.arrayContaining([own.executionId, colleagues.executionId]),
    );
    expect(ids(forMember)).toContain(own.executionId);
    expect(new Set(forMember.items.map(({ userId }) => userId))).toEqual(new Set([member.userId]));
    expect(ids(forOther)).toEqual([]);
  });

  it("shows an admin’s key without the permission only the admin's own", async () => {
    const { executionId } = await turnBy(member.userId);
    const key = await house.api.call('POST', '/v1/api-keys', {
      key: tenant.adminKey,
      body: { name: 'chat only', permissions: ['chat'] },
    });
    const { apiKey } = z.object({ apiKey: z.string() }).parse(key.json);

    const { items } = await listOf('limit=100', apiKey);

    expect(items.map(({ id }) => id)).not.toContain(executionId);
    expect((await get(`/v1/executions/${executionId}`, apiKey)).status).toBe(404);
  });

  it('contains figures and codes but no text of either side', async () => {
    const { executionId } = await turnBy(member.userId);

    const { json, text } = await get('/v1/executions?limit=1', tenant.adminKey);

    const [item] = List.parse(json).items;
    expect(item).toMatchObject({
      id: executionId,
      userId: member.userId,
      status: 'success',
      stopReason: 'answered',
      promptTokens: 10,
      completionTokens: 5,
      costUsd: null,
      totalMs: 640,
      rating: null,
    });
    for (const words of [QUESTION, ANSWER, 'how long', 'receipt', 'reasoning']) {
      expect(text).not.toContain(words);
    }
  });

  it('is paged, and filtered by status, session and time', async () => {
    const user = await tenant.addMember();
    const turns = [await turnBy(user.userId), await turnBy(user.userId), await turnBy(user.userId)];
    const idsOf = async (query: string) =>
      (await listOf(query, user.apiKey)).items.map(({ id }) => id);
    const ids = turns.map(({ executionId }) => executionId).toReversed();

    const first = await listOf('limit=2', user.apiKey);
    const second = await listOf(`limit=2&cursor=${first.nextCursor}`, user.apiKey);

    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(await idsOf('status=error')).toEqual([]);
    expect(await idsOf('status=success')).toEqual(ids);
    expect(await idsOf(`sessionId=${turns[1]!.sessionId}`)).toEqual([turns[1]!.executionId]);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    expect(await idsOf(`from=${hourAgo}`)).toEqual(ids);
    expect(await idsOf(`to=${hourAgo}`)).toEqual([]);
  });

  it('is filtered by user and degraded reason, and the count follows the filter', async () => {
    const [user, another] = [await tenant.addMember(), await tenant.addMember()];
    const turns = [await turnBy(user.userId), await turnBy(user.userId)];
    const idsOf = (list: z.infer<typeof List>) => list.items.map(({ id }) => id);
    const ids = turns.map(({ executionId }) => executionId).toReversed();
    const query = `userId=${user.userId}&total=true&limit=1`;

    const late = await listOf(`${query}&degraded=timeout`, tenant.adminKey);
    const cut = await listOf(`${query}&degraded=filter_cut`, tenant.adminKey);
    const ofAnother = await listOf(query, another.apiKey);
    const next = await listOf(
      `userId=${user.userId}&degraded=timeout&cursor=${late.nextCursor}`,
      tenant.adminKey,
    );

    expect([late.total, cut.total, ofAnother.total]).toEqual([2, 0, 0]);
    expect([...idsOf(late), ...idsOf(next)]).toEqual(ids);
  });

  it("refuses an unknown status, a reversed range and another reader's cursor", async () => {
    const { nextCursor } = await listOf('limit=1', tenant.adminKey);

    const wrong = await get('/v1/executions?status=fine', tenant.adminKey);
    const backwards = await get(
      '/v1/executions?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z',
      tenant.adminKey,
    );
    const foreign = await get(`/v1/executions?cursor=${nextCursor}`, other.adminKey);

    expect([wrong.status, backwards.status, foreign.status]).toEqual([422, 422, 400]);
  });
});

describe('GET /v1/feedback', () => {
  it('shows an admin all ratings, but texts and turns only of users who share them', async () => {
    const shared = await turnBy(member.userId);
    const kept = await turnBy(colleague.userId);
    const said = { rating: 'down', comment: 'Secret no more.', shareWithAdmin: true };
    await rate(shared.answerId, member.apiKey, said);
    await rate(kept.answerId, colleague.apiKey, { rating: 'up', comment: 'Secret for good.' });

    const { text, json } = await get('/v1/feedback?limit=2', tenant.adminKey);

    expect(json).toMatchObject({
      items: [
        {
          messageId: kept.answerId,
          userId: colleague.userId,
          rating: 'up',
          comment: null,
          question: null,
          answer: null,
          shareWithAdmin: false,
        },
        {
          messageId: shared.answerId,
          executionId: shared.executionId,
          comment: 'Secret no more.',
          question: QUESTION,
          answer: ANSWER,
        },
      ],
    });
    expect(text).not.toContain('Secret for good.');
  });

  it('withholds a shared answer that is based on deleted sources', async () => {
    // Its chunk has been deleted since.
    const { answerId } = await turnBy(member.userId, [storedCitation]);
    await rate(answerId, member.apiKey, { rating: 'down', shareWithAdmin: true });

    const { json, text } = await get('/v1/feedback?limit=1', tenant.adminKey);

    expect(json).toMatchObject({
      items: [{ messageId: answerId, question: QUESTION, answer: en.answerWithheld }],
    });
    expect(text).not.toContain(ANSWER);
    expect(text).not.toContain('citations');
  });

  it('is filtered by rating, person, consent and time, page by page', async () => {
    const { answerId } = await turnBy(member.userId);
    const before = new Date().toISOString();
    await rate(answerId, member.apiKey, { rating: 'down', shareWithAdmin: true });
    const idsOf = async (query: string) => {
      const { json } = await get(`/v1/feedback?${query}`, tenant.adminKey);
      return z
        .object({ items: z.array(z.object({ messageId: z.string() })) })
        .parse(json)
        .items.map(({ messageId }) => messageId);
    };

    const ofMember = `userId=${member.userId}&shareWithAdmin=true&rating=down`;

    expect((await idsOf(`limit=1&${ofMember}`))[0]).toBe(answerId);
    expect(await idsOf(`rating=up&userId=${member.userId}`)).not.toContain(answerId);
    expect(await idsOf(`shareWithAdmin=false&limit=100`)).not.toContain(answerId);
    expect(await idsOf(`to=${before}&limit=100`)).not.toContain(answerId);
  });

  it('is forbidden for members, and empty for another tenant', async () => {
    const byMember = await get('/v1/feedback', member.apiKey);
    const byOther = await get('/v1/feedback', other.adminKey);

    expect(byMember.status).toBe(403);
    expect(byOther.json).toEqual({ items: [], nextCursor: null });
  });
});

const FeedbackTimes = z.object({
  items: z.array(z.object({ messageId: z.string(), resolvedAt: z.string().nullable() })),
});

describe('PATCH /v1/feedback/:id', () => {
  it('resolves feedback until it is given again, only for admins of the tenant', async () => {
    const { answerId } = await turnBy(member.userId);
    await rate(answerId, member.apiKey, { rating: 'down', shareWithAdmin: true });
    const resolve = (key: string, id = answerId) =>
      house.api.call('PATCH', `/v1/feedback/${id}`, { key, body: { resolved: true } });
    const isOpen = async () => {
      const { text } = await get('/v1/feedback?resolved=false&limit=100', tenant.adminKey);
      return text.includes(answerId);
    };

    const byOthers = [await resolve(member.apiKey), await resolve(other.adminKey)];
    const before = await isOpen();
    const byAdmin = await resolve(tenant.adminKey);
    const after = await isOpen();
    await rate(answerId, member.apiKey, { rating: 'down', shareWithAdmin: true });

    expect(byOthers.map(({ status }) => status)).toEqual([403, 404]);
    expect({ before, status: byAdmin.status, after }).toEqual({
      before: true,
      status: 204,
      after: false,
    });
    expect(await isOpen()).toBe(true);
  });
});

describe('feedback that is resolved twice', () => {
  it('keeps the time of the first resolution, and may be reopened', async () => {
    const { answerId } = await turnBy(member.userId);
    await rate(answerId, member.apiKey, { rating: 'down', shareWithAdmin: true });
    const say = (resolved: boolean) =>
      house.api.call('PATCH', `/v1/feedback/${answerId}`, {
        key: tenant.adminKey,
        body: { resolved },
      });
    const readTime = async () => {
      const { json } = await get('/v1/feedback?limit=100', tenant.adminKey);
      const { items } = FeedbackTimes.parse(json);
      return items.find(({ messageId }) => messageId === answerId)?.resolvedAt;
    };

    await say(true);
    const first = await readTime();
    await say(true);
    const second = await readTime();
    await say(false);

    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
    expect(await readTime()).toBeNull();
  });
});

describe('POST /v1/messages/:id/feedback', () => {
  it('makes the rating appear in the receipt, the list and the message, and the last one counts', async () => {
    const { answerId, executionId, sessionId } = await turnBy(member.userId);

    await rate(answerId, member.apiKey);
    const saved = await rate(answerId, member.apiKey, { rating: 'down', comment: ' Not so. ' });

    const feedback = { rating: 'down', comment: 'Not so.', shareWithAdmin: false };
    expect(saved).toMatchObject({ status: 200, json: feedback });
    const receipt = await get(`/v1/executions/${executionId}`, member.apiKey);
    expect(receipt.json).toMatchObject({ feedback });
    const messages = await get(`/v1/sessions/${sessionId}/messages`, member.apiKey);
    expect(List.parse(messages.json).items).toMatchObject([{ feedback }, { feedback: null }]);
    const { items } = await listOf('limit=1', member.apiKey);
    expect(items).toMatchObject([{ rating: 'down' }]);
  });

  it("answers 404 for another user's answer and for a question", async () => {
    const { answerId, messageId } = await turnBy(member.userId);

    const answers = await Promise.all([
      rate(answerId, colleague.apiKey),
      rate(answerId, tenant.adminKey),
      rate(answerId, other.adminKey),
      rate(messageId, member.apiKey),
      rate(newId(SessionId), member.apiKey),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it.each([
    {},
    { rating: 'maybe' },
    { rating: 'up', comment: '' },
    { rating: 'up', comment: 'x'.repeat(2001) },
    { rating: 'up', userId: 'x' },
  ])('refuses %j', async (body) => {
    const { answerId } = await turnBy(member.userId);

    expect((await rate(answerId, member.apiKey, body)).status).toBe(422);
  });
});

describe('a receipt', () => {
  it('shows an admin another user’s figures without the text, and is audited', async () => {
    const { answerId, executionId } = await turnBy(member.userId);
    await rate(answerId, member.apiKey, { rating: 'up', comment: 'Secret thanks' });

    const { json, text } = await get(`/v1/executions/${executionId}`, tenant.adminKey);

    expect(json).toMatchObject({
      question: null,
      answer: null,
      promptTokens: 10,
      feedback: { rating: 'up', comment: null },
      receipt: { queries: null, droppedMarkers: 0, droppedCitations: 0, outOfScope: 0 },
      toolCalls: [{ name: 'rag_search', arguments: null, summary: null }],
      modelCalls: [{ purpose: 'decide', model: 'scripted', costUsd: 0.25 }],
    });
    for (const words of [QUESTION, ANSWER, 'Secret', 'how long']) expect(text).not.toContain(words);
    const audit = await get('/v1/audit?limit=1', tenant.adminKey);
    expect(List.parse(audit.json).items).toMatchObject([
      { action: 'execution.read_foreign', actorId: tenant.adminId, subjectId: executionId },
    ]);
  });

  it('shows state changes to admins only', async () => {
    const byMember = await turnBy(member.userId);

    const forAdmin = await get(`/v1/executions/${byMember.executionId}`, tenant.adminKey);
    const forMember = await get(`/v1/executions/${byMember.executionId}`, member.apiKey);

    expect(forAdmin.json).toMatchObject({
      stateDiffs: [{ position: 0, changes: { iterationCount: { before: 0, after: 1 } } }],
    });
    expect(forMember.json).toMatchObject({ question: QUESTION, answer: ANSWER, stateDiffs: null });
  });

  it('is unavailable to a colleague and to another tenant', async () => {
    const { executionId } = await turnBy(member.userId);

    const answers = await Promise.all([
      get(`/v1/executions/${executionId}`, colleague.apiKey),
      get(`/v1/executions/${executionId}`, other.adminKey),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('GET /v1/audit', () => {
  it('shows an admin who did what in their tenant, newest first and page by page', async () => {
    const user = await tenant.addMember();

    const first = List.parse((await get('/v1/audit?limit=1', tenant.adminKey)).json);
    const second = List.parse(
      (await get(`/v1/audit?limit=1&cursor=${first.nextCursor}`, tenant.adminKey)).json,
    );

    expect(first.items).toMatchObject([
      { action: 'api_key.confirm', actorId: user.userId, result: 'ok' },
    ]);
    expect(second.items).toMatchObject([{ action: 'api_key.create', actorId: tenant.adminId }]);
    const others = List.parse((await get('/v1/audit?limit=100', other.adminKey)).json);
    expect(others.items.map(({ subjectId }) => subjectId)).not.toContain(user.userId);
  });

  it('is forbidden for members', async () => {
    expect((await get('/v1/audit', member.apiKey)).status).toBe(403);
  });
});
