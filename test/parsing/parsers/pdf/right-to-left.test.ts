import { describe, expect, it } from '@jest/globals';
import {
  hasRightToLeft,
  runsRightToLeft,
  toReadingOrder,
} from '../../../../src/parsing/parsers/pdf/right-to-left.js';

/** A text as a printer puts it down from left to right. */
const order = (printed: string, isRightToLeft = true): string =>
  toReadingOrder(Array.from(printed), { isRightToLeft });

describe('a right-to-left line of a PDF', () => {
  it.each([
    ['letters alone', 'םולש', 'שלום'],
    ['a number', '2026 תנש', 'שנת 2026'],
    ['a date', '3.5.2026 םויב', 'ביום 3.5.2026'],
    ['two numbers separated by a space', '30 20 םימי', 'ימים 20 30'],
    ['Latin words', 'Knowledge Router תכרעמ', 'מערכת Knowledge Router'],
    ['per cent', '%12 חוור', 'רווח 12%'],
    ['brackets', ')הנש( םימי', 'ימים (שנה)'],
  ])('is read with %s', (_, printed, read) => {
    expect(order(printed)).toBe(read);
  });
});

describe('a left-to-right line of a PDF', () => {
  it('has its Hebrew words reversed, but not the numbers in them', () => {
    expect(order('The word םולש here', false)).toBe('The word שלום here');
    expect(order('The םולש 2026 תנש here', false)).toBe('The שנת 2026 שלום here');
  });

  it('is left alone if nothing in it runs the other way', () => {
    expect(order('30 days (paid)', false)).toBe('30 days (paid)');
  });
});

describe('a text in a PDF', () => {
  it('runs from right to left if half of its words do', () => {
    expect(runsRightToLeft('שלום Router')).toBe(true);
    expect(runsRightToLeft('Knowledge Router שלום')).toBe(false);
    expect(hasRightToLeft('Knowledge Router שלום')).toBe(true);
    expect(hasRightToLeft('Knowledge')).toBe(false);
  });
});
