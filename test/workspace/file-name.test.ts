import { describe, expect, it } from '@jest/globals';
import { FileName, toFileUrl, toMimeType, toNameKey } from '../../src/workspace/file-name.js';

describe('the name of a workspace file', () => {
  it.each([
    ['plain', 'report.md'],
    ['in folders', 'out/2026/data.csv'],
    ['in another script', '報告/Árvíztűrő.txt'],
    ['made of spaces, quotes and brackets inside', 'a "b" [c] (d) 50%.txt'],
    ['without an extension', 'README'],
    ['as long as a part may be', 'x'.repeat(100)],
    ['as long as a name may be', `${'x'.repeat(99)}/${'😀'.repeat(100)}`],
  ])('may be %s', (_what, name) => {
    expect(FileName.parse(name)).toBe(name);
  });

  it('is stored in composed form, so that equal names are the same', () => {
    expect(FileName.parse('e\u0301.txt')).toBe('\u00e9.txt');
  });

  it.each([
    ['empty', ''],
    ['absolute', '/etc/passwd'],
    ['a file of the system', '/proc/self/environ'],
    ['a folder above', '../secret'],
    ['a folder above, inside a path', 'a/../../secret'],
    ['two dots', '..'],
    ['one dot', './a'],
    ['a hidden file', '.bashrc'],
    ['with a dot at the end', 'a./b'],
    ['a folder', 'out/'],
    ['with an empty part', 'a//b'],
    ['a Windows path', 'C:\\Windows\\win.ini'],
    ['a backslash', '..\\secret'],
    ['NUL', 'a\0.txt'],
    ['a line break', 'a\r\nSet-Cookie: b=c'],
    ['an escape sequence', 'a\u001b[31m'],
    ['encoded once', '%2e%2e%2fsecret'],
    ['encoded twice', '%252e%252e%252fsecret'],
    ['an encoded NUL', 'a%00'],
    ['overlong UTF-8 as text', '%c0%ae%c0%ae%c0%af'],
    ['decoded overlong UTF-8', '\ufffd\ufffd/..'],
    ['full-width dots', '\uff0e\uff0e/a'],
    ['a two-dot leader', '\u2025/a'],
    ['a full-width slash', 'a\uff0fb'],
    ['a sign with a slash in it', '\u2100.txt'],
    ['a full-width backslash', 'a\uff3cb'],
    ['a change of direction', 'report\u202efdp.exe'],
    ['a zero-width space', 'a\u200bb'],
    ['a joiner', 'a\u200db'],
    ['a soft hyphen', 'a\u00adb'],
    ['a filler', 'a\u3164b'],
    ['a byte order mark', '\ufeffa'],
    ['a tag character', 'a\u{e0041}'],
    ['half a character', 'a\ud800'],
    ['private use', 'a\ue000'],
    ['a blank at its end', 'a '],
    ['a no-break space at its end', 'a\u00a0'],
    ['a blank at the end of a part', 'a /b'],
    ['too long', `${'x'.repeat(100)}/${'y'.repeat(100)}`],
    ['too long a part', 'x'.repeat(101)],
  ])('may not be %s', (_what, name) => {
    expect(FileName.safeParse(name).success).toBe(false);
  });
});

describe('the comparison key of a file name', () => {
  it.each([
    ['case', 'Report.MD', 'report.md'],
    ['full-width letters', '\uff52eport.md', 'report.md'],
    ['a ligature', '\ufb01le', 'file'],
    ['mathematical letters', '\u{1d41a}.txt', 'a.txt'],
    ['a final sigma', '\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c3'],
    ['sharp s', 'STRASSE', 'stra\u00dfe'],
    ['the Kelvin sign', '\u212a', 'k'],
    ['combining marks', '\u00c9', 'e\u0301'],
  ])('ignores %s', (_what, name, alike) => {
    expect(toNameKey(name)).toBe(toNameKey(alike));
  });

  it('differs for different names', () => {
    expect(new Set(['a', 'b', 'a.txt', 'a/txt', 'á'].map(toNameKey)).size).toBe(5);
  });
});

describe('the URL of a workspace file', () => {
  it('can be part of a link whatever the name contains, and leads back to the name', () => {
    const name = 'out/a (1) [x] "y" \'z\' 50% & #?é.md';

    const url = toFileUrl(name);

    expect(url).toMatch(/^\/v1\/files\/[\w.~%-]+$/);
    expect(decodeURIComponent(url.slice('/v1/files/'.length))).toBe(name);
  });
});

describe('the content type of a workspace file', () => {
  it.each(['page.html', 'PAGE.HTM', 'x.xhtml', 'x.svg', 'x.xml', 'x.pdf', 'x.js', 'x', 'a.md/b'])(
    'is bytes for %s, because it could run code or is unknown',
    (name) => {
      expect(toMimeType(name)).toBe('application/octet-stream');
    },
  );

  it('follows the extension for texts and pictures', () => {
    expect(toMimeType('out/data.CSV')).toBe('text/csv; charset=utf-8');
    expect(toMimeType('plot.png')).toBe('image/png');
  });
});
