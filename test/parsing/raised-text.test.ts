import { describe, expect, it } from '@jest/globals';
import { lowerText, raiseText } from '../../src/parsing/raised-text.js';

describe('superscript text', () => {
  it.each<[string, [string, string], string]>([
    ['a power', ['6', '10'], '⁶'],
    ['a negative power', ['-3', '10'], '⁻³'],
    ['an ordinal ending', ['st', '1'], 'st'],
    ['letters that are an ordinal ending in another language', ['st', 'x'], 'ˢᵗ'],
    ['a trade mark', ['TM', 'Kestrel'], '™'],
    ['a letter without a Unicode superscript', ['q', 'x'], '^(q)'],
    ['a capital', ['T', 'A'], '^(T)'],
  ])('reads as %s', (_, [text, before], written) => {
    expect(raiseText(text, before)).toBe(written);
  });
});

describe('subscript text', () => {
  it('is written with subscript digits, or in brackets', () => {
    expect(lowerText('2')).toBe('₂');
    expect(lowerText('max')).toBe('ₘₐₓ');
    expect(lowerText('W,k')).toBe('_(W,k)');
  });
});
