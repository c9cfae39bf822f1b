import { describe, expect, it } from '@jest/globals';
import { joinLine, joinLines, wordsOf } from '../../src/parsing/join-lines.js';

const NOTHING_KNOWN = { words: new Set<string>() };

describe('a line that continues the text before it', () => {
  it.each<[string, [string, string], string]>([
    ['with a space', ['the notice', 'period'], 'the notice period'],
    ['without a space in Japanese', ['管理', '規程'], '管理規程'],
    ['with a space between Korean words', ['휴가', '규정'], '휴가 규정'],
    [
      'without the hyphen of a word split across lines',
      ['the agree-', 'ment ends'],
      'the agreement ends',
    ],
    [
      'without the hyphen that the typesetting added',
      ['the agree\u2010', 'ment ends'],
      'the agreement ends',
    ],
    ['without a soft hyphen', ['the agree\u00ad', 'ment ends'], 'the agreement ends'],
    ['keeping the hyphen before a digit', ['a COVID-', '19 test'], 'a COVID-19 test'],
    [
      'keeping the hyphen before a capital',
      ['the Baden-', 'Baden office'],
      'the Baden-Baden office',
    ],
    [
      'keeping a hyphen that replaces part of a word',
      ['Vor-', 'und Nachteile'],
      'Vor- und Nachteile',
    ],
    ['keeping the hyphens of a long compound', ['state-of-the-', 'art'], 'state-of-the-art'],
  ])('is joined %s', (_, [before, line], joined) => {
    expect(joinLine(before, line, NOTHING_KNOWN)).toBe(joined);
  });

  it('keeps the hyphen of a word that the document also hyphenates elsewhere', () => {
    const words = wordsOf(['A part-time contract ends.']);

    expect(joinLine('all part-', 'time staff', { words })).toBe('all part-time staff');
  });

  it('keeps every hyphen if nothing suggests that words were split', () => {
    expect(joinLine('all part-', 'time staff', { ...NOTHING_KNOWN, areWritten: true })).toBe(
      'all part-time staff',
    );
  });
});

describe('a paragraph of several lines', () => {
  it('is joined from its first line to its last', () => {
    expect(joinLines(['The agree-', 'ment and its', 'annex'], NOTHING_KNOWN)).toBe(
      'The agreement and its annex',
    );
    expect(joinLines([], NOTHING_KNOWN)).toBe('');
  });
});
