import { describe, expect, it } from '@jest/globals';
import { editDistance } from '../../src/shared/edit-distance.js';

describe('the edit distance of two words', () => {
  it.each<[string, [string, string], number]>([
    ['the same', ['leave', 'leave'], 0],
    ['one letter inserted', ['leve', 'leave'], 1],
    ['one letter deleted', ['leavee', 'leave'], 1],
    ['one letter changed', ['leawe', 'leave'], 1],
    ['two neighbours swapped', ['laeve', 'leave'], 1],
    ['the first two letters swapped', ['elave', 'leave'], 1],
    ['two letters swapped that are not neighbours', ['evael', 'leave'], 3],
    ['nothing in common', ['abc', 'xyz'], 3],
  ])('of %s %j is %d', (_, [left, right], distance) => {
    expect(editDistance(left, right)).toBe(distance);
    expect(editDistance(right, left)).toBe(distance);
  });

  it('is the length of the other word if one is empty', () => {
    expect(editDistance('', 'leave')).toBe(5);
    expect(editDistance('leave', '')).toBe(5);
  });
});
