import { describe, expect, it } from '@jest/globals';
import {
  createListCounter,
  type ListLevel,
  type ListPlace,
} from '../../../src/parsing/office/list-counter.js';

const LEVELS: readonly ListLevel[] = [
  { start: 1, format: 'decimal', text: '%1.' },
  { start: 1, format: 'lowerLetter', text: '%1.%2)' },
  { start: 1, format: 'bullet', text: '•' },
];

const at = (level: number, place: Partial<ListPlace> = {}): ListPlace => ({
  id: 'a',
  list: '1',
  level,
  starts: new Map(),
  levelOf: (own) => LEVELS[own],
  ...place,
});

const count = (places: readonly ListPlace[]): string[] => {
  const { next } = createListCounter();
  return places.map(next);
};

describe('the numbers of a document’s lists', () => {
  it('count on, and start again below a higher level', () => {
    expect(count([at(0), at(1), at(1), at(0), at(1)])).toEqual([
      '1.',
      '1.a)',
      '1.b)',
      '2.',
      '2.a)',
    ]);
  });

  it('count on after another list in between', () => {
    expect(count([at(0), at(0, { id: 'b', list: '2' }), at(0)])).toEqual(['1.', '1.', '2.']);
  });

  it('start again, once, if a list says so', () => {
    const anew = { list: '2', starts: new Map([[0, 5]]) };

    expect(count([at(0), at(0, anew), at(0, anew)])).toEqual(['1.', '5.', '6.']);
  });

  it('count on below a higher level that does not restart them', () => {
    const goesOn = (level: number): ListLevel | undefined =>
      level === 1 ? { start: 1, format: 'decimal', text: '%2', restart: 0 } : LEVELS[level];
    const place = { levelOf: goesOn };

    expect(count([at(0, place), at(1, place), at(0, place), at(1, place)])).toEqual([
      '1.',
      '1',
      '2.',
      '2',
    ]);
  });

  it('start at the first number if a level above was never counted, and are empty for a bullet', () => {
    expect(count([at(1), at(2), at(3)])).toEqual(['1.a)', '', '']);
  });
});
