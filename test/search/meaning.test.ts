import { describe, expect, it } from '@jest/globals';
import { joinLogits, toLeads } from '../../src/search/meaning.js';
import { toOutcome } from '../../src/search/outcome.js';
import { judgeRelevance } from '../../src/search/relevance.js';

const crowd = (mean: number, spread: number): number[] =>
  Array.from({ length: 20 }, (_, index) => mean + spread * Math.sin(index * 2.4));

const CALIBRATED = { intercept: -4, words: 0.7, lead: 1.2 };
const QUESTION = [[{ forms: ['holiday'], isFunctionWord: false }]];

/** A question none of whose words is in the passages. */
const judge = (cosines: readonly number[], meaning: typeof CALIBRATED | null) =>
  judgeRelevance(
    cosines.map((denseScore) => ({ terms: ['vacation'], documentId: null, denseScore })),
    { questions: QUESTION, baseline: 0.433, meaning },
  );

describe('how far a passage stands out of what the embedder found', () => {
  it('is the same whatever cosines the embedder is used to', () => {
    const [narrow] = toLeads([0.82, ...crowd(0.7, 0.03)]);
    const [wide] = toLeads([0.4, ...crowd(0, 0.1)]);

    expect(narrow?.lead).toBeCloseTo(wide?.lead ?? 0, 6);
    expect(narrow?.lead).toBeGreaterThan(4);
  });

  it('is not hidden by copies of the same passage', () => {
    const [alone] = toLeads([0.9, ...crowd(0.7, 0.03)]);
    const [copied] = toLeads([0.9, 0.9, 0.9, ...crowd(0.7, 0.03)]);

    expect(copied?.lead).toBeGreaterThan((alone?.lead ?? 0) * 0.8);
  });

  it('is unknown where there is too little to compare with', () => {
    expect(toLeads([0.9, 0.2, null])).toEqual([null, null, null]);
  });

  it('counts for less, and words for more, the fewer others there are', () => {
    const [few = null] = toLeads([0.9, ...crowd(0.5, 0.05).slice(0, 6)]);
    const [many = null] = toLeads([0.9, ...crowd(0.5, 0.05)]);

    expect(few?.certainty).toBeLessThan(1);
    expect(many?.certainty).toBe(1);
    expect(joinLogits(-5, null, CALIBRATED)).toBe(-5);
  });
});

describe('a passage that words speak for', () => {
  it('is not less relevant for an embedder that finds others nearer', () => {
    const candidates = [0.5, ...crowd(0.6, 0.04)].map((denseScore, at) => ({
      ...{ terms: [at === 0 ? 'holiday' : 'vacation'], documentId: null, denseScore },
    }));
    const rule = { questions: QUESTION, baseline: 0.433 };

    const [withoutIt] = judgeRelevance(candidates, { ...rule, meaning: null });
    const [withIt] = judgeRelevance(candidates, { ...rule, meaning: CALIBRATED });

    expect(withoutIt?.relevance).toBeGreaterThan(0.5);
    expect(withIt?.relevance).toBe(withoutIt?.relevance);
  });
});

describe('a passage that shares no word with the question', () => {
  it('answers it when a calibrated embedder puts it far ahead', () => {
    const [first, second] = judge([0.95, ...crowd(0.6, 0.04)], CALIBRATED);

    expect(first?.relevance).toBeGreaterThan(0.5);
    expect(second?.relevance).toBeLessThan(0.3);
  });

  it('does not answer it when it only comes first', () => {
    const judged = judge([0.66, ...crowd(0.6, 0.04)], CALIBRATED);

    expect(toOutcome(judged)).toBe('none');
  });

  it('is no more than one of the closest when nobody calibrated the embedder', () => {
    expect(toOutcome(judge([0.95, ...crowd(0.6, 0.04)], null))).toBe('closest');
    expect(toOutcome(judge([0.66, ...crowd(0.6, 0.04)], null))).toBe('none');
  });

  it('is one of the closest when a calibrated embedder puts it clearly ahead and that is too little to answer', () => {
    const cautious = { intercept: -0.2, words: 0.95, lead: 0.12 };

    expect(toOutcome(judge([0.95, ...crowd(0.6, 0.04)], cautious))).toBe('closest');
    expect(toOutcome(judge([0.66, ...crowd(0.6, 0.04)], cautious))).toBe('none');
  });

  it('is not shown when the calibration found that the embedder says nothing', () => {
    const deaf = { intercept: -0.2, words: 0.95, lead: 0 };

    expect(toOutcome(judge([0.95, ...crowd(0.6, 0.04)], deaf))).toBe('none');
  });
});
