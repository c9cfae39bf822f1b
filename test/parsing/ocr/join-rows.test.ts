import { describe, expect, it } from '@jest/globals';
import { joinRows } from '../../../src/parsing/ocr/join-rows.js';
import type { ReadLine } from '../../../src/parsing/ocr/schema.js';

const HEIGHT = 0.01;

/** A line of words, each a hundredth of the picture wide for each letter, with a space of this width between them. */
const lineAt = (text: string, left: number, baseline: number): ReadLine => {
  const space = 0.01;
  let end = left - space;
  const words = text.split(' ').map((word) => {
    const start = end + space;
    end = start + 0.01 * word.length;
    return {
      text: word,
      confidence: 90,
      left: start,
      right: end,
      top: baseline - HEIGHT,
      bottom: baseline,
    };
  });
  return { words, baseline, height: HEIGHT };
};

const textsOf = (lines: readonly ReadLine[]): string[] =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' '));

describe('joinRows', () => {
  it('joins the pieces of lines that were taken for columns because their spaces stand below each other', () => {
    const pieces = [
      lineAt('Travel is paid', 0.1, 0.2),
      lineAt('within a month', 0.1, 0.22),
      lineAt('by the office', 0.25, 0.2),
      lineAt('of your claim.', 0.25, 0.22),
    ];

    expect(textsOf(joinRows(pieces, 1))).toEqual([
      'Travel is paid by the office',
      'within a month of your claim.',
    ]);
  });

  it('keeps columns apart that have a gap of their own', () => {
    const columns = [
      lineAt('Travel is paid', 0.1, 0.2),
      lineAt('within a month', 0.1, 0.22),
      lineAt('Hotels need', 0.26, 0.2),
      lineAt('an approval.', 0.26, 0.22),
    ];

    expect(textsOf(joinRows(columns, 1))).toEqual(textsOf(columns));
  });

  it('keeps apart what is not printed on one line', () => {
    const lines = [lineAt('Heading', 0.1, 0.2), lineAt('a note', 0.18, 0.207)];

    expect(joinRows(lines, 1)).toHaveLength(2);
  });

  it('measures the gap in the shape of the picture', () => {
    // The same places on a picture that is twice as wide as high are twice as far apart.
    const pieces = [lineAt('Travel', 0.1, 0.2), lineAt('is paid', 0.17, 0.2)];

    expect([joinRows(pieces, 1).length, joinRows(pieces, 2).length]).toEqual([1, 2]);
  });
});
