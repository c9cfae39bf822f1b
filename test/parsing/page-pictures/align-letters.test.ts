import { describe, expect, it } from '@jest/globals';
import { alignLetters } from '../../../src/parsing/page-pictures/find-boxes.js';

const align = (text: string, source: string): string =>
  Array.from(alignLetters(Array.from(text), Array.from(source)), (at) =>
    at < 0 ? '-' : (source[at] ?? '?'),
  ).join('');

const placesOf = (text: string, source: string): number[] => [
  ...alignLetters(Array.from(text), Array.from(source)),
];

describe('the places of the letters of a text in a source', () => {
  it('are one run where the source has the text as it is', () => {
    expect(placesOf('threedays', 'maybethreedaysaweek')).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('leave out what the source has between the words, as the mark of a note', () => {
    const places = placesOf('fortymilligramsaday', 'fortymilligrams3aday');

    expect(places.slice(14, 17)).toEqual([14, 16, 17]);
  });

  it('are those of the second of two same sentences where the text in front of it says so', () => {
    const source = 'firstpartsamesentencesecondpartsamesentence';

    expect(placesOf('secondpartsamesentence', source)[0]).toBe(21);
  });

  it('follow parts that the source has in another order', () => {
    expect(align('leftcolumnrightcolumn', 'rightcolumnleftcolumn')).toBe('leftcolumnrightcolumn');
  });

  it('reach over a letter that the source writes in another way', () => {
    expect(placesOf('thequickbrownfox', 'thequickbr0wnfox')).not.toContain(-1);
  });

  it('are none where the source has nothing of the text', () => {
    expect(placesOf('threedays', 'somethingelse')).toEqual(Array(9).fill(-1));
  });

  it('are found in a page of one letter without looking at each place for each letter', () => {
    const source = Array.from({ length: 100_000 }, () => 'a');

    expect(alignLetters(source.slice(0, 5_000), source)[4_999]).toBeGreaterThanOrEqual(0);
  });
});
