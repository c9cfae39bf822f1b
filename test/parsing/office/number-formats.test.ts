import { describe, expect, it } from '@jest/globals';
import { formatListNumber } from '../../../src/parsing/office/number-formats.js';

describe('the number of a list', () => {
  it.each([
    ['lowerRoman', 4, 'iv'],
    ['upperRoman', 1994, 'MCMXCIV'],
    ['lowerLetter', 26, 'z'],
    ['lowerLetter', 27, 'aa'],
    ['upperLetter', 53, 'AAA'],
    ['decimalZero', 7, '07'],
    ['decimalZero', 107, '107'],
    ['ordinal', 1, '1st'],
    ['ordinal', 11, '11th'],
    ['ordinal', 112, '112th'],
    ['ordinal', 22, '22nd'],
    ['chineseCounting', 12, '十二'],
    ['chineseCounting', 20, '二十'],
    ['chineseCounting', 103, '一百零三'],
    ['japaneseCounting', 103, '一百三'],
    ['hebrew1', 15, 'טו'],
    ['hebrew1', 21, 'כא'],
    ['decimalEnclosedCircle', 3, '③'],
    ['decimalEnclosedCircle', 21, '21'],
    ['thaiNumbers', 12, '๑๒'],
    ['none', 3, ''],
  ])('in format %s for %d is %s', (format, value, shown) => {
    expect(formatListNumber(value, format)).toBe(shown);
  });

  it('is decimal if the format is unknown or cannot express the value', () => {
    expect(formatListNumber(3, 'constructor')).toBe('3');
    expect(formatListNumber(-1, 'lowerRoman')).toBe('-1');
    expect(formatListNumber(1_000_000, 'lowerRoman')).toBe('1000000');
  });

  it('has a bounded length, however high it is', () => {
    expect(formatListNumber(32_767, 'lowerLetter')).toHaveLength(20);
  });
});
