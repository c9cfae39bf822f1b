import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { documentFilterOfModel } from '../../src/shared/document-filter.js';

const COMPARISON = { type: 'eq', key: 'metadata.year', value: 2026 };

describe('the filter of documents that a model writes', () => {
  it('is told in a few words, with an example that is one', () => {
    const schema = z.toJSONSchema(documentFilterOfModel, { io: 'input' });

    expect(JSON.stringify(schema).length).toBeLessThan(500);
    expect(schema.description).toContain(JSON.stringify(COMPARISON));
    expect(documentFilterOfModel.parse(COMPARISON)).toEqual(COMPARISON);
  });

  it.each([
    ['a list of comparisons', { type: 'and', filters: [COMPARISON, COMPARISON] }, true],
    ['a key that there is not', { ...COMPARISON, key: 'tenantId' }, false],
    ['a comparison that there is not', { ...COMPARISON, type: 'like' }, false],
    ['a field too many', { ...COMPARISON, tenantId: 'another' }, false],
    ['a text', 'metadata.year = 2026', false],
  ])('may be %s: %j, %s', (_name, filter, isGood) => {
    expect(documentFilterOfModel.safeParse(filter).success).toBe(isGood);
  });
});
