import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import {
  createReader,
  searchLegs,
  type FoundRow,
  type Leg,
  type Search,
} from '../../../src/platform/vectors/search-legs.js';
import { newId, TenantId, UserId } from '../../../src/shared/ids.js';
import { makeUserScope } from '../../../src/shared/make-scope.js';
import type { LegHit } from '../../../src/platform/vectors/vector-store.js';

const hit = { id: 'a', score: 1, terms: [], documentId: null, language: null };
const answering = async () => [hit];
const hanging = () => new Promise<never>(() => undefined);
const failing = async () => {
  throw new Error('down');
};

const BOTH: Leg[] = ['lexical', 'dense'];
type Hits = () => Promise<LegHit<string>[]>;
const playing = (legs: Record<Leg, Hits>) => (leg: Leg) => legs[leg]();

describe('the two rankings of a search', () => {
  it('drop the one that is still silent some time after the other has answered', async () => {
    const legs = await searchLegs(BOTH, playing({ lexical: answering, dense: hanging }), 20);

    expect(legs.lexical).toEqual([hit]);
    expect(legs.failed).toMatchObject([
      { leg: 'dense', cause: { message: "No answer 20 ms after the other leg's" } },
    ]);
  });

  it('wait for a slow one when there is no other answer', async () => {
    const slow = async () => delay(30, [hit]);

    const searching = searchLegs(BOTH, playing({ lexical: slow, dense: failing }), 0);

    expect(await searching).toMatchObject({ lexical: [hit], failed: [{ leg: 'dense' }] });
  });

  it('fail as unavailable only if every requested ranking fails', async () => {
    await expect(searchLegs(['lexical'], failing)).rejects.toMatchObject({
      code: 'vector_store_unavailable',
    });
  });
});

describe('a search by somebody who belongs to thousands of groups', () => {
  const tenantId = newId(TenantId);
  const scope = makeUserScope({
    tenantId,
    userId: newId(UserId),
    role: 'member',
    permissions: ['search'],
    groups: Array.from({ length: 2000 }, (_, index) => `~${index}`),
  });
  const rowOf = (visibility: string, at: number): FoundRow => ({
    id: `${at}`,
    score: 1 / (at + 1),
    terms: [],
    tenantId,
    visibility,
    ownerId: 'other',
  });

  /** A store of rows in this order, the best first; it heeds a filter that names groups. */
  const searchAmong = async (visibilities: readonly string[]) => {
    const asked: number[] = [];
    const rows = visibilities.map(rowOf);
    const find =
      ({ filter, limit }: Search) =>
      async (): Promise<FoundRow[]> => {
        const text = JSON.stringify(filter);
        asked.push(text.length);
        const namesGroups = text.includes('group:');
        const there = namesGroups
          ? rows.filter((row) => text.includes(`"${row.visibility}"`))
          : rows;
        return there.slice(0, limit);
      };
    const deps = { dimensions: null, onForeignRow: () => undefined, find };
    const { lexical } = await createReader(deps, scope).searchChunks({
      query: { terms: ['word'], vector: null },
      filter: {},
      limitPerLeg: 4,
      signal: new AbortController().signal,
    });
    return { ids: lexical.map(({ id }) => id), asked };
  };

  it('sends no groups if the results belong to the reader', async () => {
    const { ids, asked } = await searchAmong([
      'group:~1',
      'group:x',
      'tenant',
      'group:~7',
      'tenant',
    ]);

    expect(ids).toEqual(['0', '2', '3', '4']);
    expect(asked).toEqual([expect.any(Number)]);
    expect(asked[0]).toBeLessThan(500);
  });

  it('finds the same results even if most of the best matches belong to other groups', async () => {
    const others = Array.from({ length: 50 }, () => 'group:x');

    const { ids } = await searchAmong([...others, 'group:~3', ...others, 'tenant', 'group:~1999']);

    expect(ids).toEqual(['50', '101', '102']);
  });
});
