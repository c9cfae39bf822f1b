import { describe, expect, it } from '@jest/globals';
import { docxFile, docxItem, docxLevels, docxLine, docxRun } from '../../../support/docx-file.js';
import { chapters, parseBytes } from '../../../support/parsing.js';

const read = (...file: Parameters<typeof docxFile>) => parseBytes(docxFile(...file), 'a.docx');

const textOf = async (...file: Parameters<typeof docxFile>): Promise<string> =>
  (await read(...file)).text;

const abstract = (levels: string, id = 1): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
const list = (numId: number, id = 1, more = ''): string =>
  `<w:num w:numId="${numId}"><w:abstractNumId w:val="${id}"/>${more}</w:num>`;
const CLAUSES = docxLevels([
  ['decimal', '%1.'],
  ['decimal', '%1.%2'],
  ['lowerLetter', '(%3)'],
]);

describe('automatic numbers of DOCX', () => {
  it('are those that Word shows, level by level', async () => {
    const body = [
      docxItem('Definitions', 7),
      docxItem('The Buyer is Astley.', 7, 1),
      docxItem('Payment', 7),
      docxItem('Invoices are due.', 7, 1),
      docxItem('early', 7, 2),
      docxItem('late', 7, 2),
      docxItem('In euros.', 7, 1),
    ].join('');

    expect(await textOf(body, { numbering: abstract(CLAUSES) + list(7) })).toBe(
      '1. Definitions\n  1.1 The Buyer is Astley.\n2. Payment\n  2.1 Invoices are due.\n    (a) early\n    (b) late\n  2.2 In euros.',
    );
  });

  it('of headings continue the list that their style is linked to', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>';
    const levels =
      '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="H1"/><w:lvlText w:val="Article %1"/></w:lvl>' +
      '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:pStyle w:val="H2"/><w:lvlText w:val="§ %1-%2"/></w:lvl>';
    const heading = (text: string, style: string): string =>
      docxLine(docxRun(text), `<w:pStyle w:val="${style}"/>`) + docxLine(docxRun(`${text} text.`));
    const body =
      heading('Scope', 'H1') +
      heading('Fees', 'H1') +
      heading('Night', 'H2') +
      heading('Day', 'H2');

    const document = await read(body, { styles, numbering: abstract(levels) + list(3) });

    expect(chapters(document)).toEqual([
      'Article 1 Scope',
      'Article 2 Fees',
      'Article 2 Fees › § 2-I Night',
      'Article 2 Fees › § 2-II Day',
    ]);
  });

  it('start again if a list says so, and otherwise continue across other text', async () => {
    const numbering =
      abstract(CLAUSES) +
      list(1) +
      list(2, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>');
    const body =
      docxItem('a', 1) +
      docxLine(docxRun('Text.')) +
      docxItem('b', 1) +
      docxItem('c', 2) +
      docxItem('d', 2);

    expect(await textOf(body, { numbering })).toBe('1. a\n\nText.\n\n2. b\n1. c\n2. d');
  });

  it.each([
    ['lowerLetter', '%1)', 27, 'aa) Item'],
    ['upperLetter', '%1.', 3, 'C. Item'],
    ['lowerRoman', '(%1)', 9, '(ix) Item'],
    ['decimalZero', '%1', 7, '07 Item'],
    ['ordinal', '%1', 22, '22nd Item'],
    ['chineseCounting', '第%1条', 12, '第十二条 Item'],
    ['ideographTraditional', '%1、', 2, '乙、 Item'],
    ['russianLower', '%1)', 2, 'б) Item'],
    ['bullet', '', 5, '- Item'],
  ])('are shown in the format %s with the text %s', async (format, text, ...[start, shown]) => {
    const levels = docxLevels([[format, text, `<w:start w:val="${start}"/>`]]);

    expect(await textOf(docxItem('Item', 1), { numbering: abstract(levels) + list(1) })).toBe(
      shown,
    );
  });

  it('stay on a level that does not restart, and are decimal if a legal list wants it', async () => {
    const levels = docxLevels([
      ['upperRoman', '%1.'],
      ['decimal', '%1.%2', '<w:start w:val="1"/><w:lvlRestart w:val="0"/><w:isLgl/>'],
    ]);
    const body = docxItem('a', 1) + docxItem('b', 1, 1) + docxItem('c', 1) + docxItem('d', 1, 1);

    expect(await textOf(body, { numbering: abstract(levels) + list(1) })).toBe(
      'I. a\n  1.1 b\nII. c\n  2.2 d',
    );
  });

  it('skip a deleted paragraph and one that was removed from its list', async () => {
    const deleted = docxLine(
      `<w:del>${docxRun('gone')}</w:del>`,
      '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr>',
    );
    const body = docxItem('a', 1) + deleted + docxItem('plain', 0) + docxItem('b', 1);

    expect(await textOf(body, { numbering: abstract(CLAUSES) + list(1) })).toBe(
      '1. a\n\nplain\n\n2. b',
    );
  });

  it('are shown in the cells of a table', async () => {
    const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
    const row = (text: string): string =>
      `<w:tr>${cell(docxItem('', 1))}${cell(docxLine(docxRun(text)))}</w:tr>`;

    expect(
      await textOf(`<w:tbl>${row('Oil')}${row('Water')}</w:tbl>`, {
        numbering: abstract(CLAUSES) + list(1),
      }),
    ).toBe('1. | Oil\n2. | Water');
  });
});
