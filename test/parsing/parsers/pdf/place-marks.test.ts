import { describe, expect, it } from '@jest/globals';
import type { Glyph } from '../../../../src/parsing/parsers/pdf/glyphs.js';
import { placeMarks } from '../../../../src/parsing/parsers/pdf/place-marks.js';

const frame = { cos: 1, sin: 0, left: 0, bottom: 0, width: 600, height: 800 };
const run = { object: 1, frame, isFixed: false, size: 10 };

const at = (text: string, x: number, y = 700): Glyph => ({
  text,
  x,
  right: /\p{M}/u.test(text) ? x : x + 8,
  y,
  size: 10,
  run,
});

const read = (glyphs: readonly Glyph[]): string =>
  placeMarks(glyphs)
    .map(({ text }) => text)
    .join('');

describe('a vowel sign that a PDF stores apart from its letter', () => {
  it('follows the letter that ends where it begins', () => {
    const word = [at('ख', 60), at('ल', 68), at('त', 76), at('प', 100), at('ु', 68.1, 699.7)];

    expect(read(word)).toBe('खुलतप');
  });

  it('is not part of the mark that ends the sentence', () => {
    expect(read([at('ह', 60), at('।', 68), at('ै', 68.1)])).toBe('है।');
  });

  it('is joined only to a letter of its own line', () => {
    const lines = [at('ख', 60, 720), at('म', 60), at('ल', 100), at('ु', 68.1)];

    expect(read(lines)).toBe('खमुल');
  });

  it('stays where it is if it has no letter', () => {
    expect(read([at('ख', 60), at('ु', 300)])).toBe('खु');
    expect(read([at('ख', 60), at('ु', 68)])).toBe('खु');
  });

  it('is handled in linear time even if the whole page consists of such signs', () => {
    const marks = Array.from({ length: 20_000 }, (_, place) => at('ु', place % 500));

    expect(placeMarks([...marks, at('ख', 60)])).toHaveLength(20_001);
  });
});
