import { describe, expect, it } from '@jest/globals';
import { docxFile, docxLine } from '../support/docx-file.js';
import { parseBytes } from '../support/parsing.js';
import { zipArchive } from '../support/zip-archive.js';

const ROSTER = ['\tMon\tTue\tWed', 'Abe\tearly\t\tlate', 'Bea\t\tearly\tearly'];
const SHOWN = '| Mon | Tue | Wed\nAbe | early | | late\nBea | | early | early';

const wordLine = (line: string): string =>
  docxLine(
    line
      .split('\t')
      .map((cell) => `<w:r><w:t>${cell}</w:t></w:r>`)
      .join('<w:r><w:tab/></w:r>'),
  );
const word = async (lines: readonly string[]): Promise<string> =>
  (await parseBytes(docxFile(lines.map(wordLine).join('')), 'a.docx')).text;

describe('lines of a document with tabs between cells', () => {
  it('become a table with its blank cells in Word', async () => {
    expect(await word(ROSTER)).toBe(SHOWN);
  });

  it('become a table with its blank cells in LibreOffice Writer', async () => {
    const body = ROSTER.map(
      (line) => `<text:p>${line.replaceAll('\t', '<text:tab/>')}</text:p>`,
    ).join('');
    const { text } = await parseBytes(
      zipArchive([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
        {
          name: 'content.xml',
          content: `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
        },
      ]),
      'a.odt',
    );

    expect(text).toBe(SHOWN);
  });

  it('become a table with its blank cells in RTF from WordPad', async () => {
    const body = ROSTER.map((line) => `\\pard ${line.replaceAll('\t', '\\tab ')}\\par\n`).join('');

    expect((await parseBytes(`{\\rtf1\\ansi\\deff0 ${body}}`, 'a.rtf')).text).toBe(SHOWN);
  });

  it.each([
    [
      'a name and its value',
      ['Name:\tAnn', 'Room:\t', 'Gate:\t4'],
      'Name: Ann\n\nRoom:\n\nGate: 4',
    ],
    ['lines with different tabs', ['a\tb\tc', 'd\t\t\te'], 'a b c\n\nd e'],
    ['lines to sign on', ['____\t\t____', 'Ann\t\tBea'], '____ ____\n\nAnn Bea'],
    ['a single line', ['a\t\tb\tc'], 'a b c'],
    [
      'titles with page numbers',
      ['1\tKeys\t3', '2\tGates\t5', '3\tBoats\t9'],
      '1 Keys 3\n\n2 Gates 5\n\n3 Boats 9',
    ],
  ])('are not a table: %s', async (_, lines, shown) => {
    expect(await word(lines)).toBe(shown);
  });
});
