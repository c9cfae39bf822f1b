import { describe, expect, it } from '@jest/globals';
import { createSlideNumbering } from '../../../src/parsing/office/slide-numbers.js';

const PERIOD = { type: 'arabicPeriod', start: 1 };
const LETTER = { type: 'alphaLcParenR', start: 1 };

describe('the numbers of paragraphs on a slide', () => {
  it('count on, separately at each depth', () => {
    const { next } = createSlideNumbering();

    const shown = [next(0, PERIOD), next(1, LETTER), next(1, LETTER), next(0, PERIOD)];

    expect(shown).toEqual(['1.', 'a)', 'b)', '2.']);
  });

  it('start again below another parent paragraph, and with another format', () => {
    const { next } = createSlideNumbering();

    const shown = [next(0, PERIOD), next(1, LETTER), next(0, PERIOD), next(1, LETTER)];

    expect(shown).toEqual(['1.', 'a)', '2.', 'a)']);
    expect(next(0, { type: 'romanUcParenBoth', start: 4 })).toBe('(IV)');
  });

  it('start again after a paragraph without a number', () => {
    const { next, interrupt } = createSlideNumbering();
    next(0, PERIOD);

    interrupt(0);

    expect(next(0, PERIOD)).toBe('1.');
  });

  it('count on after a deeper paragraph without a number', () => {
    const { next, interrupt } = createSlideNumbering();
    next(0, PERIOD);

    interrupt(1);

    expect(next(0, PERIOD)).toBe('2.');
  });
});
