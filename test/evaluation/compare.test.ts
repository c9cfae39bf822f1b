import { describe, expect, it } from '@jest/globals';
import { mcNemar, pairRuns, summarise, type Judged } from '../../src/evaluation/compare.js';

const judged = (...verdicts: readonly [string, Judged['verdict'], number?][]): Judged[] =>
  verdicts.map(([questionId, verdict, version = 1]) => ({ questionId, verdict, version }));

describe("McNemar's exact test", () => {
  // Two-sided binomial tests at 1/2, as R's binom.test gives them.
  it.each([
    [0, 0, 1],
    [5, 5, 1],
    [0, 1, 1],
    [0, 5, 0.0625],
    [0, 6, 0.03125],
    [1, 9, 0.021484375],
    [2, 10, 0.03857421875],
    [9, 1, 0.021484375],
    [6, 16, 0.052478790283203125],
  ])('of %i and %i changes is %f', (one, other, p) => {
    expect(mcNemar(one, other)).toBeCloseTo(p, 12);
  });

  it('stays a probability with thousands of changes', () => {
    expect(mcNemar(2000, 2000)).toBe(1);
    expect(mcNemar(0, 4000)).toBe(0);
    expect(mcNemar(1900, 2100)).toBeCloseTo(0.00165, 5);
  });
});

describe('two runs', () => {
  it('are paired by question: changed questions first, and losses before gains', () => {
    const before = judged(['a', 'right'], ['b', 'wrong'], ['c', 'right'], ['d', 'refused']);
    const after = judged(['a', 'right'], ['b', 'right'], ['c', 'closest'], ['d', 'wrong']);

    const pairs = pairRuns(before, [...after, ...judged(['new', 'right'])]);

    expect(pairs.map(({ questionId }) => questionId)).toEqual(['c', 'b', 'd', 'a']);
    expect(summarise(pairs)).toEqual({ pairs: 4, changed: 3, lost: 1, won: 1, p: 1 });
  });

  it('leave questions out of their figures if the question or its expectation has changed', () => {
    const pairs = pairRuns(judged(['a', 'right', 1]), judged(['a', 'wrong', 2]));

    expect(pairs).toMatchObject([{ questionId: 'a', isSameVersion: false }]);
    expect(summarise(pairs)).toMatchObject({ pairs: 0, lost: 0 });
  });

  it('count a failed question as not right', () => {
    const pairs = pairRuns(judged(['a', 'right']), judged(['a', null]));

    expect(summarise(pairs)).toMatchObject({ lost: 1 });
  });

  it('with the same settings measure the noise: how many verdicts change without a reason', () => {
    const once = judged(['a', 'right'], ['b', 'wrong'], ['c', 'closest']);
    const again = judged(['a', 'right'], ['b', 'refused'], ['c', 'closest']);

    expect(summarise(pairRuns(once, again))).toMatchObject({ pairs: 3, changed: 1, p: 1 });
  });
});
