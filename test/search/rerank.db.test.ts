import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpReranker } from '../../src/platform/models/http-reranker.js';
import type { Calibration } from '../../src/evidence/index.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { ChunkSearch, ChunkSearchOutcome } from '../../src/search/schema.js';
import { startRerankServer, toReply, type RerankServer } from '../fakes/rerank-server.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';
import type { ModelCall } from '../../src/shared/execution.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  const passages = [
    { content: 'Parking, parking, parking: permits for the parking lot.', chapter: 'One' },
    { content: 'The best rule about parking is to come by bicycle.', chapter: 'Two' },
    { content: 'Parking is the best of the best for early birds only.', chapter: 'Three' },
  ];
  await addKnowledge(bench, tenant, { owner: tenant.admin, title: 'Parking', passages });
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Secret',
    visibility: 'private',
    passages: ['Secret parking for the board, the best of all.'],
  });
});

afterAll(() => bench.destroy());

const open: RerankServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

type Script = Parameters<typeof startRerankServer>[0];

const setUp = async (script?: Script, calibration: Calibration = {}) => {
  const server = await startRerankServer(script);
  open.push(server);
  const reranker = createHttpReranker({ baseUrl: server.baseUrl, apiKey: '', model: 'rerank-1' });
  const { searchChunks } = bench.services({
    reranker,
    search: { rerankTimeoutMs: 300, calibration },
  });
  const calls: ModelCall[] = [];
  const search = (scope: UserScope, more: Partial<ChunkSearch> = {}) =>
    searchChunks(scope, {
      queries: ['parking'],
      topK: 5,
      signal: new AbortController().signal,
      record: (call) => void calls.push(call),
      ...more,
    });
  return { server, search, calls };
};

const chaptersOf = ({ results }: ChunkSearchOutcome) => results.map(({ chunk }) => chunk.chapter);

