import { describe, expect, it } from '@jest/globals';
import { findTerms } from '../../../src/adapters/vector-store/lancedb/find-terms.js';

describe('the wanted terms in a text of terms', () => {
  it('finds them at its start, in its middle and at its end', () => {
    const found = findTerms('leave day year', ['year', 'leave', 'day']);

    expect(found).toEqual(['year', 'leave', 'day']);
  });

  it('does not take a part of a term for the term', () => {
    const found = findTerms('holidays daybreak monday', ['day', 'holiday', 'monday']);

    expect(found).toEqual(['monday']);
  });

  it('finds a term behind longer ones that contain it', () => {
    const found = findTerms('daybreak monday day', ['day']);

    expect(found).toEqual(['day']);
  });

  it('finds nothing in an empty text', () => {
    const found = findTerms('', ['day']);

    expect(found).toEqual([]);
  });
});
