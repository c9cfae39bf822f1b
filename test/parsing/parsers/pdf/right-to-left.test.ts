import { describe, expect, it } from '@jest/globals';
import {
  hasRightToLeft,
  runsRightToLeft,
  toReadingOrder,
} from '../../../../src/parsing/parsers/pdf/right-to-left.js';

/** A text as a printer puts it down from left to right. */
const order = (printed: string, isRightToLeft = true): string =>
  toReadingOrder(Array.from(printed), { isRightToLeft });

describe('a line from right to left', () => {
  it.each([
    ['letters alone', 'םולש', 'שלום'],
    ['a number', '2026 תנש', 'שנת 2026'],
    ['a date', '3.5.2026 םויב', 'ביום 3.5.2026'],
    ['two numbers that a space parts', '30 20 םימי', 'ימים 20 30'],
    ['Latin words', 'Knowledge Router תכרעמ', 'מערכת Knowledge Router'],
    ['per cent', '%12 חוור', 'רווח 12%'],
    ['brackets', ')הנש( םימי', 'ימים (שנה)'],
  ])('is read with %s', (_, printed, read) => {
    expect(order(printed)).toBe(read);
  });
});

describe('a line from left to right', () => {
  it('has its Hebrew words turned, and the numbers in them not', () => {
    expect(order('The word םולש here', false)).toBe('The word שלום here');
    expect(order('The םולש 2026 תנש here', false)).toBe('The שנת 2026 שלום here');
  });

  it('is left alone where nothing in it runs the other way', () => {
    expect(order('30 days (paid)', false)).toBe('30 days (paid)');
  });
});

describe('a text', () => {
  it('runs from right to left where half of its words do', () => {
    expect(runsRightToLeft('שלום Router')).toBe(true);
    expect(runsRightToLeft('Knowledge Router שלום')).toBe(false);
    expect(hasRightToLeft('Knowledge Router שלום')).toBe(true);
    expect(hasRightToLeft('Knowledge')).toBe(false);
  });
});
