import { describe, expect, it } from '@jest/globals';
import { createBoundedMap } from '../../src/shared/bounded-map.js';

describe('a bounded map', () => {
  it('forgets the oldest entry beyond its capacity', () => {
    const map = createBoundedMap<number>(2);

    for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at);

    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 1, 2]);
  });

  it('keeps a recently read entry instead of one that was not read', () => {
    const map = createBoundedMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);

    map.get('a');
    map.set('c', 3);

    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3]);
  });

  it('evicts nothing if it already contains the key', () => {
    const map = createBoundedMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);

    map.set('b', 3);

    expect([map.get('a'), map.get('b')]).toEqual([1, 3]);
  });

  it('returns no deleted entry', () => {
    const map = createBoundedMap<number>(2);
    map.set('a', 1);

    map.delete('a');

    expect(map.get('a')).toBeUndefined();
  });
});
