import { describe, expect, it } from '@jest/globals';
import { toChunkTerms } from '../../src/parsing/chunk-terms.js';

const chunk = { content: 'Ten days may be carried over.', language: 'en' };

describe('the search terms of a passage', () => {
  it('include words that only its headings contain', () => {
    const terms = toChunkTerms({ ...chunk, chapter: 'Vacation › Days left' });

    expect(terms.slice(0, 2)).toEqual(['vacat', 'left']);
    expect(terms.filter((term) => term === 'dai')).toHaveLength(1);
  });

  it('are those of its own text if it has no headings', () => {
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
