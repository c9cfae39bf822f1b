import { describe, expect, it } from '@jest/globals';
import { createSlideNumbering } from '../../../src/parsing/office/slide-numbers.js';

const PERIOD = { type: 'arabicPeriod', start: 1 };
const LETTER = { type: 'alphaLcParenR', start: 1 };

describe('the numbers of the paragraphs on a slide', () => {
  it('count on, each depth for itself', () => {
    const { next } = createSlideNumbering();

    const shown = [next(0, PERIOD), next(1, LETTER), next(1, LETTER), next(0, PERIOD)];

    expect(shown).toEqual(['1.', 'a)', 'b)', '2.']);
  });

  it('begin anew below another paragraph above them, and with another format', () => {
    const { next } = createSlideNumbering();

    const shown = [next(0, PERIOD), next(1, LETTER), next(0, PERIOD), next(1, LETTER)];

    expect(shown).toEqual(['1.', 'a)', '2.', 'a)']);
    expect(next(0, { type: 'romanUcParenBoth', start: 4 })).toBe('(IV)');
  });

  it('begin anew behind a paragraph without a number', () => {
    const { next, interrupt } = createSlideNumbering();
    next(0, PERIOD);

    interrupt(0);

    expect(next(0, PERIOD)).toBe('1.');
  });

  it('go on past a paragraph without a number that stands deeper', () => {
    const { next, interrupt } = createSlideNumbering();
    next(0, PERIOD);

    interrupt(1);

    expect(next(0, PERIOD)).toBe('2.');
  });
});
