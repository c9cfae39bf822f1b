import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { searchLegs, type Leg } from '../../../src/platform/vectors/search-legs.js';
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

describe('the two legs of a search', () => {
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

  it('fail as unavailable only when every leg that was asked fails', async () => {
    await expect(searchLegs(['lexical'], failing)).rejects.toMatchObject({
      code: 'vector_store_unavailable',
    });
  });
});
