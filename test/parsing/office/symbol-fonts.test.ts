import { describe, expect, it } from '@jest/globals';
import { symbolFontOf, symbolText } from '../../../src/parsing/office/symbol-fonts.js';

describe('text in a font of symbols', () => {
  it('is what the font shows, stored as bytes or in the private area', () => {
    expect(symbolText('ab', 'Symbol')).toBe('αβ');
    expect(symbolText('\uf061\uf062', 'Symbol')).toBe('αβ');
  });

  it('shows boxes as those that everybody knows', () => {
    expect(symbolText('\uf0fe', 'Wingdings')).toBe('☑');
    expect(symbolText('\uf0fd', 'Wingdings')).toBe('☒');
  });

  it('keeps characters that the font does not have', () => {
    expect(symbolText('計', 'Symbol')).toBe('計');
  });
});

describe('the name of a font', () => {
  it('is one of symbols however it is written, and undefined for one of letters', () => {
    expect(symbolFontOf(' wingdings ')).toBe('Wingdings');
    expect(symbolFontOf('Arial')).toBeUndefined();
    expect(symbolFontOf(undefined)).toBeUndefined();
  });
});
