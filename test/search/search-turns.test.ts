import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createWordsOf, runLegs } from '../../src/search/legs.js';
import { createSearchTurns } from '../../src/search/search-turns.js';
import { newId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { permissionsOfRole } from '../../src/shared/permissions.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

const settings = {
  ...{ candidatesPerLeg: 60, minCoverage: 0.5, minDenseScore: null, calibration: {} },
  weights: { lexical: 1, dense: 1, denseByLanguage: {} },
  embedTimeoutMs: 5000,
  rerankTimeoutMs: 3000,
};

const newPerson = () =>
  makeUserScope({
    ...{ tenantId: newId(TenantId), userId: newId(UserId), role: 'member', groups: [] },
    permissions: permissionsOfRole.member,
  });

/** Searches that stay in the store until they are told to end. */
const setUp = (shares: Partial<Parameters<typeof createSearchTurns>[0]> = {}) => {
  const turns = createSearchTurns({ atOnce: 2, maxWaiting: 128, maxWaitMs: 60_000, ...shares });
  const inStore: { name: string; end: () => void }[] = [];
  const begun: string[] = [];
  const searches: Promise<unknown>[] = [];
  const deps = {
    ...{ embedder: null, settings, turns },
    ...{ metrics: createSilentMetrics(), logger: createSilentLogger() },
  };
  const search = (name: string, scope: ReturnType<typeof newPerson>) => {
    const { signal } = new AbortController();
    const found = runLegs(deps, {
      ...{ queries: ['days of leave'], languages: ['en'], signal },
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

describe('searches of several tenants', () => {
  it("let one in as soon as one of another tenant's twelve has left the store", async () => {
    const { search, endOne, endAll, begun } = setUp();
    const [flooding, other] = [newPerson(), newPerson()];
    for (let count = 0; count < 12; count += 1) void search('flooding', flooding);
    void search('other', other);
    await nextTurn();

    await endOne('flooding');

    expect(begun).toEqual(['flooding', 'flooding', 'other']);
    await endAll();
  });

  it('keep a place for a tenant that has searched a while ago', async () => {
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

  it('are refused, to be tried again, when too many of one tenant wait', async () => {
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
