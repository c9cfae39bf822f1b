import { describe, expect, it } from '@jest/globals';
import { alignLetters } from '../../../src/parsing/page-pictures/find-boxes.js';

const align = (text: string, source: string): string =>
  Array.from(alignLetters(Array.from(text), Array.from(source)), (at) =>
    at < 0 ? '-' : (source[at] ?? '?'),
  ).join('');

const placesOf = (text: string, source: string): number[] => [
  ...alignLetters(Array.from(text), Array.from(source)),
];

describe('the positions of a text’s letters in its source page', () => {
  it('are one run if the source has the same text', () => {
    expect(placesOf('threedays', 'maybethreedaysaweek')).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('skip what the source has between the words, such as a footnote mark', () => {
    const places = placesOf('fortymilligramsaday', 'fortymilligrams3aday');

    expect(places.slice(14, 17)).toEqual([14, 16, 17]);
  });

  it('are those of the second of two equal sentences if the text before it says so', () => {
    const source = 'firstpartsamesentencesecondpartsamesentence';

    expect(placesOf('secondpartsamesentence', source)[0]).toBe(21);
  });

  it('follow parts that the source has in another order', () => {
    expect(align('leftcolumnrightcolumn', 'rightcolumnleftcolumn')).toBe('leftcolumnrightcolumn');
  });

  it('continue across a letter that the source writes differently', () => {
    expect(placesOf('thequickbrownfox', 'thequickbr0wnfox')).not.toContain(-1);
  });

  it('are empty if the source has nothing of the text', () => {
    expect(placesOf('threedays', 'somethingelse')).toEqual(Array(9).fill(-1));
  });

  it('are found on a page of one repeated letter without comparing every pair of places', () => {
    const source = Array.from({ length: 100_000 }, () => 'a');

    expect(alignLetters(source.slice(0, 5_000), source)[4_999]).toBeGreaterThanOrEqual(0);
  });
});
