import { describe, expect, it } from '@jest/globals';
import { findFunctionWord } from '../../src/search/misspellings.js';

describe('the misspelling of a function word', () => {
  it.each([
    ['en', 'wich', 'which'],
    ['tr', 'nasl', 'nasıl'],
    ['ar', 'اللااتي', 'اللاتي'],
  ])('is read as that word in %s', (language, typed, word) => {
    expect(findFunctionWord(typed, [language])).toBe(word);
  });

  it.each([
    ['ar', 'تكوين', '"تكون"'],
    ['ar', 'منهاج', '"منها"'],
    ['tr', 'görev', 'the short "göre"'],
    ['ko', '어디에', '"어디에서"'],
  ])('is not recognised in %s in the word "%s", which resembles %s', (language, typed) => {
    expect(findFunctionWord(typed, [language])).toBeNull();
  });
});
