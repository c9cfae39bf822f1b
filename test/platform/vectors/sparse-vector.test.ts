import { describe, expect, it } from '@jest/globals';
import {
  hashTerm,
  toDocumentVector,
  toQueryVector,
} from '../../../src/platform/vectors/qdrant/sparse-vector.js';

describe('the sparse vector of a text', () => {
  it('has 32-bit indices without a collision among 20,000 terms', () => {
    const hashes = Array.from({ length: 20_000 }, (_, index) => hashTerm(`term${index}`));

    expect(new Set(hashes).size).toBe(20_000);
    expect(hashes.every((hash) => hash >= 0 && hash <= 0xffffffff)).toBe(true);
  });

  it('weighs a term in a text of average length by BM25: 1 for one occurrence, less than k1 + 1 for many', () => {
    const { indices, values } = toDocumentVector(['tea', 'milk', 'milk', 'milk'], 4);

    expect(indices).toEqual([hashTerm('tea'), hashTerm('milk')]);
    expect(values[0]).toBeCloseTo(1, 12);
    expect(values[1]).toBeCloseTo((3 * 2.2) / 4.2, 12);
  });

  it('weighs a term in a long text less', () => {
    const [short] = toDocumentVector(['tea'], 10).values;
    const [long] = toDocumentVector(['tea', ...Array<string>(99).fill('x')], 10).values;

    expect(long).toBeLessThan(short ?? 0);
  });

  it('counts a term in the question once', () => {
    expect(toQueryVector(['tea', 'tea'])).toEqual({ indices: [hashTerm('tea')], values: [1] });
  });
});
