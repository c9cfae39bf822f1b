import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { documentFilterOfModel } from '../../src/shared/document-filter.js';

const COMPARISON = { type: 'eq', key: 'metadata.year', value: 2026 };

describe('the document filter that a model writes', () => {
  it('is described in a few words, with a valid example', () => {
    const schema = z.toJSONSchema(documentFilterOfModel, { io: 'input' });

    expect(JSON.stringify(schema).length).toBeLessThan(500);
    expect(schema.description).toContain(JSON.stringify(COMPARISON));
    expect(documentFilterOfModel.parse(COMPARISON)).toEqual(COMPARISON);
  });

  it.each([
    ['a list of comparisons', { type: 'and', filters: [COMPARISON, COMPARISON] }, true],
    ['a key that does not exist', { ...COMPARISON, key: 'tenantId' }, false],
    ['a comparison that does not exist', { ...COMPARISON, type: 'like' }, false],
    ['an unknown field', { ...COMPARISON, tenantId: 'another' }, false],
    ['a text', 'metadata.year = 2026', false],
  ])('is validated as %s: %j, %s', (_name, filter, isGood) => {
    expect(documentFilterOfModel.safeParse(filter).success).toBe(isGood);
  });
});
