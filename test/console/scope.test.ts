import { describe, expect, it } from '@jest/globals';
import { EVERYTHING, fromChoice, toChoice, toFilter } from '../../console/src/ask/scope.js';

describe('what a question of the console is asked of', () => {
  const collection = { kind: 'collection', id: '0197e0b2-0000-7000-8000-000000000000' } as const;
  const document = { kind: 'document', id: '0197e0b2-0000-7000-8000-000000000001' } as const;

  it('is sent as a filter, and as none where everything is asked', () => {
    expect(toFilter(EVERYTHING)).toBeUndefined();
    expect(toFilter(collection)).toEqual({ type: 'eq', key: 'collectionId', value: collection.id });
    expect(toFilter(document)).toEqual({ type: 'eq', key: 'documentId', value: document.id });
  });

  it('is the same after it was a choice of a list', () => {
    for (const scope of [EVERYTHING, collection, document]) {
      expect(fromChoice(toChoice(scope))).toEqual(scope);
    }
  });

  it('is everything where an address names nothing that can be asked', () => {
    expect(['', 'collection:', 'folder:1', 'all'].map(fromChoice)).toEqual([
      EVERYTHING,
      EVERYTHING,
      EVERYTHING,
      EVERYTHING,
    ]);
  });
});
