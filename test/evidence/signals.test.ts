import { describe, expect, it } from '@jest/globals';
import { findClearlyAhead } from '../../src/evidence/signals.js';
import { joinSignal, type Curve } from '../../src/evidence/signals.js';
import { toOutcome } from '../../src/evidence/levels.js';
import { judgeRelevance } from '../../src/evidence/relevance.js';

const crowd = (mean: number, spread: number): number[] =>
  Array.from({ length: 20 }, (_, index) => mean + spread * Math.sin(index * 2.4));

const CALIBRATED: Curve = { intercept: -10, before: 1, value: 20 };
const QUESTION = [[{ forms: ['holiday'], isFunctionWord: false }]];

/** A question none of whose words is in the passages. */
const judge = (cosines: readonly number[], passage: Curve | null) =>
  judgeRelevance(
    cosines.map((denseScore) => ({ terms: ['vacation'], documentId: null, denseScore })),
    { questions: QUESTION, baseline: 0.433, passage },
  );

describe("a passage that stands out among the embedder's results", () => {
  it.each([
    { used: 'high', cosines: [0.82, ...crowd(0.7, 0.03)] },
    { used: 'low', cosines: [0.4, ...crowd(0, 0.1)] },
  ])('is recognised whatever cosines the embedder produces: $used ones', ({ cosines }) => {
    expect(findClearlyAhead(cosines)).toEqual(cosines.map((_, at) => at === 0));
  });

  it('is not hidden by copies of it', () => {
    const copied = [0.9, 0.9, 0.9, ...crowd(0.7, 0.03)];

    expect(findClearlyAhead(copied).slice(0, 4)).toEqual([true, true, true, false]);
  });

  it('is not recognised if there is too little to compare with', () => {
    expect(findClearlyAhead([0.9, 0.2, null])).toEqual([false, false, false]);
    expect(findClearlyAhead([0.9, ...crowd(0.5, 0.05).slice(0, 6)])[0]).toBe(false);
    expect(findClearlyAhead([0.9, ...crowd(0.5, 0.05)])[0]).toBe(true);
  });
});

describe('a passage that matches the words of the question', () => {
  const judgeBeside = (cosine: number | null, others: readonly number[]) => {
    const candidates = [cosine, ...others].map((denseScore, at) => ({
      terms: [at === 0 ? 'holiday' : 'vacation'],
      documentId: null,
      denseScore,
    }));
    const rule = { questions: QUESTION, baseline: 0.433, passage: CALIBRATED };
    return judgeRelevance(candidates, rule)[0]?.relevance ?? 0;
  };

  it('is not less relevant because an embedder finds others nearer', () => {
    expect(judgeBeside(0.5, crowd(0.6, 0.04))).toBe(judgeBeside(0.5, crowd(0.3, 0.04)));
  });

  it('is more relevant the nearer a calibrated embedder finds it, and never less than by its words', () => {
    const [near, far] = [0.6, 0.3].map((cosine) => judgeBeside(cosine, crowd(0.3, 0.04)));
    const byWords = judgeBeside(null, []);

    expect(near).toBeGreaterThan(0.9);
    expect(near).toBeGreaterThan(byWords);
    expect(far).toBe(byWords);
  });

  it("is treated as no nearer than the embedder's last result if it was not returned", () => {
    expect(judgeBeside(null, [0.5, 0.45])).toBe(judgeBeside(0.45, [0.5, 0.45]));
  });

  it('is judged by words alone if the embedder found nothing', () => {
    const withoutIt = judgeRelevance([{ terms: ['holiday'], documentId: null, denseScore: null }], {
      questions: QUESTION,
      baseline: 0.433,
      passage: null,
    });

    expect(judgeBeside(null, [])).toBe(withoutIt[0]?.relevance);
  });
});

describe('a passage that shares no word with the question', () => {
  it('answers it if a calibrated embedder finds it very near', () => {
    const [first, second] = judge([0.95, ...crowd(0.4, 0.04)], CALIBRATED);

    expect(first?.relevance).toBeGreaterThan(0.5);
    expect(second?.relevance).toBeLessThan(0.3);
  });

  it('does not answer it if it is only the nearest for a calibrated embedder', () => {
    const judged = judge([0.5, ...crowd(0.4, 0.04)], CALIBRATED);

    expect(toOutcome(judged)).toBe('none');
  });

  it('is at most one of the closest if the embedder is not calibrated', () => {
    expect(toOutcome(judge([0.95, ...crowd(0.6, 0.04)], null))).toBe('closest');
    expect(toOutcome(judge([0.66, ...crowd(0.6, 0.04)], null))).toBe('none');
  });

  it('is not shown if the calibration found the embedder useless', () => {
    const deaf = { intercept: -0.2, before: 0.95, value: 0 };

    expect(toOutcome(judge([0.95, ...crowd(0.6, 0.04)], deaf))).toBe('none');
  });
});

describe('an additional model signal', () => {
  const curve = { intercept: -2, before: 1, value: 4 };

  it('raises a passage more, the higher the model scores it', () => {
    const [little, much] = [0.2, 0.9].map((said) => joinSignal(0.5, said, curve));

    expect(little).toBeLessThan(0.5);
    expect(much).toBeGreaterThan(0.5);
  });

  it('changes nothing if its curve says so, and never makes certainty infinite', () => {
    const nothing = { intercept: 0, before: 1, value: 0 };

    expect(joinSignal(0.3, 7, nothing)).toBeCloseTo(0.3);
    expect(joinSignal(1, -1000, { intercept: 0, before: 1, value: 1 })).toBeLessThan(0.01);
  });
});
