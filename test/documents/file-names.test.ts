import { describe, expect, it } from '@jest/globals';
import { titleOfFile, toFilename } from '../../src/documents/file-names.js';

describe('the name of an uploaded file', () => {
  it.each([
    ['a path of Unix', '/etc/../home/ann/plan.pdf', 'plan.pdf'],
    ['a path of Windows', 'C:\\Users\\ann\\plan.pdf', 'plan.pdf'],
    ['a line break', 'plan\r\nX-Header: 1.pdf', 'plan X-Header: 1.pdf'],
    ['a turned text', 'plan\u202Efdp.exe', 'planfdp.exe'],
    ['half a character', 'plan\ud83d.pdf', 'plan.pdf'],
  ])('is kept without %s', (_, name, kept) => {
    expect(toFilename(name)).toBe(kept);
  });

  it('is one spelling of the same letters', () => {
    expect(toFilename('Pe\u0301cs.pdf')).toBe('Pécs.pdf');
  });

  it.each(['', '/', 'folder/', '\u200B'])('is a name of ours where there is none (%j)', (name) => {
    expect(toFilename(name)).toBe('document');
  });

  it('is cut where it is endless', () => {
    expect(toFilename('x'.repeat(1_000))).toHaveLength(255);
  });
});

describe('the title of a file', () => {
  it.each([
    ['plan.pdf', 'plan'],
    ['plan 2026.final.docx', 'plan 2026.final'],
    ['.gitignore', '.gitignore'],
    ['notes', 'notes'],
    ['a.very-long-ending', 'a.very-long-ending'],
  ])('of %s is %s', (name, title) => {
    expect(titleOfFile(name)).toBe(title);
  });
});
