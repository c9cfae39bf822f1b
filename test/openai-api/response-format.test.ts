import { describe, expect, it } from '@jest/globals';
import { toForm } from '../../src/openai-api/response-format.js';

const schema = { type: 'object', properties: { days: { type: 'integer' } } };

describe('the response format of a request', () => {
  it('is none for plain text', () => {
    expect([toForm({ type: 'text' }), toForm(null), toForm(undefined)]).toEqual([null, null, null]);
  });

  it('is any object, or one by a schema next to its type or inside it', () => {
    const inside = { type: 'json_schema', json_schema: { name: 'leave', schema } };

    expect(toForm({ type: 'json_object' })).toEqual({ name: 'answer', schema: { type: 'object' } });
    expect(toForm(inside)).toEqual({ name: 'leave', schema });
    expect(toForm({ type: 'json_schema', schema })).toEqual({ name: 'answer', schema });
  });

  it.each([
    ['without a schema', { type: 'json_schema' }],
    ['of an unknown type', { type: 'grammar', schema }],
    ['with an endless schema', { type: 'json_schema', schema: { a: 'x'.repeat(20_000) } }],
  ])('is refused %s', (_, format) => {
    expect(() => toForm(format)).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter' }),
    );
  });
});
