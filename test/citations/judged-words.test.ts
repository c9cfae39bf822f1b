import { describe, expect, it } from '@jest/globals';
import { findJudgedWords, isAbout } from '../../src/citations/index.js';

const PASSAGE = [
  'Office staff may work from\nhome up to three days a week.',
  'The company pays “a flat rate” of 25 euros a month.',
  'Overtime is not paid on public holidays.',
].join('\n\n');

const quoted = (words: string): string | null => {
  const span = findJudgedWords(PASSAGE, words, 'en');
  return span && PASSAGE.slice(span.start, span.end);
};

describe('the words that a judge quotes as evidence', () => {
  it.each([
    ['May work from home', 'may work from\nhome'],
    ['pays "a flat rate" of 25 euros', 'pays “a flat rate” of 25 euros'],
    [
      '"may work from home up to three days a week."',
      'may work from\nhome up to three days a week',
    ],
    [
      'Office staff … three days a week',
      'Office staff may work from\nhome up to three days a week',
    ],
  ])('are found in the passage: %s', (words, found) => {
    expect(quoted(words)).toBe(found);
  });

  it.each([
    ['words of the model', 'may work from the beach'],
    ['parts in a different order', 'three days … office staff'],
    ['nothing', ''],
    ['punctuation only', '“…”'],
    ['a small word only', 'the'],
  ])('are not found: %s', (_what, words) => {
    expect(quoted(words)).toBeNull();
  });

  it('are found at the right position after characters that grow when lower-cased', () => {
    const passage = 'İİİ: The limit is 40 hours.';

    const span = findJudgedWords(passage, 'limit is 40 hours', 'en');

    expect(span && passage.slice(span.start, span.end)).toBe('limit is 40 hours');
  });
});

const compare = (text: string, words: string, language = 'en') => {
  const source = { content: PASSAGE, language: 'en' };
  const span = findJudgedWords(PASSAGE, words, 'en');
  if (span === null) throw new Error('The words do not stand in the passage.');
  const statement = { text, lead: '', cited: [0] };
  return { statement, language, question: 'How much?', source, words: span };
};

describe('a statement that a judge refutes', () => {
  it('is about the same thing as the quoted words', () => {
    expect(isAbout(compare('Overtime is paid double.', 'not paid on public holidays'))).toBe(true);
    expect(isAbout(compare('Laptops need a password.', 'not paid on public holidays'))).toBe(false);
  });
});
