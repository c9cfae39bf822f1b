import { describe, expect, it } from '@jest/globals';
import type { LegHit, Legs } from '../../src/platform/vectors/vector-store.js';
import { createReadOn, MAX_CANDIDATES } from '../../src/search/filtered-reader.js';
import { ChunkId, newId } from '../../src/shared/ids.js';

const hits = Array.from({ length: MAX_CANDIDATES + 500 }, (_, at): LegHit<ChunkId> => ({
  id: newId(ChunkId),
  score: -at,
  terms: [],
  documentId: null,
  language: null,
}));

/** A leg of words whose hits may be seen where the test says so. */
const search = async (isSeen: (at: number) => boolean, available = hits.length) => {
  const asked: number[] = [];
  let isCut = false;
  const seen = new Set(hits.filter((_, at) => isSeen(at)).map(({ id }) => id));
  const read = createReadOn(
    {
      searchChunks: async ({ limitPerLeg }): Promise<Legs<ChunkId>> => {
        asked.push(limitPerLeg);
        const lexical = hits.slice(0, Math.min(limitPerLeg, available));
        return { lexical, dense: [], failed: [] };
      },
    },
    {
      keep: async (ids) => new Set(ids.filter((id) => seen.has(id))),
      recordCut: () => (isCut = true),
    },
  );
  const { lexical } = await read({
    query: { terms: ['a'], vector: null },
    filter: {},
    limitPerLeg: 60,
    signal: new AbortController().signal,
  });
  return { places: lexical.map(({ id }) => hits.findIndex((hit) => hit.id === id)), asked, isCut };
};

describe('reading on through the candidates of a search', () => {
  it('asks the store once if enough of the first candidates are visible', async () => {
    const { asked, places, isCut } = await search(() => true);

    expect({ asked, count: places.length, isCut }).toEqual({
      asked: [60],
      count: 60,
      isCut: false,
    });
  });

  it('finds exactly what a filter in the index would have found, in that order', async () => {
    const { places, isCut } = await search((at) => at % 50 === 7);

    expect(places).toEqual(Array.from({ length: 60 }, (_, at) => at * 50 + 7));
    expect(isCut).toBe(false);
  });

  it('stops at the maximum number of candidates and reports the cut', async () => {
    const { asked, places, isCut } = await search((at) => at % 1000 === 0);

    expect(asked.at(-1)).toBe(MAX_CANDIDATES);
    expect(places).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(isCut).toBe(true);
  });

  it('stops at the end of the ranking, which is not a cut', async () => {
    const { asked, places, isCut } = await search((at) => at % 100 === 0, 250);

    expect(asked).toEqual([60, 300]);
    expect(places).toEqual([0, 100, 200]);
    expect(isCut).toBe(false);
  });
});
