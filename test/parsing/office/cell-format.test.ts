import { describe, expect, it } from '@jest/globals';
import { builtInFormat, formatNumber } from '../../../src/parsing/office/cell-format.js';

describe('a number in a cell', () => {
  it.each([
    [1234.5, 'General', '1234.5'],
    [0.1 + 0.2, 'General', '0.3'],
    [1234.5, '#,##0.00 "€"', '1234.50 €'],
    [1234.5, '[$€-407] #,##0', '€ 1235'],
    [0.125, '0.0%', '12.5%'],
    [-7, '0;(0)', '(7)'],
    [0, '0;-0;"none"', '0'],
    [42, '00000', '00042'],
    [-42, '00000', '-00042'],
    [5551234567, '(000) 000-0000', '(555) 123-4567'],
    [2_500_000, '0.0,,', '2500000'],
    [0.5, '# ?/?', '0.5'],
    [3, '"No. "0', 'No. 3'],
    [1.5, '0.##', '1.5'],
  ])('is shown, for %d with format %s, as %s', (value, code, shown) => {
    expect(formatNumber(value, { code, is1904: false })).toBe(shown);
  });
});

describe('a date in a cell', () => {
  it.each([
    [45_000, 'dd.mm.yyyy', '2023-03-15'],
    [45_000.75, 'yyyy-mm-dd hh:mm', '2023-03-15 18:00'],
    [0.75, 'hh:mm', '18:00'],
    [1.5, '[h]:mm:ss', '36:00:00'],
    [-1, 'yyyy-mm-dd', '-1'],
    [3_000_000, 'yyyy-mm-dd', '3000000'],
  ])('is shown, for %d with format %s, as %s', (value, code, shown) => {
    expect(formatNumber(value, { code, is1904: false })).toBe(shown);
  });

  it('counts from 1904 if the file says so', () => {
    expect(formatNumber(0, { code: 'yyyy-mm-dd', is1904: true })).toBe('1904-01-01');
  });

  it('is distinguished from a unit with the same letters', () => {
    expect(formatNumber(5, { code: '0 "days"', is1904: false })).toBe('5 days');
  });
});

describe('a built-in number format', () => {
  it('is a date format if its number stands for dates, and not otherwise', () => {
    expect(builtInFormat(14)).toBe('yyyy-mm-dd');
    expect(builtInFormat(10)).toBe('0.00%');
    expect(builtInFormat(164)).toBe('General');
  });
});
