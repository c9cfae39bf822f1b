import { describe, expect, it } from '@jest/globals';
import { ruleVerdict } from '../../support/rule-verdict.js';

type Case = [language: string, claimed: string, written: string];

const verify = ([language, claimed, written]: Case, isValue = false) =>
  ruleVerdict(`The limit is ${claimed} EUR.`, `The limit is ${written} EUR.`, {
    language,
    isValue,
  });

/** A digit by its code point, for most of these cannot be told apart by eye. */
const JOINED = ['\u200d', '\u200c', '\u2060', '\u00ad', '\ufeff', '\u034f', '\u{e0031}'].map(
  (joiner): Case => ['en', `14,2${joiner}50`, '14,250'],
);

describe('a number that only looks like a plain one', () => {
  it.each<Case>([
    ['en', '14,2501', '14,250¹'],
    ['en', '14,250¹', '14,2501'],
    ['en', '10²', '102'],
    ['en', '102', '10²'],
    ['en', '10', '10²'],
    ['en', '10⁶', '10'],
    ['en', '10⁻³', '10'],
    ['en', '10-3', '10⁻³'],
    ['en', '52', '5₂'],
    ['en', '11', '1½'],
    ['en', '1½', '1'],
    ['en', '９０００', '9000'],
    ['en', '9000', '９０００'],
    ['en', '𝟗𝟎𝟎𝟎', '9000'],
    ['en', '①②', '12'],
    ['ar', '٩', '٣'],
    ['en', '١4', '14'],
    ...JOINED,
    ...JOINED.map(([language, claimed, written]): Case => [language, written, claimed]),
    ['en', '1\u200d2', '1 2'],
    ['en', '1\u200d500', '1 500'],
  ])('in %s, %j, is not the same as in %j', (...row) => {
    expect(verify(row)).toBe('not carried');
    expect(verify(row, true)).toBe('not carried');
  });

  it.each<Case>([
    ['en', '14,250¹', '14,250¹'],
    ['ar', '٩', '٩'],
    ['hi', '१२', '१२'],
    ['ja', '3', '３'],
    ['zh', '１２', '12'],
    ['en', '5 m2', '5 m²'],
    ['en', '1,250', '1,250'],
  ])(
    'in %s, %j, is the same as in %j if both are written alike or it can mean nothing else',
    (...row) => {
      expect(verify(row)).toBe('exact');
    },
  );

  it.each<Case>([
    ['en', '9', '٩'],
    ['en', '٩', '9'],
    ['hi', '९', '9'],
    ['ar', '٥', '5'],
    ['fa', '۴', '4'],
    ['th', '๕', '5'],
  ])('in %s, %j, is supported by %j: the same number in the digits of another script', (...row) => {
    expect(verify(row)).toBe('carried');
  });

  it.each<Case>([
    ['en', '14,250', '14,250¹'],
    ['en', '14,250¹', '14,250'],
    ['en', '180', '180²'],
  ])('in %s, %j, is supported by %j: a footnote mark changes nothing', (...row) => {
    expect(verify(row)).toBe('carried');
  });

  it.each([
    ['The fee is 1', 'The fee is 1 500 EUR.'],
    ['The fee is 14', 'The fee is 14 250 EUR.'],
  ])('is not cut out of a longer number: %j', (claim, content) => {
    expect(ruleVerdict(claim, content, { language: 'en' })).toBe('not carried');
  });
});
