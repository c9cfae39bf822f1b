import { describe, expect, it } from '@jest/globals';
import { docxFile, docxLine, docxRun } from '../../support/docx-file.js';
import { parseBytes } from '../../support/parsing.js';
import { zipArchive } from '../../support/zip-archive.js';

const odf = (kind: 'text' | 'spreadsheet' | 'presentation', body: string): Promise<string> =>
  parseBytes(
    zipArchive([
      { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
      {
        name: 'content.xml',
        content: `<office:document-content><office:body>${body}</office:body></office:document-content>`,
      },
    ]),
    { text: 'a.odt', spreadsheet: 'a.ods', presentation: 'a.odp' }[kind],
  ).then(({ text }) => text);

const cell = (text: string, more = ''): string =>
  `<table:table-cell office:value-type="string"${more}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;
const row = (cells: string, more = ''): string =>
  `<table:table-row${more}>${cells}</table:table-row>`;

const word = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${docxLine(docxRun(text))}</w:tc>`;
const wordRow = (cells: string, properties = ''): string =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;

describe('a table in LibreOffice Writer', () => {
  it('repeats a merged cell in each of its places', async () => {
    const text = await odf(
      'text',
      `<table:table><table:table-column table:number-columns-repeated="3"/>
        <table:table-header-rows>${row(cell('Stop') + cell('Up') + cell('Down'))}</table:table-header-rows>
        ${row(cell('Weir') + cell('closed', ' table:number-columns-repeated="2"'))}
        ${row(cell('Lock') + cell('hourly', ' table:number-columns-spanned="2"') + '<table:covered-table-cell/>')}
        ${row(cell('Mill') + cell('9:00') + cell('10:00'), ' table:number-rows-repeated="2"')}</table:table>`,
    );

    expect(text.split('\n')).toEqual([
      'Stop | Up | Down',
      'Weir | closed | closed',
      'Lock | hourly | hourly',
      'Mill | 9:00 | 10:00',
      'Mill | 9:00 | 10:00',
    ]);
  });

  it('has a single header row if several are repeated on each page', async () => {
    const text = await odf(
      'text',
      `<table:table><table:table-header-rows>
        ${row(cell('Port', ' table:number-rows-spanned="2"') + cell('Fee', ' table:number-columns-spanned="2"') + '<table:covered-table-cell/>')}
        ${row('<table:covered-table-cell/>' + cell('Day') + cell('Night'))}</table:table-header-rows>
        ${row(cell('Kell') + cell('free') + cell('shut'))}</table:table>`,
    );

    expect(text).toBe('Port | Fee Day | Fee Night\nKell | free | shut');
  });

  it.each([
    ['columns', row(cell('a') + cell('x', ' table:number-columns-repeated="2147483648"'))],
    ['rows', row(cell('a') + cell('x'), ' table:number-rows-repeated="2147483648"')],
    [
      'both',
      Array.from({ length: 40 }, () =>
        row(
          cell('x', ' table:number-columns-repeated="2147483648"'),
          ' table:number-rows-repeated="2147483648"',
        ),
      ).join(''),
    ],
  ])('does not fill the memory with %s that it claims to repeat', async (_, rows) => {
    const shown = await odf('text', `<table:table>${rows}</table:table>`).catch(
      (error: unknown) => error,
    );

    if (typeof shown === 'string') expect(shown.length).toBeLessThan(10_000);
    else expect(shown).toMatchObject({ code: 'document_too_complex' });
  });
});

describe('a table on a slide of LibreOffice Impress', () => {
  it('repeats a cell merged over two columns or two rows in each of them', async () => {
    const text = await odf(
      'presentation',
      `<draw:page><draw:frame><table:table>
        ${row(cell('Stop') + cell('Up') + cell('Down'))}
        ${row(cell('Weir', ' table:number-rows-spanned="2"') + cell('shut', ' table:number-columns-spanned="2"') + '<table:covered-table-cell/>')}
        ${row('<table:covered-table-cell/>' + cell('9:00') + cell('10:00'))}
      </table:table></draw:frame></draw:page>`,
    );

    expect(text).toContain('Stop | Up | Down\nWeir | shut | shut\nWeir | 9:00 | 10:00');
  });
});

describe('a sheet in LibreOffice Calc', () => {
  it('repeats a cell merged over two columns in each of them', async () => {
    const text = await odf(
      'spreadsheet',
      `<table:table table:name="Fares">
        ${row(cell('Stop') + cell('Weekday') + cell('Sunday'))}
        ${row(cell('Quay') + cell('hourly', ' table:number-columns-spanned="2" table:number-rows-spanned="1"') + '<table:covered-table-cell/>')}
        ${row(cell('Fort') + cell('6:10') + cell('8:40'))}</table:table>`,
    );

    expect(text).toContain('Stop | Weekday | Sunday\nQuay | hourly | hourly\nFort | 6:10 | 8:40');
  });
});

describe('a table in Word', () => {
  const widths = (columns: number): string => `<w:gridSpan w:val="${columns}"/>`;

  it('repeats a cell merged over two columns in each of them', async () => {
    const { text } = await parseBytes(
      docxFile(
        `<w:tbl>${wordRow(word('Stop') + word('Weekday') + word('Sunday'))}
          ${wordRow(word('Quay') + word('hourly', widths(2)))}
          ${wordRow(word('Fort') + word('6:10') + word('8:40'))}</w:tbl>`,
      ),
      'a.docx',
    );

    expect(text).toBe('Stop | Weekday | Sunday\nQuay | hourly | hourly\nFort | 6:10 | 8:40');
  });

  it('has a single header row if several are marked as headers', async () => {
    const { text } = await parseBytes(
      docxFile(
        `<w:tbl>${wordRow(word('Crew') + word('Pay'), '<w:tblHeader/>')}
          ${wordRow(word('of the ship') + word('in euros'), '<w:tblHeader/>')}
          ${wordRow(word('mate') + word('much'))}</w:tbl>`,
      ),
      'a.docx',
    );

    expect(text).toBe('Crew of the ship | Pay in euros\nmate | much');
  });
});

describe('a table on a web page', () => {
  const read = async (table: string): Promise<string> =>
    (await parseBytes(`<!doctype html><table>${table}</table>`, 'a.html')).text;

  it('has a single header row if its head has two, as pandas writes it', async () => {
    const text = await read(
      `<thead><tr><th></th><th colspan="2" halign="left">Load</th></tr><tr><th>Beam</th><th>dry</th><th>wet</th></tr></thead>
       <tbody><tr><th>B1</th><td>low</td><td>high</td></tr></tbody>`,
    );

    expect(text).toBe('Beam | Load dry | Load wet\nB1 | low | high');
  });

  it('is one table if an element around it ends too late, as in old editors', async () => {
    const { text } = await parseBytes(
      '<!doctype html><CENTER><table border=1></CENTER><tr><td><b>C</b></td><td><b>Si</b></td></tr><tr><td>0.39</td><td>0.2</td></tr></table>',
      'a.html',
    );

    expect(text).toBe('C | Si\n0.39 | 0.2');
  });

  it('keeps a group label apart from the names above it', async () => {
    const text = await read(
      '<tr><th>Item</th><th>Net</th><th>Gross</th></tr><tr><th colspan="3">Fruit</th></tr><tr><td>Pear</td><td>1</td><td>2</td></tr>',
    );

    expect(text).toBe('Item | Net | Gross\nFruit | |\nPear | 1 | 2');
  });

  const outer = (cell: string): Promise<string> =>
    read(
      `<tr><th>Lock</th><th>Hours</th></tr><tr><td>Weir</td><td>${cell}</td></tr><tr><td>Mill</td><td>shut</td></tr>`,
    );

  it.each([
    [
      'with column names',
      '<table><tr><th>Day</th><th>Open</th></tr><tr><td>Mon</td><td>7–18</td></tr><tr><td>Sun</td><td></td></tr></table>',
      'Day: Mon, Open: 7–18; Day: Sun',
    ],
    [
      'with a name in front of each row',
      'summer <table><tr><th>Mon</th><td>7–18</td></tr><tr><th>Sun</th><td>9–12</td></tr></table> only',
      'summer Mon: 7–18; Sun: 9–12 only',
    ],
    [
      'without names',
      '<table><tr><td>7–12</td><td>13–18</td></tr><tr><td>9–12</td></tr></table>',
      '7–12, 13–18; 9–12',
    ],
  ])('keeps a nested table in its cell: one %s, as Confluence has them', async (_, cell, shown) => {
    expect(await outer(cell)).toBe(`Lock | Hours\nWeir | ${shown}\nMill | shut`);
  });

  it('reads a nested table separately if it is long or contains headings or tables', async () => {
    const own = '<tr><td>Mon</td><td>7–18</td></tr>';
    const long = `<tr><td>Sun</td><td>${'never '.repeat(100)}</td></tr>`;

    expect(await outer(`<table>${own}${long}</table>`)).toContain('\n\nMon | 7–18\nSun | never');
    expect(await outer(`<table>${own}<tr><td><table>${own}</table></td></tr></table>`)).toContain(
      '\n\nMon | 7–18',
    );
    expect(await outer(`<table><tr><td><h2>Winter</h2></td></tr>${own}</table>`)).toContain(
      '\n\nWinter\n\n',
    );
  });

  it('is treated as page layout if nothing names its columns', async () => {
    const text = await read(
      '<tr><td>Harbour</td><td>Board</td></tr><tr><td>Menu</td><td><table><tr><td>Mon</td><td>7–18</td></tr></table></td></tr>',
    );

    expect(text).toBe('Harbour | Board\n\nMenu\n\nMon | 7–18');
  });

  it('does not fill the memory with columns that a cell claims', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, at) => `<tr><td>n${at}</td><td colspan="1000000">${'x'.repeat(1_000)}</td></tr>`,
    ).join('');

    const text = await read(`<tr><th>a</th><th>b</th></tr>${rows}`);

    expect(text.length).toBeLessThan(2_100_000);
  });
});

