import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { fuseRankings, type Leg, type Ranking } from '../../src/search/fuse-rankings.js';

const ranking = (leg: Leg, ids: readonly string[], weight = 1): Ranking<string> => ({
  leg,
  weight,
  hits: ids.map((id, index) => ({
    id,
    score: 0.9 - index / 10,
    terms: [id],
    documentId: null,
    language: null,
  })),
});

describe('fuseRankings', () => {
  it('gives the score 1 to what is first in every ranking', () => {
    const [first] = fuseRankings([ranking('lexical', ['a', 'b']), ranking('dense', ['a'])]);

    expect(first).toMatchObject({ id: 'a', bestRank: 1, denseScore: 0.9 });
    expect(first?.score).toBeCloseTo(1, 12);
  });

  it('prefers two good ranks to one first rank', () => {
    const fused = fuseRankings([
      ranking('lexical', ['a', 'b']),
      ranking('dense', ['c', 'b']),
      ranking('lexical', ['d', 'b']),
    ]);

    expect(fused.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  });

  it('keeps the order of a single ranking', () => {
    const fused = fuseRankings([ranking('lexical', ['c', 'a', 'b'])]);

    expect(fused.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(fused[0]?.score).toBe(1);
  });

  it('weighs rankings and leaves out those of weight 0', () => {
    const fused = fuseRankings([
      ranking('lexical', ['a'], 1),
      ranking('dense', ['b'], 0.5),
      ranking('dense', ['c'], 0),
    ]);

    expect(fused.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(fused[0]?.score).toBeCloseTo(1 / 1.5, 12);
  });

  it('halves the score if the other ranking found nothing', () => {
    const [hit] = fuseRankings([ranking('lexical', ['a']), ranking('dense', [])]);

    expect(hit?.score).toBeCloseTo(0.5, 12);
  });

  it('keeps the best cosine over several queries', () => {
    const fused = fuseRankings([ranking('dense', ['a', 'b']), ranking('dense', ['b', 'a'])]);

    expect(fused.map(({ denseScore }) => denseScore)).toEqual([0.9, 0.9]);
  });

  it('keeps the best word match first, whatever an uncalibrated embedder ranks first', () => {
    const { search } = parseConfig({
      EMBEDDINGS_API_KEY: 'key',
      EMBEDDINGS_MODEL: 'unknown',
      EMBEDDINGS_DIMENSIONS: '8',
    });
    const ids = Array.from({ length: 60 }, (_, rank) => `passage-${rank}`);
    const others = [...ids.slice(1), 'passage-of-other-words'];

    const firsts = others.map((id) => {
      const byMeaning = ranking('dense', [id], search.weights.dense);
      return fuseRankings([ranking('lexical', ids), byMeaning])[0]?.id;
    });

    expect(search.weights.dense).toBeGreaterThan(0);
    expect(new Set(firsts)).toEqual(new Set(['passage-0']));
  });

  it('returns nothing without rankings', () => {
    expect(fuseRankings([])).toEqual([]);
  });
});
