import { describe, expect, it } from '@jest/globals';
import { toChunkTerms } from '../../src/parsing/chunk-terms.js';

const chunk = { content: 'Ten days may be carried over.', language: 'en' };

describe('what a passage is found by', () => {
  it('is also what its headings say and it does not', () => {
    const terms = toChunkTerms({ ...chunk, chapter: 'Vacation › Days left' });

    expect(terms.slice(0, 2)).toEqual(['vacat', 'left']);
    expect(terms.filter((term) => term === 'dai')).toHaveLength(1);
  });

  it('is its own text alone without headings', () => {
    expect(toChunkTerms({ ...chunk, chapter: null })).toEqual([
      'ten',
      'dai',
      'mai',
      'be',
      'carri',
      'over',
    ]);
  });
});
