import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExecutionId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { TenantLimitChanges } from '../../src/tenancy/limits.js';
import { TenantPolicy, type TenantQuotas } from '../../src/tenancy/schema.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { createChargedSearch, createCountedSearch } from '../../src/search/create-search.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { aroundToday } from '../support/around-today.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

const QUESTION = 'How long is annual leave?';

/** Takes three tokens per text; its vectors mean nothing. */
const embedderOf = (costUsd: number | null): Embedder => ({
  model: 'counting',
  dimensions: 2,
  embed: async (texts) => ({
    vectors: texts.map(() => new Float32Array([1, 0])),
    promptTokens: 3 * texts.length,
    costUsd,
  }),
});

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
});
beforeEach(async () => {
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: ['Annual leave is 25 days.', 'Travel costs are refunded within thirty days.'],
  });
});
afterAll(() => bench.destroy());

const totals = () =>
  bench.test.database.withScope(tenant.admin, (tx) => tx.usage.totals(aroundToday()));
const setQuotas = (quotas: Partial<TenantQuotas>) =>
  bench.test.database.withScope(tenant.system, (tx) =>
    tx.settings.update({ policy: TenantPolicy.parse({ quotas }) }),
  );
const stored = async (scope: UserScope, id: ExecutionId) => {
  const found = await bench.test.database.withScope(scope, (tx) => tx.executions.find(id));
  if (found === null) throw new Error('The turn was not saved.');
  return found;
};
const ask = (scope: UserScope, message = QUESTION) => bench.asker()(scope, message);

describe('the usage ledger of a turn', () => {
  it("records the tokens read from the endpoint's cache for each call, and the answer has their sum", async () => {
    const usage = { promptTokens: 100, completionTokens: 10, cachedTokens: 80 };
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: [{ content: 'Annual leave is 25 days [1].', usage }],
    });

    const answer = await bench.asker({ chat })(tenant.member, QUESTION);

    const { modelCalls } = await stored(tenant.member, answer.executionId);
    expect(modelCalls.map(({ purpose, cachedTokens }) => [purpose, cachedTokens])).toEqual([
      ['decide', 0],
      ['answer', 80],
    ]);
    expect(answer.usage).toMatchObject({ promptTokens: 200, cachedTokens: 80 });
  });

  it('records embedding calls under the node that made them', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat, embedder: embedderOf(0.5) })(tenant.member, QUESTION);

    const { modelCalls, nodeExecutions } = await stored(tenant.member, answer.executionId);
    expect(modelCalls.filter(({ purpose }) => purpose === 'embed')).toMatchObject([
      { model: 'counting', promptTokens: 3, completionTokens: 0, costUsd: 0.5, outcome: 'ok' },
    ]);
    expect(nodeExecutions.find(({ nodeName }) => nodeName === 'tools')).toMatchObject({
      promptTokens: 3,
      llmCostUsd: 0.5,
      model: 'counting',
    });
    expect(answer.usage.promptTokens).toBe(
      modelCalls.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    );
    const sum = await totals();
    expect(sum).toMatchObject({ questions: 1, promptTokens: answer.usage.promptTokens });
    expect(sum.costUsd).toBeCloseTo(answer.usage.costUsd!);
  });

  it("has no cost if the embedder's price is unknown", async () => {
    const answer = await bench.asker({ embedder: embedderOf(null) })(tenant.member, QUESTION);

    expect(answer.usage.costUsd).toBeNull();
    expect(await totals()).toMatchObject({ costUsd: null });
  });

  it('records the cost of a cancelled embedding call as unknown', async () => {
    const embedder: Embedder = { ...embedderOf(0.5), embed: () => new Promise(() => undefined) };
    const search = { embedTimeoutMs: 50 };

    const answer = await bench.asker({ embedder, search })(tenant.member, QUESTION);

    const { modelCalls } = await stored(tenant.member, answer.executionId);
    const calls = modelCalls.filter(({ purpose }) => purpose === 'embed');
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every(({ outcome, costUsd }) => outcome === 'error' && costUsd === null)).toBe(
      true,
    );
    expect(answer.usage.costUsd).toBeNull();
  });

  it('records an embedding call that failed', async () => {
    const embedder: Embedder = {
      ...embedderOf(0),
      embed: async () => Promise.reject(new Error('down')),
    };

    const answer = await bench.asker({ embedder })(tenant.member, QUESTION);

    const { modelCalls } = await stored(tenant.member, answer.executionId);
    expect(modelCalls).toContainEqual(
      expect.objectContaining({ purpose: 'embed', outcome: 'error', promptTokens: 0, costUsd: 0 }),
    );
  });
});

