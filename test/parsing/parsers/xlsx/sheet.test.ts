import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { type ZipEntry } from '../../../support/zip-archive.js';
import { workbookFile } from '../../../support/workbook-file.js';

type Parts = { styles?: string; strings?: string; others?: readonly ZipEntry[] };

const read = (sheet: string, { styles = '', strings = '', others = [] }: Parts = {}) =>
  parseBytes(
    workbookFile(sheet, [
      { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
      { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
      ...others,
    ]),
    'a.xlsx',
  );

const text = (value: string): string => `<is><t>${value}</t></is>`;
const cell = (place: string, value: string, more = ''): string =>
  `<c r="${place}" t="inlineStr" ${more}>${text(value)}</c>`;
/** Rows of texts; an empty one is no cell. */
const rows = (lines: readonly (readonly string[])[]): string =>
  `<sheetData>${lines
    .map(
      (line, row) =>
        `<row r="${row + 1}">${line
          .map((value, column) =>
            value === '' ? '' : cell(`${String.fromCharCode(65 + column)}${row + 1}`, value),
          )
          .join('')}</row>`,
    )
    .join('')}</sheetData>`;

describe('an XLSX sheet', () => {
  it('is read without its hidden rows and columns, with a warning', async () => {
    const sheet =
      '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>' +
      `<row r="1">${cell('A1', 'Team')}${cell('B1', 'Pay')}${cell('C1', 'Day')}</row>` +
      `<row r="2" hidden="1">${cell('A2', 'Skua')}</row>` +
      `<row r="3">${cell('A3', 'Puffin')}${cell('B3', '991')}${cell('C3', 'Mon')}</row></sheetData>`;

    const { text: shown, warnings } = await read(sheet);

    expect(shown).toBe('S\n\nTeam | Day\nPuffin | Mon');
    expect(warnings.map(({ code }) => code)).toEqual(['content_left_out']);
  });

  it('is read without its hidden columns, however many there are', async () => {
    const hidden = Array.from({ length: 300 }, (_, at) => 2 * at + 2);
    const cols = hidden.map((at) => `<col min="${at}" max="${at}" hidden="1"/>`).join('');
    const line = (row: number): string =>
      `<row r="${row}">${Array.from({ length: 600 }, (_, at) => `<c t="inlineStr">${text(at % 2 === 0 ? 'shown' : 'secret')}</c>`).join('')}</row>`;

    const { text: shown } = await read(
      `<cols>${cols}</cols><sheetData>${line(1)}${line(2)}</sheetData>`,
    );

    expect(shown).not.toContain('secret');
    expect(shown.match(/shown/gu)).toHaveLength(600);
  });

  it('shows a formula that was never calculated, with a warning', async () => {
    const sheet = `<sheetData><row r="1">${cell('A1', 'Item')}${cell('B1', 'Gross')}</row><row r="2">${cell('A2', 'Chair')}<c r="B2"><f>100*1.25</f><v></v></c></row><row r="3">${cell('A3', 'Desk')}<c r="B3"><f>480*1.25</f><v>600</v></c></row><row r="4">${cell('A4', 'Lamp')}<c r="B4" t="str"><f>""</f><v></v></c></row></sheetData>`;

    const { text: shown, warnings } = await read(sheet);

    expect(shown).toBe('S\n\nItem | Gross\nChair | =100*1.25\nDesk | 600\nLamp |');
    expect(warnings).toMatchObject([{ code: 'formulas_without_results' }]);
  });

  it('shows the error values that its program shows', async () => {
    const sheet = `<sheetData><row r="1">${cell('A1', text('Rate'), 't="inlineStr"')}<c r="B1" t="e"><v>#DIV/0!</v></c></row></sheetData>`;

    expect((await read(sheet)).text).toBe('S\n\nRate | #DIV/0!');
  });

  it('brings a warning if it contains form controls', async () => {
    const sheet = `${rows([['Insured', 'Day']])}<controls><control shapeId="1" r:id="r2" name="Box 1"/></controls>`;

    expect((await read(sheet)).warnings.map(({ detail }) => detail)).toEqual([
      'The file holds form controls whose state is not read.',
    ]);
  });

  it('keeps two tables next to each other apart', async () => {
    const sheet = rows([
      ['Unit', 'Q1', '', 'Region', 'Heads'],
      ['Mill', '310', '', 'East', '14'],
      ['Forge', '120', '', 'West', '22'],
      ['Dock', '90', '', '', ''],
      ['Yard', '80', '', 'Site', 'Lead'],
      ['Pier', '70', '', 'Oslo', 'Ines'],
    ]);

    expect((await read(sheet)).text).toBe(
      'S\n\nUnit | Q1\nMill | 310\nForge | 120\nDock | 90\nYard | 80\nPier | 70\n\nRegion | Heads\nEast | 14\nWest | 22\n\nSite | Lead\nOslo | Ines',
    );
  });

  it('is one table if a blank column only separates the row numbers', async () => {
    const sheet = rows([
      ['Unit', 'Q1', '', 'Q3', 'Q4'],
      ['Mill', '310', '', '295', '14'],
    ]);

    expect((await read(sheet)).text).toBe('S\n\nUnit | Q1 | Q3 | Q4\nMill | 310 | 295 | 14');
  });

  const merged = (...areas: readonly string[]): string =>
    `<mergeCells>${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`;

  it('repeats a merged cell in each column, and joins two header rows into one', async () => {
    const sheet = rows([
      ['Loads of 2026', '', '', ''],
      ['Beam', 'Summer', '', 'Remark'],
      ['', 'Day', 'Night', ''],
      ['B1', '300', '200', 'old'],
      ['B2', 'closed', '', ''],
      ['Sum', '', '200', ''],
    ]);
    const areas = merged('A1:D1', 'A2:A3', 'B2:C2', 'D2:D3', 'B5:C5', 'A6:B6');

    expect((await read(sheet + areas)).text).toBe(
      'S\n\nLoads of 2026\n\nBeam | Summer Day | Summer Night | Remark\nB1 | 300 | 200 | old\nB2 | closed | closed |\nSum | | 200 |',
    );
  });

  it('keeps the titles of two adjacent tables above them', async () => {
    const sheet = rows([
      ['Left', '', '', 'Right', ''],
      ['Unit', 'Fee', '', 'Crew', 'Gate'],
      ['Mill', '310', '', 'Red', '14'],
    ]);

    expect((await read(sheet + merged('A1:B1', 'D1:E1'))).text).toBe(
      'S\n\nLeft\n\nUnit | Fee\nMill | 310\n\nRight\n\nCrew | Gate\nRed | 14',
    );
  });

  it('does not expand a form made of merged cells', async () => {
    const sheet = rows([
      ['Name', 'Ann Lee', '', '', ''],
      ['Street', '', 'Quay 4', '', ''],
      ['Town', '', '', 'Kell', 'North'],
    ]);
    const areas = merged('B1:E1', 'A2:B2', 'C2:E2', 'A3:C3');

    expect((await read(sheet + areas)).text).toBe(
      'S\n\nName | Ann Lee | | |\nStreet | | Quay 4 | |\nTown | | | Kell | North',
    );
  });

  it('is refused if its merged cells claim more places than a sheet has', async () => {
    const areas = merged(...Array.from({ length: 40 }, () => 'A1:XFD1048576'));

    await expect(read(rows([['a', 'b']]) + areas)).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it('keeps superscripts apart and leaves struck-out text out, by run and by cell', async () => {
    const styles =
      '<fonts><font/><font><strike/></font><font><vertAlign val="superscript"/></font></fonts><cellXfs><xf/><xf fontId="1"/><xf fontId="2"/></cellXfs>';
    const strings =
      '<si><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r><r><rPr><strike/></rPr><t> old</t></r></si>';
    const sheet = `<sheetData><row r="1">${cell('A1', 'Flux')}<c r="B1" t="s"><v>0</v></c></row><row r="2">${cell('A2', '40', 's="1"')}${cell('B2', '1', 's="2"')}</row></sheetData>`;

    const { text: shown, warnings } = await read(sheet, { styles, strings });

    expect(shown).toBe('S\n\nFlux | 10⁶\n| ¹');
    expect(warnings.map(({ code }) => code)).toEqual(['content_left_out']);
  });

  it('shows its drawings after its cells, and its header once at the start', async () => {
    const others = [
      {
        name: 'xl/worksheets/_rels/a.xml.rels',
        content:
          '<Relationships><Relationship Id="r9" Type="http://x/drawing" Target="../drawings/d.xml"/></Relationships>',
      },
      {
        name: 'xl/drawings/d.xml',
        content:
          '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Gate 4 opens at six.</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>',
      },
    ];
    const sheet = `${rows([['Team', 'Day']])}<headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;K00-020Contract LB-2044&amp;R&amp;P</oddHeader></headerFooter>`;

    expect((await read(sheet, { others })).text).toBe(
      'Contract LB-2044\n\nS\n\nTeam | Day\n\nGate 4 opens at six.',
    );
  });
});

describe('column names with a blank row below them for looks', () => {
  const cell = (place: string, text: string): string =>
    `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (number: number, texts: readonly string[]): string =>
    `<row r="${number}">${texts
      .map((text, at) => (text === '' ? '' : cell(`${'ABCD'[at] ?? ''}${number}`, text)))
      .join('')}</row>`;
  const read = async (...rows: string[]): Promise<string> =>
    (await parseBytes(workbookFile(`<sheetData>${rows.join('')}</sheetData>`), 'a.xlsx')).text;

  it('belong to the numbers below', async () => {
    const text = await read(
      row(1, ['In millions', 'Sales', 'Profit']),
      row(3, ['Zone NA', '12553', '(81)']),
      row(4, ['Zone GC', '2548', '—']),
    );

    expect(text).toBe(
      'S\n\nIn millions | Sales | Profit\nZone NA | 12553 | (81)\nZone GC | 2548 | —',
    );
  });

  it('stay apart from text below', async () => {
    const text = await read(
      row(1, ['Keeper', 'Gate', 'Day']),
      row(3, ['Crew', 'Ship', 'Port']),
      row(4, ['Ann', 'Una', 'Kell']),
    );

    expect(text).toContain('Keeper | Gate | Day\n\nCrew | Ship | Port');
  });
});
