import { describe, expect, it } from '@jest/globals';
import { createOwnWords } from '../../src/tools/own-words.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
const SCHEMA = {
  properties: {
    name: { type: 'string' },
    more: { type: 'string' },
    state: { enum: ['open', 'closed'] },
    letter: { enum: LETTERS },
    days: { type: 'number' },
    flag: { type: 'boolean' },
    list: { type: 'array', items: { type: 'string' } },
    states: { type: 'array', items: { enum: ['open', 'closed'] } },
  },
  required: ['name'],
};
const OWN = ['Is Ada  Lovelace a customer since 42 days, like Grace Hopper (C++, -7 €)?'];
const REFUSED = expect.objectContaining({ code: 'invalid_arguments' });

const take = (...calls: readonly Record<string, unknown>[]) => {
  const takeOwnWords = createOwnWords();
  return calls.map((given) => {
    try {
      return takeOwnWords({ given, schema: SCHEMA, own: OWN });
    } catch (error) {
      return error;
    }
  });
};

describe('arguments for an external tool, once third-party text is in the prompt,', () => {
  it.each([
    [{ name: 'ada lovelace' }, { name: 'Ada  Lovelace' }],
    [
      { name: 'ADA', more: 'Ｇｒａｃｅ' },
      { name: 'Ada', more: 'Grace' },
    ],
    [{ name: 'C++' }, { name: 'C++' }],
    [
      { name: 'Ada', days: 42 },
      { name: 'Ada', days: 42 },
    ],
    [
      { name: 'Ada', days: -7 },
      { name: 'Ada', days: -7 },
    ],
    [
      { name: 'Ada', state: 'open' },
      { name: 'Ada', state: 'open' },
    ],
    [
      { name: 'Ada', list: ['Lovelace', 'Grace'] },
      { name: 'Ada', list: ['Lovelace', 'Grace'] },
    ],
  ])("are sent in the user's spelling: %j", (given, sent) => {
    expect(take(given)).toEqual([sent]);
  });

  it.each([
    ['another word', { name: 'Ada Byron' }],
    ['another order', { name: 'Lovelace Ada' }],
    ['another order of values', { name: 'Grace', more: 'Ada' }],
    ['two words without the word between them', { name: 'Ada customer' }],
    ['a word twice', { name: 'Ada', list: ['Ada'] }],
    ['letters of words', { name: 'Ad' }],
    ['nothing but symbols', { name: '!!!' }],
    ['nothing', { name: '' }],
    ['another number', { name: 'Ada', days: 43 }],
    ['another sign of a number', { name: 'Ada', days: -42 }],
    ['another sign of a number below zero', { name: 'Ada', days: 7 }],
    ['one of many choices', { name: 'Ada', letter: 's' }],
    ['a name of its own', { name: 'Ada', secret: 'Grace' }],
    ['a row of choices', { name: 'Ada', states: Array(6).fill('open') }],
  ])('must not contain %s', (_what, given) => {
    expect(take(given)).toEqual([REFUSED]);
  });

  it('follow the order of the message across all calls of a turn, and contain each word once', () => {
    const calls = take(...['Ada', 'Ada', 'Grace', 'Lovelace'].map((name) => ({ name })));

    expect(calls).toEqual([{ name: 'Ada' }, REFUSED, { name: 'Grace' }, REFUSED]);
  });

  it('are allowed in three calls per turn, and a refused call does not count', () => {
    const calls = take(
      ...['secret', 'Is', 'Ada', 'a', 'customer', 'since'].map((name) => ({ name })),
    );

    expect(calls).toEqual([
      REFUSED,
      { name: 'Is' },
      { name: 'Ada' },
      { name: 'a' },
      REFUSED,
      REFUSED,
    ]);
  });

  it('allow six choices per turn, including whether optional ones are given', () => {
    const calls = take(
      { name: 'Ada', state: 'open', flag: true },
      { name: 'Grace', state: 'open', flag: false },
    );

    expect(calls).toEqual([{ name: 'Ada', state: 'open', flag: true }, REFUSED]);
  });

  it('are compared in few steps, however often a long message repeats a word', () => {
    const own = ['so '.repeat(20_000)];
    const given = { name: 'so', list: Array.from({ length: 1_000 }, () => 'so') };

    const sent = createOwnWords()({ given, schema: SCHEMA, own });

    expect(sent).toEqual(given);
  });
});
