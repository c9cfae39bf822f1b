import { describe, expect, it } from '@jest/globals';
import { joinLine, joinLines, wordsOf } from '../../src/parsing/join-lines.js';

const NOTHING_KNOWN = { words: new Set<string>() };

describe('a line that goes on with the text before it', () => {
  it.each<[string, [string, string], string]>([
    ['with a space', ['the notice', 'period'], 'the notice period'],
    ['without one in Japanese', ['管理', '規程'], '管理規程'],
    ['with one between Korean words', ['휴가', '규정'], '휴가 규정'],
    ['without the hyphen of a parted word', ['the agree-', 'ment ends'], 'the agreement ends'],
    ['without the hyphen of print', ['the agree\u2010', 'ment ends'], 'the agreement ends'],
    ['without a soft hyphen', ['the agree\u00ad', 'ment ends'], 'the agreement ends'],
    ['with the hyphen in front of a digit', ['a COVID-', '19 test'], 'a COVID-19 test'],
    [
      'with the hyphen in front of a capital',
      ['the Baden-', 'Baden office'],
      'the Baden-Baden office',
    ],
    ['with the hyphen that stands for a word', ['Vor-', 'und Nachteile'], 'Vor- und Nachteile'],
    ['with the hyphens of a long compound', ['state-of-the-', 'art'], 'state-of-the-art'],
  ])('is joined %s', (_, [before, line], joined) => {
    expect(joinLine(before, line, NOTHING_KNOWN)).toBe(joined);
  });

  it('keeps the hyphen of a word that the document writes with one', () => {
    const words = wordsOf(['A part-time contract ends.']);

    expect(joinLine('all part-', 'time staff', { words })).toBe('all part-time staff');
  });

  it('keeps every hyphen where nothing speaks for parted words', () => {
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
