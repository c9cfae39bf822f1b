import { describe, expect, it } from '@jest/globals';
import { PARSE_FAILURES } from '../../src/parsing/parse-failure.js';
import { parseBytes } from '../support/parsing.js';
import { zipArchive } from '../support/zip-archive.js';

const MEGABYTE = 1024 * 1024;
const ENTITIES = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';

const refusal = (code: keyof typeof PARSE_FAILURES) => ({ code, message: PARSE_FAILURES[code] });

const relationships = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r1" Type="http://x/${type}" Target="${target}"/></Relationships>`;

const xlsx = (sheet: string): Buffer =>
  zipArchive([
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationships('worksheet', 'worksheets/a.xml') },
    { name: 'xl/worksheets/a.xml', content: sheet },
  ]);

const pptx = (slide: string): Buffer =>
  zipArchive([
    {
      name: 'ppt/presentation.xml',
      content: '<p:presentation><p:sldId id="256" r:id="r1"/></p:presentation>',
    },
    { name: 'ppt/_rels/presentation.xml.rels', content: relationships('slide', 'slides/a.xml') },
    { name: 'ppt/slides/a.xml', content: slide },
  ]);

const openDocument = (kind: string, body: string): Buffer =>
  zipArchive([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    { name: 'content.xml', content: body },
  ]);

const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

const cellAt = (reference: string, value: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a hostile office file', () => {
  it.each([
    ['XLSX', xlsx(ENTITIES + sheetOf(cellAt('A1', '&b;')))],
    ['PPTX', pptx(`${ENTITIES}<p:sld><a:t>&b;</a:t></p:sld>`)],
    [
      'ODT',
      openDocument('text', `${ENTITIES}<office:document><text:p>&b;</text:p></office:document>`),
    ],
  ])('is refused when it declares entities: %s', async (_, bytes) => {
    await expect(parseBytes(bytes, 'a')).rejects.toMatchObject(refusal('document_corrupt'));
  });

  it.each([
    ['XLSX', xlsx('<a>'.repeat(10_000) + '</a>'.repeat(10_000))],
    ['PPTX', pptx('<a>'.repeat(10_000) + '</a>'.repeat(10_000))],
    ['ODP', openDocument('presentation', '<a>'.repeat(10_000) + '</a>'.repeat(10_000))],
  ])('is refused when its elements nest without end: %s', async (_, bytes) => {
    await expect(parseBytes(bytes, 'a')).rejects.toMatchObject(refusal('document_too_complex'));
  });

  it.each([
    ['XLSX', xlsx(sheetOf(`<row r="1">${cellAt('A1', 'a')}</row>`).slice(0, -10))],
    ['ODS', openDocument('spreadsheet', '<office:document><table:table>')],
  ])('is refused when its XML is cut off: %s', async (_, bytes) => {
    await expect(parseBytes(bytes, 'a')).rejects.toMatchObject(refusal('document_corrupt'));
  });

  it.each(['text', 'presentation', 'spreadsheet'])(
    'is refused when the %s expands a thousandfold',
    async (kind) => {
      const body = `<a>${'a'.repeat(64 * MEGABYTE)}</a>`;

      await expect(parseBytes(openDocument(kind, body), 'a')).rejects.toMatchObject(
        refusal('archive_too_large'),
      );
    },
  );

  it('is refused when its cells lie so far apart that the table would be nearly all empty', async () => {
    const columns = [
      'A',
      'B',
      'C',
      'D',
      'E',
      'F',
      'G',
      'H',
      'I',
      'J',
      'K',
      'L',
      'M',
      'N',
      'O',
      'P',
    ];
    const names = columns.flatMap((left) =>
      columns.flatMap((middle) => columns.map((right) => left + middle + right)),
    );
    const rows = names.map(
      (name, at) =>
        `<row r="${at + 1}">${cellAt('A1', 'x')}${cellAt(`${name}${at + 1}`, 'y')}</row>`,
    );

    await expect(parseBytes(xlsx(sheetOf(rows.join(''))), 'a')).rejects.toMatchObject(
      refusal('document_too_complex'),
    );
  });

  it('does not write out a cell that claims to be repeated a thousand million times', async () => {
    const cell =
      '<table:table-cell table:number-columns-repeated="16384"><text:p>a</text:p></table:table-cell>';
    const row = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`;
    const body = `<office:document><table:table table:name="S">${row}</table:table></office:document>`;

    const { text } = await parseBytes(openDocument('spreadsheet', body), 'a');

    expect(text.length).toBeLessThan(5 * MEGABYTE);
  });

  it('is not opened as an office archive only because of its name', async () => {
    const bytes = zipArchive([{ name: 'mimetype', content: 'application/epub+zip' }]);

    await expect(parseBytes(bytes, 'a.odt')).rejects.toMatchObject(refusal('unsupported_format'));
  });

  it('may name its elements like properties of every JavaScript object', async () => {
    const body =
      '<p:sld><constructor/><__proto__><p:sp><a:p><a:t>Fine.</a:t></a:p></p:sp></__proto__></p:sld>';

    const { text } = await parseBytes(pptx(body), 'a');

    expect(text).toBe('Slide 1\n\nFine.');
  });
});

describe('a hostile text file', () => {
  it('is refused at once if its nested lists grow to nine megabytes', async () => {
    const nested = Array.from({ length: 3_000 }, (_, depth) => `${'  '.repeat(depth)}- a\n`);

    await expect(parseBytes(`# a\n\n${nested.join('')}`, 'a.md')).rejects.toMatchObject(
      refusal('document_too_complex'),
    );
  });

  it('is read as code if two hundred thousand lines of code follow other lines', async () => {
    const { text } = await parseBytes(`{\n}\n\n${'{\n'.repeat(200_000)}`, 'a.txt');

    expect(text).toHaveLength(400_003);
  }, 120_000);

  it('is refused as RTF if it is cut off inside a group', async () => {
    await expect(parseBytes('{\\rtf1 {\\b one', 'a.rtf')).rejects.toMatchObject(
      refusal('document_corrupt'),
    );
  });

  it('keeps pictures and binary data of RTF out of the text', async () => {
    const bytes = '{\\rtf1\\ansi one{\\pict ffd8ffe0}{\\*\\unknown two}\\bin5 }}}}} three\\par}';

    const { text } = await parseBytes(bytes, 'a.rtf');

    expect(text).toBe('one three');
  });

  it.each([
    ['Name,Room,Phone\nAda,2,114\nJon,3,229\n', 'list.txt', 'csv'],
    ['Dear all,\nwe meet at nine, as always, in the yard.\nYours, Ada\n', 'note.txt', 'text'],
    ['Berlin, Germany\nParis, France\nRome, Italy\n', 'cities.txt', 'text'],
    ['Berlin, Germany\nParis, France\nRome, Italy\n', 'cities.csv', 'csv'],
    ['{"a": {"b": 1}}', 'data.txt', 'json'],
    ['[1] The first note.\n\n[2] The second note.', 'notes.txt', 'text'],
    ['From: Ada\nTo: Jon\nSubject: Gate\n\nOpen it.', 'mail.txt', 'eml'],
    ['To: all\n\nFrom Monday on the gate is closed.', 'memo.txt', 'text'],
  ])('is recognised by its content: %j named %s is %s', async (content, filename, expected) => {
    const { format } = await parseBytes(content, filename);

    expect(format).toBe(expected);
  });
});

