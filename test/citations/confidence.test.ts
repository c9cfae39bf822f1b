import { describe, expect, it } from '@jest/globals';
import { confidenceOf } from '../../src/citations/confidence.js';

const sure = (grounding: number, ...cited: Parameters<typeof confidenceOf>[1]): number =>
  confidenceOf(grounding, cited) ?? NaN;

describe('the confidence of an answer', () => {
  it('is high for supported claims from a very relevant passage', () => {
    expect(sure(1, { relevance: 0.98, coverage: 0.9 })).toBeGreaterThan(0.9);
  });

  it('is below certainty for passages that may not contain the answer', () => {
    expect(sure(1, { relevance: 0.35, coverage: 0.5 })).toBeLessThan(0.75);
  });

  it('falls with the share of unsupported claims', () => {
    const whole = sure(1, { relevance: 0.9, coverage: 0.9 });

    expect(sure(0.5, { relevance: 0.9, coverage: 0.9 })).toBeCloseTo(whole / 2, 6);
    expect(sure(0, { relevance: 0.9, coverage: 0.9 })).toBe(0);
  });

  it('rises with relevance and with the share of question words found', () => {
    const middle = sure(1, { relevance: 0.6, coverage: 0.6 });

    expect(sure(1, { relevance: 0.8, coverage: 0.6 })).toBeGreaterThan(middle);
    expect(sure(1, { relevance: 0.6, coverage: 0.9 })).toBeGreaterThan(middle);
  });

  it('rises if the kind of value asked for is present, and falls if it is not', () => {
    const cited = { relevance: 0.7, coverage: 0.7 };
    const untold = sure(1, cited);

    expect(sure(1, { ...cited, holdsAsked: 'yes' })).toBeGreaterThan(untold);
    expect(sure(1, { ...cited, holdsAsked: 'no' })).toBeLessThan(untold);
  });

  it('is that of the best of the cited passages', () => {
    const best = { relevance: 0.9, coverage: 0.9 };

    expect(sure(1, { relevance: 0.4, coverage: 0.3 }, best)).toBe(sure(1, best));
  });

  it('never exceeds what relevance alone can show', () => {
    expect(sure(1, { relevance: 1, coverage: 1 })).toBeLessThan(1);
    expect(sure(1, { relevance: 0, coverage: 0 })).toBeGreaterThan(0);
  });

  it('is unknown without claims or without anything known about the cited passages', () => {
    expect(confidenceOf(null, [{ relevance: 0.9, coverage: 0.9 }])).toBeNull();
    expect(confidenceOf(1, [{}])).toBeNull();
    expect(confidenceOf(1, [])).toBeNull();
  });
});
