import { describe, expect, it } from '@jest/globals';
import { holdsQuote } from '../../src/memories/remember.js';

describe('a quote', () => {
  it.each([
    ['I work from Szeged on Fridays.', 'I work from Szeged on Fridays.'],
    ['Note: I like tea!', 'I like tea'],
    ['Kérlek jegyezd meg: a kulcsom a fiókban van.', 'a kulcsom a fiókban van'],
    ['请记住我在三楼办公。', '我在三楼办公'],
    ['ชื่อของฉันคือมานี', 'ฉันคือมานี'],
    ['I unlike tea, I like tea.', 'like tea'],
    ['My cat is called 🐈 Tom', 'called 🐈 Tom'],
  ])('of %j is found as it was written: %j', (message, quote) => {
    expect(holdsQuote(message, quote)).toBe(true);
  });

  it.each([
    ['cuts a word in front', 'I dislike tea.', 'like tea'],
    ['cuts a word at the end', 'The teapot is mine.', 'The tea'],
    ['cuts a number', 'My budget is 12000 euros.', 'My budget is 12'],
    ['leaves an accent behind', 'I live near cafe\u0301 Central.', 'I live near cafe'],
    ['cuts a surrogate pair', 'I am 🐈', 'I am \ud83d'],
    ['holds no letter', 'Well ... yes.', '...'],
    ['is written in look-alike letters', 'My bank is Apple.', 'My bank is \u0410pple.'],
    ['hides a zero-width space', 'My bank is Apple.', 'My bank is App\u200ble.'],
    ['is composed otherwise', 'I live in Pe\u0301cs.', 'I live in Pécs.'],
    ['is written in full-width letters', 'I like tea.', 'I like ｔｅａ.'],
    ['differs in case', 'I like tea.', 'i like tea.'],
    ['skips words', 'I do not like tea.', 'I like tea.'],
    ['says more than the message', 'I like tea.', 'I like tea. And coffee.'],
  ])('that %s is none', (_, message, quote) => {
    expect(holdsQuote(message, quote)).toBe(false);
  });
});
