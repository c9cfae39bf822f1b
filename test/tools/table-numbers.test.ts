import { describe, expect, it } from '@jest/globals';
import {
  averageOf,
  readNumbers,
  sumOf,
  toExactNumber,
  writeExact,
} from '../../src/tools/table-numbers.js';

const read = (cells: readonly string[], language = 'en') =>
  readNumbers(cells, language)?.values.map((value) => value && writeExact(value));

describe('numbers of a column', () => {
  it.each<[string, string[], string, (string | null)[]]>([
    ['a point', ['8.90', '13.4', '1,250.00'], 'de', ['8.90', '13.4', '1250.00']],
    ['a comma', ['8,90', '1.250,00', '7'], 'en', ['8.90', '1250.00', '7']],
    ['the point of English', ['1.234', '5.678'], 'en', ['1.234', '5.678']],
    ['the comma of German', ['1.234', '5.678'], 'de', ['1234', '5678']],
    ['blanks between thousands', ['97 500 €', '1 000 €'], 'fr', ['97500', '1000']],
    ['a sign, a unit and other cells', ['-3 °C', 'none', 'M8 x 40'], 'en', ['-3', null, null]],
  ])('are read with %s', (...row) => {
    const [, cells, language, expected] = row;

    expect(read(cells, language)).toEqual(expected);
  });

  it('are not read where its cells contradict each other', () => {
    expect(readNumbers(['1.50', '1,50'], 'en')).toBeNull();
  });

  it('are added up and averaged without rounding of floating point', () => {
    const values = ['0.1', '0.2', '0.30'].flatMap((value) => toExactNumber(value) ?? []);

    expect([sumOf(values), averageOf(values)].map(writeExact)).toEqual(['0.60', '0.20']);
    expect(writeExact(averageOf(['-1', '-1', '-3'].map((one) => toExactNumber(one)!)))).toBe(
      '-1.67',
    );
  });

  it.each(['1e9', '0x10', 'NaN', '1'.repeat(30), ''])(
    'are none where a model gives “%s”',
    (given) => {
      expect(toExactNumber(given)).toBeNull();
    },
  );
});
