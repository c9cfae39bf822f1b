import { describe, expect, it } from '@jest/globals';
import { lowerText, raiseText } from '../../src/parsing/raised-text.js';

describe('raised text', () => {
  it.each<[string, [string, string], string]>([
    ['a power', ['6', '10'], '⁶'],
    ['a negative power', ['-3', '10'], '⁻³'],
    ['an ending of an ordinal number', ['st', '1'], 'st'],
    ['letters that are an ending elsewhere', ['st', 'x'], 'ˢᵗ'],
    ['a trade mark', ['TM', 'Kestrel'], '™'],
    ['a letter that Unicode does not raise', ['q', 'x'], '^(q)'],
    ['a capital', ['T', 'A'], '^(T)'],
  ])('is %s', (_, [text, before], written) => {
    expect(raiseText(text, before)).toBe(written);
  });
});

describe('lowered text', () => {
  it('is written with the digits for it, or in brackets', () => {
    expect(lowerText('2')).toBe('₂');
    expect(lowerText('max')).toBe('ₘₐₓ');
    expect(lowerText('W,k')).toBe('_(W,k)');
  });
});
