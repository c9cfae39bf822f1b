import { describe, expect, it } from '@jest/globals';
import { EVERYTHING, fromChoice, toChoice, toFilter } from '../../console/src/ask/scope.js';

describe('the scope of a question in the console', () => {
  const collection = { kind: 'collection', id: '0197e0b2-0000-7000-8000-000000000000' } as const;
  const document = { kind: 'document', id: '0197e0b2-0000-7000-8000-000000000001' } as const;

  it('is sent as a filter, or not at all if everything is searched', () => {
    expect(toFilter(EVERYTHING)).toBeUndefined();
    expect(toFilter(collection)).toEqual({ type: 'eq', key: 'collectionId', value: collection.id });
    expect(toFilter(document)).toEqual({ type: 'eq', key: 'documentId', value: document.id });
  });

  it('is the same after it was converted to a list choice and back', () => {
    for (const scope of [EVERYTHING, collection, document]) {
      expect(fromChoice(toChoice(scope))).toEqual(scope);
    }
  });

  it('is everything if the address names nothing that can be searched', () => {
    expect(['', 'collection:', 'folder:1', 'all'].map(fromChoice)).toEqual([
      EVERYTHING,
      EVERYTHING,
      EVERYTHING,
      EVERYTHING,
    ]);
  });
});
