import { describe, expect, it } from '@jest/globals';
import { symbolFontOf, symbolText } from '../../../src/parsing/office/symbol-fonts.js';

describe('text in a symbol font', () => {
  it('is what the font shows, whether stored as bytes or in the private use area', () => {
    expect(symbolText('ab', 'Symbol')).toBe('αβ');
    expect(symbolText('\uf061\uf062', 'Symbol')).toBe('αβ');
  });

  it('shows checkboxes as their standard characters', () => {
    expect(symbolText('\uf0fe', 'Wingdings')).toBe('☑');
    expect(symbolText('\uf0fd', 'Wingdings')).toBe('☒');
  });

  it('keeps characters that the font does not have', () => {
    expect(symbolText('計', 'Symbol')).toBe('計');
  });
});

describe('the name of a font', () => {
  it('is recognised as a symbol font in any spelling, and is undefined for a text font', () => {
    expect(symbolFontOf(' wingdings ')).toBe('Wingdings');
    expect(symbolFontOf('Arial')).toBeUndefined();
    expect(symbolFontOf(undefined)).toBeUndefined();
  });
});
