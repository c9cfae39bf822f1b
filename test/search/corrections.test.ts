import { describe, expect, it } from '@jest/globals';
import { createWordsOf } from '../../src/search/legs.js';
import { createCorrections, type AskStore } from '../../src/search/corrections.js';
import type { LegQuery } from '../../src/platform/vectors/vector-store.js';

const NOTHING_FOUND = { lexical: [], dense: [], failed: [] };
const SPOKEN = { language: 'en', languages: ['en'] };

/** Asks a store that has nothing, with these words, and returns what it was asked for. */
const askedFor = async (...questions: string[]): Promise<LegQuery[]> => {
  const asked: LegQuery[] = [];
  const ask: AskStore = (query) => {
    asked.push(query);
    return Promise.resolve(NOTHING_FOUND);
  };
  const wordsOf = createWordsOf(SPOKEN.languages);
  const spelling = createCorrections({ ...SPOKEN, wordsOf, limitPerLeg: 60, ask });
  await Promise.all(
    questions.map((question) => spelling.ask(question, { terms: [question], vector: null })),
  );
  return asked;
};

describe('a search with words that no passage contains', () => {
  it('asks the store once more, for all these words together', async () => {
    const asked = await askedFor('When is the depsoit for the bicylce due?');

    expect(asked).toHaveLength(2);
    expect(asked[1]?.terms).toEqual(expect.arrayContaining(['deposit', 'bicycl']));
  });

  it('asks the store once more for all queries together', async () => {
    const asked = await askedFor('When is the depsoit due?', 'Where is the bicylce?');

    expect(asked).toHaveLength(3);
    expect(asked[2]?.terms).toEqual(expect.arrayContaining(['deposit', 'bicycl']));
  });

  it('asks the store nothing more if the words are too short to correct', async () => {
    expect(await askedFor('Is the cafr red?')).toHaveLength(1);
  });
});