describe('a search with a reranker', () => {
  it('sorts the fused hits again and shows both scores', async () => {
    const { search, calls } = await setUp();

    const outcome = await search(tenant.member);

    expect(chaptersOf(outcome)).toEqual(['Three', 'Two', 'One']);
    expect(outcome.results.map(({ scores }) => scores.rerank)).toEqual([2, 1, 0]);
    expect(outcome.results.at(-1)?.score).toBe(1);
    expect(outcome.degraded).toEqual([]);
    expect(calls).toMatchObject([
      { purpose: 'rerank', model: 'rerank-1', outcome: 'ok', promptTokens: 0, costUsd: null },
    ]);
  });

  it('keeps passages that answer first, whatever an uncalibrated reranker says', async () => {
    const own = await bench.test.tenant();
    const answer = { content: 'The caretaker of the mill is Ivo Petrov.', chapter: 'Answer' };
    const others = Array.from({ length: 20 }, (_, index) => ({
      content: `The best of the mill, part ${index}: flour of the year.`,
      chapter: `${index}`,
    }));
    await addKnowledge(bench, own, { owner: own.admin, passages: [answer, ...others] });
    const { search } = await setUp();

    const outcome = await search(own.member, { queries: ['Who is the caretaker of the mill?'] });

    expect(outcome.outcome).toBe('answer');
    expect(chaptersOf(outcome)[0]).toBe('Answer');
  });

  it('sends it no text that the reader may not see', async () => {
    const { server, search } = await setUp();

    await search(tenant.member);

    expect(server.calls).toHaveLength(1);
    expect(JSON.stringify(server.calls)).not.toContain('Secret');
  });

  it('sends it the fullest form of the question', async () => {
    const { server, search } = await setUp();

    await search(tenant.member, { queries: ['And parking?', 'Where is parking allowed?'] });

    expect(server.calls[0]?.query).toBe('Where is parking allowed?');
  });

  it('sends equal texts once, and at most 30 texts', async () => {
    const own = await bench.test.tenant();
    const passages = Array.from({ length: 40 }, (_, index) => ({
      content: `Office number ${index} has a window.`,
      chapter: `${index}`,
    }));
    const twice = [...passages, { content: 'Office number 1 has a window.', chapter: 'twice' }];
    await addKnowledge(bench, own, { owner: own.admin, passages: twice });
    const { server, search } = await setUp();

    const { results } = await search(own.member, { queries: ['office window'], topK: 40 });

    const documents = server.calls[0]?.documents ?? [];
    expect([documents.length, new Set(documents).size]).toEqual([30, 30]);
    expect(results.filter(({ scores }) => scores.rerank === undefined)).toHaveLength(10);
  });

  it('does not call it for a single passage', async () => {
    const { server, search } = await setUp();

    await search(tenant.member, { queries: ['bicycle'] });

    expect(server.calls).toEqual([]);
  });

  it.each([
    ['fails', () => ({ status: 500, text: '' })],
    ['hangs', () => 'hang' as const],
    ['returns a passage that it was not given', () => toReply([{ index: 99, relevance_score: 1 }])],
    ['leaves passages out', () => toReply([{ index: 0, relevance_score: 1 }])],
  ])('keeps the fused order and says so if it %s', async (_, script) => {
    const { search, calls } = await setUp(script);

    const outcome = await search(tenant.member);

    expect(chaptersOf(outcome)[0]).toBe('One');
    expect(outcome.results).toHaveLength(3);
    expect(outcome.results.every(({ scores }) => scores.rerank === undefined)).toBe(true);
    expect(outcome.degraded).toMatchObject([{ node: 'retrieval', reason: 'rerank_failed' }]);
    expect(calls).toMatchObject([{ purpose: 'rerank', outcome: 'error' }]);
  });

  it('is cancelled while the reranker works', async () => {
    const controller = new AbortController();
    const { search } = await setUp(() => {
      controller.abort();
      return 'hang';
    });

    const outcome = search(tenant.member, { signal: controller.signal });

    await expect(outcome).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a search with a calibrated reranker', () => {
  const calibration = { en: { reranker: { intercept: -3, before: 0.2, value: 3 } } };

  it('includes its scores in the relevance of passages and sorts by relevance', async () => {
    const { search } = await setUp(undefined, calibration);

    const { results } = await search(tenant.member, { language: 'en' });

    expect(results.map(({ chunk, evidence }) => [chunk.chapter, evidence])).toEqual([
      ['Three', true],
      ['Two', true],
      ['One', false],
    ]);
  });

  it('calls it for a single passage, too, because it may reject the passage', async () => {
    const { search, server } = await setUp(undefined, calibration);

    const { outcome } = await search(tenant.member, { queries: ['permits'], language: 'en' });

    expect(server.calls).toHaveLength(1);
    expect(outcome).not.toBe('answer');
  });

  it.each([
    { spared: 'for another language', more: { de: calibration.en }, script: undefined },
    { spared: 'that fails', more: calibration, script: () => ({ status: 500, text: '' }) },
  ])('changes no relevance if the reranker is one $spared', async ({ more, script }) => {
    const [without, beside] = await Promise.all([setUp(), setUp(script, more)]);

    const [expected, given] = await Promise.all(
      [without, beside].map(({ search }) => search(tenant.member, { language: 'en' })),
    );

    const relevanceOf = (outcome?: ChunkSearchOutcome) =>
      outcome?.results.map(({ relevance }) => relevance).sort();
    expect(relevanceOf(given)).toEqual(relevanceOf(expected));
  });
});

describe('a turn with a reranker', () => {
  it('records its scores in the receipt and its call in the usage ledger', async () => {
    const server = await startRerankServer();
    open.push(server);
    const reranker = createHttpReranker({ baseUrl: server.baseUrl, apiKey: '', model: 'rerank-1' });
    const ask = bench.asker({ reranker });

    const answer = await ask(tenant.member, 'What about parking?');

    const stored = await bench.test.database.withScope(tenant.member, (tx) =>
      tx.executions.find(answer.executionId),
    );
    const candidates = stored?.execution.receipt?.candidates ?? [];
    expect(candidates.map(({ scores }) => scores.rerank)).toEqual([2, 1, 0]);
    expect(stored?.modelCalls).toMatchObject([{ purpose: 'rerank', outcome: 'ok', costUsd: null }]);
  });
});
