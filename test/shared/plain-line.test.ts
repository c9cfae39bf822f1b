import { describe, expect, it } from '@jest/globals';
import { PLAIN_LINE, toPlainLine } from '../../src/shared/plain-line.js';

describe('a plain line', () => {
  it.each([
    ['U+202E, which reverses the text', 'invoice\u202Efdp.exe'],
    ['an isolate', 'a\u2066b\u2069'],
    ['a directional mark', 'a\u200Fb\u061C'],
    ['a control character', 'a\u0007b'],
    ['a line separator', 'a\u2028b'],
    ['an invisible space', 'a\u200Bb\uFEFF'],
    ['tag characters', 'a\u{E0041}b'],
    ['a private character', 'a\uE000b'],
    ['an invisible filler', 'a\u3164b'],
  ])('contains no %s', (_, text) => {
    expect(PLAIN_LINE.test(text)).toBe(false);
    expect(PLAIN_LINE.test(toPlainLine(text))).toBe(true);
    expect(toPlainLine(text)).toMatch(/^[a-z. ]+$/);
  });

  it.each([
    'Reisekosten – 2026 (Entwurf)',
    'می\u200Cخواهم',
    '👨\u200D👩\u200D👧 plan',
    'תקציב 2026',
  ])('may be %s', (text) => {
    expect(PLAIN_LINE.test(text)).toBe(true);
    expect(toPlainLine(text)).toBe(text);
  });

  it('has single spaces and no line breaks', () => {
    expect(toPlainLine(' a\n b\tc ')).toBe('a b c');
  });
});
