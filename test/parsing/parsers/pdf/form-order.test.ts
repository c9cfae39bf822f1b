import { describe, expect, it } from '@jest/globals';
import { inFormOrder } from '../../../../src/parsing/parsers/pdf/form-order.js';
import type { Line } from '../../../../src/parsing/parsers/pdf/lines.js';

const line = (text: string, y: number, x = 60): Line => ({
  text,
  cells: [{ text, x, right: x + 80 }],
  x,
  right: x + 80,
  y,
  size: 10,
  page: 1,
  pageHeight: 800,
});

describe('the lines of a form in a PDF', () => {
  it('are read from top to bottom if each is alone at its height', () => {
    const lines = [line('Wanted from:', 700), line('Place:', 660), line('☑ May', 680)];

    expect(inFormOrder(lines).map(({ text }) => text)).toEqual(['Wanted from:', '☑ May', 'Place:']);
  });

  it('keep the order of the file if two are at the same height', () => {
    const lines = [
      line('Owner', 700),
      line('Alma Quist', 680),
      line('Keeper', 700, 320),
      line('Cem Dorn', 680, 320),
    ];

    expect(inFormOrder(lines)).toEqual(lines);
  });
});
