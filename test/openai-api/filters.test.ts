import { describe, expect, it } from '@jest/globals';
import { AttributeFilter, toDocumentFilter } from '../../src/openai-api/filters.js';

const read = (filter: unknown) => toDocumentFilter(AttributeFilter.parse(filter));

describe('the filter of an OpenAI client', () => {
  it('treats attributes as metadata, and our own keys as they are', () => {
    const filter = read({
      type: 'and',
      filters: [
        { type: 'eq', key: 'region', value: 'north' },
        { type: 'eq', key: 'language', value: 'de' },
        {
          type: 'or',
          filters: [
            { type: 'eq', key: 'metadata.year', value: 2026 },
            { type: 'eq', key: 'titles', value: 'x' },
          ],
        },
      ],
    });

    expect(filter).toEqual({
      type: 'and',
      filters: [
        { type: 'eq', key: 'metadata.region', value: 'north' },
        { type: 'eq', key: 'language', value: 'de' },
        {
          type: 'or',
          filters: [
            { type: 'eq', key: 'metadata.year', value: 2026 },
            { type: 'eq', key: 'metadata.titles', value: 'x' },
          ],
        },
      ],
    });
  });

  it('is refused if its comparison is invalid', () => {
    expect(() => read({ type: 'near', key: 'region', value: 'north' })).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});