describe('an XLSX cell', () => {
  const formats =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00\\ [$Ft-40E]"/><numFmt numFmtId="171" formatCode="0.0&quot; kg&quot;"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="20"/></cellXfs></styleSheet>';

  it.each([
    [0, '0.30000000000000004', '0.3'],
    [1, '46096', '2026-03-15'],
    [2, '46096.604166666664', '2026-03-15 14:30'],
    [3, '0.125', '12.50%'],
    [4, '12500', '12500.00 Ft'],
    [5, '-3.25', '-3.3 kg'],
    [6, '0.25', '06:00'],
  ])('of style %s with value %s shows %s', async (style, value, shown) => {
    const sheet = sheetOf(
      `<row r="1">${cellAt('A1', 'Value')}<c r="B1" s="${style}"><v>${value}</v></c></row>`,
    );
    const bytes = zipArchive([
      { name: 'xl/workbook.xml', content: '<workbook><sheet name="S" r:id="r1"/></workbook>' },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relationships('worksheet', 'worksheets/a.xml'),
      },
      { name: 'xl/worksheets/a.xml', content: sheet },
      { name: 'xl/styles.xml', content: formats },
    ]);

    const { text } = await parseBytes(bytes, 'a.xlsx');

    expect(text).toBe(`S\n\nValue | ${shown}`);
  });
});
