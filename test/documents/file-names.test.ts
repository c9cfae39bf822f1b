import { describe, expect, it } from '@jest/globals';
import { titleOfFile, toFilename } from '../../src/documents/file-names.js';

describe('the name of an uploaded file', () => {
  it.each([
    ['a Unix path', '/etc/../home/ann/plan.pdf', 'plan.pdf'],
    ['a Windows path', 'C:\\Users\\ann\\plan.pdf', 'plan.pdf'],
    ['a line break', 'plan\r\nX-Header: 1.pdf', 'plan X-Header: 1.pdf'],
    ['direction characters', 'plan\u202Efdp.exe', 'planfdp.exe'],
    ['half a surrogate pair', 'plan\ud83d.pdf', 'plan.pdf'],
  ])('is kept without %s', (_, name, kept) => {
    expect(toFilename(name)).toBe(kept);
  });

  it('has one Unicode spelling for the same letters', () => {
    expect(toFilename('Pe\u0301cs.pdf')).toBe('Pécs.pdf');
  });

  it.each(['', '/', 'folder/', '\u200B'])(
    'is replaced by a default name if it is empty (%j)',
    (name) => {
      expect(toFilename(name)).toBe('document');
    },
  );

  it('is shortened if it is extremely long', () => {
    expect(toFilename('x'.repeat(1_000))).toHaveLength(255);
  });
});

describe('the title made from a file name', () => {
  it.each([
    ['plan.pdf', 'plan'],
    ['plan 2026.final.docx', 'plan 2026.final'],
    ['.gitignore', '.gitignore'],
    ['notes', 'notes'],
    ['a.very-long-ending', 'a.very-long-ending'],
  ])('is, for %s, %s', (name, title) => {
    expect(titleOfFile(name)).toBe(title);
  });
});
