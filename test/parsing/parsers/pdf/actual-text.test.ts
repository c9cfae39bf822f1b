import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { pdfOf, textAt } from '../../../support/pdf-pages.js';

const WIDTH = 5.56;

/** A syllable whose shapes (letters that are 0.556 font sizes wide) are objects of their own, as Chrome writes it. */
const syllable = (text: string, places: readonly number[]): string => {
  const hex = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
  const shapes = places.map((place) => textAt([60 + place * WIDTH, 700], 'n'));
  return [`/Span<</ActualText<${hex}>>> BDC`, ...shapes, 'EMC'].join('\n');
};

const read = async (syllables: readonly string[]): Promise<string> =>
  (await parseBytes(pdfOf([syllables]), 'leave.pdf')).text;

describe('syllables of a PDF that stores their text apart from their glyphs', () => {
  it('form words without stray spaces when one replacement text covers several glyphs', async () => {
    const text = await read([
      syllable('का', [0, 1]),
      syllable('ला', [2, 3]),
      syllable('पा', [4.6, 5.6]),
      syllable('नी', [6.6, 7.6]),
    ]);

    expect(text).toBe('काला पानी');
  });

  it('are read once if the glyphs of one are mixed with those of the next', async () => {
    const text = await read([
      syllable('क', [0]),
      syllable('र्म', [1, 2.5]),
      syllable('चा', [2, 3]),
      syllable('री', [4, 5]),
    ]);

    expect(text).toBe('कर्मचारी');
  });
});