describe('the receipt of a turn', () => {
  it('shows for every source whether it entered the prompt and was cited', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search('annual leave travel costs')],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat })(tenant.member, 'annual leave travel costs');

    const { execution } = await stored(tenant.member, answer.executionId);
    expect(execution.receipt?.sources.map(({ type, outcome }) => `${type} ${outcome}`)).toEqual(
      expect.arrayContaining(['document cited']),
    );
    expect(execution.receipt).toMatchObject({ droppedMarkers: 0, droppedCitations: 0 });
  });

  it('counts the cited statements that the policy removed', async () => {
    await bench.test.database.withScope(tenant.system, (tx) =>
      tx.settings.update({ policy: TenantPolicy.parse({ groundedOnly: 'strict' }) }),
    );
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: ['Annual leave is 25 days [1]. The moon is 384,400 km away [1].'],
    });

    const answer = await bench.asker({ chat })(tenant.member, QUESTION);

    const { execution } = await stored(tenant.member, answer.executionId);
    expect(execution.receipt?.droppedCitations).toBe(1);
  });

  it('counts the hits that its reader may no longer see', async () => {
    const { documentId } = await addKnowledge(bench, tenant, {
      owner: tenant.admin,
      passages: ['Annual leave of board members is 40 days.'],
    });
    // The index does not know of it yet.
    await bench.test.database.withScope(tenant.admin, (tx) =>
      tx.documents.update(documentId, { visibility: 'private' }),
    );

    const answer = await ask(tenant.member);

    const { execution } = await stored(tenant.member, answer.executionId);
    expect(execution.receipt?.outOfScope).toBe(1);
    expect(JSON.stringify(execution.receipt)).not.toContain(documentId);
  });
});

describe('a search outside a turn', () => {
  const search = (embedder: Embedder) => {
    const { searchChunks } = bench.services({ embedder });
    const { database } = bench.test;
    const signal = new AbortController().signal;
    const charged = createChargedSearch(database, searchChunks);
    return createCountedSearch(database, charged)(tenant.member, {
      queries: [QUESTION],
      topK: 3,
      signal,
    });
  };

  it('is counted and charged to the person who searched, on that day', async () => {
    await search(embedderOf(0.25));

    const spent = { promptTokens: 3, costUsd: 0.25 };
    expect(await totals()).toMatchObject({ questions: 0, searches: 1, ...spent });
  });
});

describe('a usage quota', () => {
  it('of questions refuses the first question above it, by name and until the day is over', async () => {
    await setQuotas({ questionsPerDay: 1 });
    await ask(tenant.member);

    const refused = ask(tenant.admin);

    await expect(refused).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('questionsPerDay (1)'),
    });
    const { retryAfterSec } = (await refused.catch((error: unknown) => error)) as {
      retryAfterSec: number;
    };
    expect(retryAfterSec).toBeGreaterThan(0);
    expect(retryAfterSec).toBeLessThanOrEqual(86_400);
    expect(await totals()).toMatchObject({ questions: 1 });
  });

  it('of questions is not exceeded by many concurrent questions', async () => {
    await setQuotas({ questionsPerDay: 3 });

    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => ask(tenant.member)));

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await totals()).toMatchObject({ questions: 3 });
  });

  it('of tokens counts the tokens of answers and embeddings over the month', async () => {
    await setQuotas({ tokensPerMonth: 10 });
    await bench.test.database.withScope(tenant.system, (tx) =>
      tx.usage.add(tenant.admin.userId, { promptTokens: 6, completionTokens: 4 }),
    );

    await expect(ask(tenant.member)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('tokensPerMonth (10)'),
    });
  });

  it('leaves neither a session nor an execution behind when it refuses a question', async () => {
    await setQuotas({ questionsPerDay: 0 });

    await expect(ask(tenant.member)).rejects.toMatchObject({ code: 'quota_exceeded' });

    const { sessions, executions } = await bench.test.database.withScope(
      tenant.member,
      async (tx) => ({
        sessions: await tx.sessions.list({ limit: 10 }),
        executions: await tx.executions.list({ limit: 10 }),
      }),
    );
    expect([sessions.items, executions.items]).toEqual([[], []]);
  });
});

describe('an operator limit', () => {
  const setLimits = (limits: TenantLimitChanges) =>
    bench.test.database.platform.tenants.setLimits(tenant.tenantId, limits);

  it("on questions is not exceeded by many concurrent questions, whatever the admin's quota", async () => {
    await setLimits({ questionsPerDay: 2 });
    await setQuotas({ questionsPerDay: 1000 });

    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => ask(tenant.member)));

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('on sessions refuses a new session by name, but allows questions in an existing one', async () => {
    await setLimits({ sessions: 2 });

    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => ask(tenant.member)));

    const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(answered).toHaveLength(2);
    await expect(ask(tenant.member)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('sessions (2)'),
    });
    const next = bench.asker()(tenant.member, QUESTION, { sessionId: answered[0]!.sessionId });
    await expect(next).resolves.toMatchObject({ status: 'success' });
  });

  it('on tokens refuses questions until the month is over', async () => {
    await setLimits({ tokensPerMonth: 10 });
    await bench.test.database.withScope(tenant.system, (tx) =>
      tx.usage.add(tenant.admin.userId, { promptTokens: 10 }),
    );

    await expect(ask(tenant.member)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('tokensPerMonth (10)'),
    });
  });
});
