import { describe, expect, it } from '@jest/globals';
import { toStorableText } from '../../src/shared/storable-text.js';

describe('a text that can be stored', () => {
  it('has replacements of the same length for NUL and for half a character', () => {
    const text = 'a\0b\ud83dc\udc4dd';

    expect(toStorableText(text)).toBe('a\uFFFDb\uFFFDc\uFFFDd');
    expect(toStorableText(text)).toHaveLength(text.length);
  });

  it('keeps whole characters beyond the basic plane', () => {
    expect(toStorableText('👍 𝒙')).toBe('👍 𝒙');
  });
});
