import { describe, expect, it } from '@jest/globals';
import { toCanonicalJson } from '../../src/shared/canonical-json.js';

describe('canonical JSON', () => {
  it('is the same whatever the order of keys, also in nested objects', () => {
    const one = { b: 1, a: { d: [{ y: 1, x: 2 }], c: null } };
    const other = { a: { c: null, d: [{ x: 2, y: 1 }] }, b: 1 };

    expect(toCanonicalJson(one)).toBe('{"a":{"c":null,"d":[{"x":2,"y":1}]},"b":1}');
    expect(toCanonicalJson(other)).toBe(toCanonicalJson(one));
  });

  it('distinguishes lists in another order', () => {
    expect(toCanonicalJson([1, 2])).not.toBe(toCanonicalJson([2, 1]));
  });

  it('distinguishes a number from its text, and null from a missing field', () => {
    expect(toCanonicalJson({ a: 1 })).not.toBe(toCanonicalJson({ a: '1' }));
    expect(toCanonicalJson({ a: null })).not.toBe(toCanonicalJson({}));
  });
});