describe('a table in RTF, as Word writes it,', () => {
  it('repeats a cell merged over two columns in each of them', async () => {
    const edges = (...all: number[]): string => all.map((at) => `\\cellx${at}`).join('');
    const line = (cells: readonly string[], definition: string): string =>
      `\\trowd${definition}\\pard\\intbl ${cells.map((text) => `${text}\\cell `).join('')}\\row `;

    const { text } = await parseBytes(
      `{\\rtf1\\ansi ${line(['Stop', 'Weekday', 'Sunday'], `\\trhdr${edges(2000, 4000, 6000)}`)}${line(['Quay', 'hourly'], edges(2000, 6000))}${line(['Weir', 'shut', ''], '\\cellx2000\\clmgf\\cellx4000\\clmrg\\cellx6000')}${line(['Fort', '6:10', '8:40'], edges(2000, 4000, 6000))}\\pard End.\\par}`,
      'a.rtf',
    );

    expect(text).toBe(
      'Stop | Weekday | Sunday\nQuay | hourly | hourly\nWeir | shut | shut\nFort | 6:10 | 8:40\n\nEnd.',
    );
  });
});

describe('a table in GitHub Markdown', () => {
  it('distinguishes a bar in a cell from one between two cells', async () => {
    const { text } = await parseBytes(
      '# Lamps\n\n| Signal | Meaning |\n| --- | --- |\n| `a \\| b` | either |\n| red \\| green | 40 euros |\n',
      'a.md',
    );

    expect(text).toBe('Lamps\n\nSignal | Meaning\na \\| b | either\nred \\| green | 40 euros');
  });
});
