import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createWordsOf, runLegs } from '../../src/search/legs.js';
import { createSearchTurns } from '../../src/search/search-turns.js';
import type { Embedder } from '../../src/platform/models/model.js';
import type { SearchRecord } from '../../src/search/schema.js';
import type { ModelCall } from '../../src/shared/execution.js';
import { newId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { permissionsOfRole } from '../../src/shared/permissions.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

const settings = {
  candidatesPerLeg: 60,
  minCoverage: 0.5,
  minDenseScore: null,
  calibration: {},
  weights: { lexical: 1, dense: 1, denseByLanguage: {} },
  embedTimeoutMs: 5000,
  rerankTimeoutMs: 3000,
};

const newPerson = () =>
  makeUserScope({
    tenantId: newId(TenantId),
    userId: newId(UserId),
    role: 'member',
    groups: [],
    permissions: permissionsOfRole.member,
  });

type Asked = SearchRecord & { signal: AbortSignal };

/** Answers when it is asked to, and keeps the signals of its calls. */
const createHeldEmbedder = () => {
  const answers: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const embedder: Embedder = {
    model: 'held',
    dimensions: 2,
    embed: async (texts, { signal }) => {
      signals.push(signal);
      await new Promise<void>((resolve) => void answers.push(resolve));
      return { vectors: texts.map(() => Float32Array.of(1, 0)), promptTokens: 1, costUsd: null };
    },
  };
  const answer = (): void => {
    for (const one of answers.splice(0)) one();
  };
  return { embedder, signals, answer };
};

/** Searches that stay in the store until they are told to end. */
const setUp = (
  shares: Partial<Parameters<typeof createSearchTurns>[0]> = {},
  embedder: Embedder | null = null,
) => {
  const turns = createSearchTurns({ atOnce: 2, maxWaiting: 128, maxWaitMs: 60_000, ...shares });
  const inStore: { name: string; end: () => void }[] = [];
  const begun: string[] = [];
  const searches: Promise<unknown>[] = [];
  const deps = {
    embedder,
    settings,
    turns,
    metrics: createSilentMetrics(),
    logger: createSilentLogger(),
  };
  const search = (
    name: string,
    scope: ReturnType<typeof newPerson>,
    { signal = new AbortController().signal, ...more }: Partial<Asked> = {},
  ) => {
    const found = runLegs(deps, {
      queries: ['days of leave'],
      languages: ['en'],
      signal,
      ...more,
      wordsOf: createWordsOf(['en']),
      inTurn: (work) => turns.run(scope, signal, work),
      ask: async () => {
        begun.push(name);
        await new Promise<void>((end) => void inStore.push({ name, end }));
        return { lexical: [], dense: [], failed: [] };
      },
    });
    searches.push(found.catch(() => undefined));
    return found;
  };
  const endAll = async (): Promise<void> => {
    const left = new Set(searches);
    for (const search of searches) void search.then(() => left.delete(search));
    while (left.size > 0) await endOne(inStore[0]?.name ?? '');
  };
  const endOne = async (name: string) => {
    const place = inStore.findIndex((one) => one.name === name);
    inStore.splice(place, 1)[0]?.end();
    await nextTurn();
  };
  return { search, endOne, endAll, begun };
};

describe('concurrent searches of several tenants', () => {
  it("admit another tenant's search as soon as one of the first tenant's twelve leaves the store", async () => {
    const { search, endOne, endAll, begun } = setUp();
    const [flooding, other] = [newPerson(), newPerson()];
    for (let count = 0; count < 12; count += 1) void search('flooding', flooding);
    void search('other', other);
    await nextTurn();

    await endOne('flooding');

    expect(begun).toEqual(['flooding', 'flooding', 'other']);
    await endAll();
  });

  it('keep a slot for a tenant that has not searched for a while', async () => {
    const { search, endOne, endAll, begun } = setUp();
    const [flooding, other] = [newPerson(), newPerson()];
    void search('other', other);
    await nextTurn();
    await endOne('other');
    for (let count = 0; count < 12; count += 1) void search('flooding', flooding);
    void search('other', other);
    await nextTurn();

    expect(begun).toEqual(['other', 'flooding', 'other']);
    await endAll();
  });

  it('are refused, to be retried later, if too many of one tenant wait', async () => {
    const { search, endAll } = setUp({ atOnce: 1, maxWaiting: 4 });
    const flooding = newPerson();
    for (let count = 0; count < 3; count += 1) void search('flooding', flooding);
    await nextTurn();

    await expect(search('flooding', flooding)).rejects.toMatchObject({
      code: 'too_many_parallel_searches',
      message: `Too many searches at once: user ${flooding.userId} may have 1 waiting of SEARCH_QUEUE=4.`,
      retryAfterSec: 1,
    });
    await endAll();
  });
});

describe('a search that waits for its embedder', () => {
  it('lends its slot to others meanwhile, and gets one again for its vector', async () => {
    const { embedder, answer } = createHeldEmbedder();
    const { search, endOne, endAll, begun } = setUp({ atOnce: 1 }, embedder);
    const [one, other] = [newPerson(), newPerson()];
    const found = search('one', one);
    void search('other', other);
    await nextTurn();
    await endOne('one');
    const whileWaiting = [...begun];
    answer();
    await endAll();

    expect(whileWaiting).toEqual(['one', 'other']);
    expect(await found).toMatchObject({ legs: { lexical: 'active', dense: 'active' } });
  });

  it.each([
    { what: 'is refused a slot', shares: { maxWaiting: 0 }, leave: () => undefined },
    {
      what: 'is cancelled',
      shares: {},
      leave: (client: AbortController) => {
        client.abort();
      },
    },
  ])('cancels the embedding and records the call if it $what', async ({ shares, leave }) => {
    const { embedder, signals, answer } = createHeldEmbedder();
    const { search, endAll } = setUp({ atOnce: 1, ...shares }, embedder);
    const client = new AbortController();
    const calls: ModelCall[] = [];
    const record = (call: ModelCall) => void calls.push(call);
    void search('one', newPerson());
    const found = search('other', newPerson(), { signal: client.signal, record });
    leave(client);

    await expect(found).rejects.toThrow();
    expect(calls).toMatchObject([{ purpose: 'embed', outcome: 'cancelled' }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    answer();
    await endAll();
  });
});
