import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { zipArchive } from '../../../support/zip-archive.js';

const STYLES = [
  ['Up', 'style:text-position="super 58%"'],
  ['Down', 'style:text-position="-33% 58%"'],
  ['Old', 'style:text-line-through-style="solid" style:text-line-through-type="single"'],
]
  .map(
    ([name, look]) =>
      `<style:style style:family="text" style:name="${name}"><style:text-properties ${look}/></style:style>`,
  )
  .join('');

const span = (style: string, text: string): string =>
  `<text:span text:style-name="${style}">${text}</text:span>`;

type Kind = 'text' | 'spreadsheet' | 'presentation';

const read = (kind: Kind, content: string, parts: Readonly<Record<string, string>> = {}) =>
  parseBytes(
    zipArchive([
      { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
      {
        name: 'content.xml',
        content: `<office:document-content>${STYLES}${content}</office:document-content>`,
      },
      ...Object.entries(parts).map(([name, part]) => ({ name, content: part })),
    ]),
    { text: 'a.odt', spreadsheet: 'a.ods', presentation: 'a.odp' }[kind],
  );

const leftOut = (detail: string) => [{ code: 'content_left_out', detail }];

const level = (at: number, format: string, more = ''): string =>
  `<text:list-level-style-number text:level="${at}" style:num-format="${format}" ${more}/>`;
const listStyle = (name: string, levels: string): string =>
  `<text:list-style style:name="${name}">${levels}</text:list-style>`;
const item = (text: string, inner = '', more = ''): string =>
  `<text:list-item ${more}><text:p>${text}</text:p>${inner}</text:list-item>`;
const list = (items: string, more = ''): string => `<text:list ${more}>${items}</text:list>`;

const FORMULA =
  '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi><mo>=</mo><mfrac><mn>12</mn><mn>5</mn></mfrac></mrow><annotation encoding="StarMath 5.0">x = 12 over 5</annotation></semantics></math>';
const chartCell = (value: string): string =>
  `<table:table-cell><text:p>${value}</text:p></table:table-cell>`;
const chart = (rows: readonly (readonly string[])[]): string =>
  `<office:document-content><office:body><office:chart><chart:chart><chart:title><text:p>Coal by port</text:p></chart:title><table:table table:name="local-table"><table:table-rows>${rows.map((row) => `<table:table-row>${row.map(chartCell).join('')}</table:table-row>`).join('')}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`;
const frame = (content: string): string => `<draw:frame>${content}</draw:frame>`;
const object = (name: string): string => frame(`<draw:object xlink:href="./${name}"/>`);

describe('an ODT document', () => {
  it.each([
    [`10${span('Up', '6')} cycles of CO${span('Down', '2')}`, '10⁶ cycles of CO₂', []],
    [
      `The fine is ${span('Old', '40')} 55 euros`,
      'The fine is 55 euros',
      leftOut('The file holds struck-out text, which is not read.'),
    ],
    [
      'Open<text:hidden-text text:is-hidden="true" text:string-value="991">991</text:hidden-text> now',
      'Open now',
      leftOut('The file holds hidden text, which is not read.'),
    ],
  ])('reads %s as %s and warns of what it leaves out', async (content, shown, warnings) => {
    const parsed = await read('text', `<text:p>${content}</text:p>`);

    expect(parsed.text).toBe(shown);
    expect(parsed.warnings).toEqual(warnings);
  });

  it('leaves out a hidden section and a hidden paragraph, with a warning', async () => {
    const content =
      '<text:p>Open.</text:p><text:section text:display="none"><text:p>991</text:p></text:section>' +
      '<text:p>992<text:hidden-paragraph text:is-hidden="true"/></text:p>';

    const { text, warnings } = await read('text', content);

    expect(text).toBe('Open.');
    expect(warnings).toEqual(leftOut('The file holds hidden text, which is not read.'));
  });

  it('numbers headings by the outline style', async () => {
    const outline = `<text:outline-style>${[
      ['1', 'style:num-prefix="Article " text:start-value="3"'],
      ['1', 'text:display-levels="2" style:num-suffix=")"'],
      ['', ''],
    ]
      .map(
        ([format, more], at) =>
          `<text:outline-level-style text:level="${at + 1}" style:num-format="${format}" ${more}/>`,
      )
      .join('')}</text:outline-style>`;
    const heading = (text: string, at: number, more = ''): string =>
      `<text:h text:outline-level="${at}" ${more}>${text}</text:h>`;
    const content =
      heading('Night', 1) +
      heading('Doors', 2) +
      heading('Gates', 2) +
      heading('Plain', 3) +
      heading('Preface', 1, 'text:is-list-header="true"') +
      heading('Day', 1) +
      heading('Late', 2, 'text:restart-numbering="true" text:start-value="7"');

    const { text } = await read('text', content, { 'styles.xml': `<s>${outline}</s>` });

    expect(text.split('\n\n')).toEqual([
      'Article 3 Night',
      '3.1) Doors',
      '3.2) Gates',
      'Plain',
      'Preface',
      'Article 4 Day',
      '4.7) Late',
    ]);
  });

  it('numbers lists by level, start, prefix and suffix, and continues a list that goes on later', async () => {
    const styles =
      listStyle(
        'L1',
        level(1, '1', 'style:num-suffix="." text:start-value="25"') +
          level(2, 'a', 'style:num-prefix="(" style:num-suffix=")"'),
      ) +
      listStyle('L2', level(1, 'A', 'style:num-suffix=":"')) +
      listStyle('L3', level(1, '1') + level(2, '1', 'style:num-list-format="§ %1%-%2%"'));
    const content =
      list(
        item('one', list(item('early') + item('late'))) + item('two'),
        'text:style-name="L1" xml:id="a"',
      ) +
      '<text:p>Between.</text:p>' +
      list(item('three', list(item('anew'))), 'text:style-name="L1" text:continue-list="a"') +
      '<text:p>Other.</text:p>' +
      list(
        item('letter', '', 'text:start-value="28"') +
          '<text:list-header><text:p>bare</text:p></text:list-header>',
        'text:style-name="L2"',
      ) +
      '<text:p>Last.</text:p>' +
      list(item('up', list(item('down'))), 'text:style-name="L3"');

    const { text } = await read('text', styles + content);

    expect(text).toBe(
      '25. one\n  (a) early\n  (b) late\n26. two\n\nBetween.\n\n27. three\n  (a) anew\n\nOther.\n\nAB: letter\n  bare\n\nLast.\n\n1 up\n  § 1-1 down',
    );
  });

  it('shows a number in the format that its program wrote', async () => {
    const content = list(
      '<text:list-item><text:p><text:number>7.a</text:number>Gates</text:p></text:list-item>',
    );

    expect((await read('text', content)).text).toBe('7.a Gates');
  });

  it.each([
    [FORMULA],
    [
      `<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd">${FORMULA}`,
    ],
  ])('reads a formula in the line that contains it: %s', async (formula) => {
    const { text } = await read('text', `<text:p>Let ${object('Object 1')} be.</text:p>`, {
      'Object 1/content.xml': formula,
    });

    expect(text).toBe('Let x = 12/5 be.');
  });

  it('refuses an object that declares entities', async () => {
    const formula = `<!DOCTYPE a [<!ENTITY a "aaaa">]>${FORMULA}`;

    await expect(
      read('text', `<text:p>${object('Object 1')}</text:p>`, { 'Object 1/content.xml': formula }),
    ).rejects.toMatchObject({ code: 'document_corrupt' });
  });

  it('reads a chart as its title and a table, and warns if one is empty or unreadable', async () => {
    const anchored = ['Object 1', 'Object 2', 'Object 3', 'Object 4'].map(object).join('');

    const { text, warnings } = await read('text', `<text:p>See ${anchored}</text:p>`, {
      'Object 1/content.xml': chart([
        ['', 'Oslo', 'Riga'],
        ['2024', '120', '0.3'],
        ['2025', '98', ''],
      ]),
      'Object 2/content.xml': chart([['', 'Oslo']]),
      'Object 3/content.xml': '<office:text><text:p>991</text:p></office:text>',
    });

    expect(text).toBe(
      'See\n\nCoal by port\n\n| Oslo | Riga\n2024 | 120 | 0.3\n2025 | 98 |\n\nCoal by port',
    );
    expect(warnings.map(({ detail }) => detail)).toEqual([
      'The file holds a chart without the values that it shows.',
      'The file holds an embedded document that could not be read.',
      'The file holds an embedded object that could not be read.',
    ]);
  });

  it('shows checkboxes, choices and entries of forms with their state', async () => {
    const forms =
      '<office:forms><form:form><form:checkbox form:id="c1" form:label="Insured" form:current-state="checked"/><form:radio form:id="c2" form:label="By sea"/>' +
      '<form:listbox form:id="c3"><form:option form:label="Oslo"/><form:option form:label="Riga" form:current-selected="true"/></form:listbox>' +
      '<form:text form:id="c4" form:current-value="LB-2044"/><form:password form:id="c5" form:current-value="991"/></form:form></office:forms>';
    const control = (id: string): string => `<draw:control draw:control="${id}"/>`;
    const box = (state: string): string =>
      `<field:fieldmark field:type="vnd.oasis.opendocument.field.FORMCHECKBOX"><field:param field:name="Checkbox_Checked" field:value="${state}"/></field:fieldmark>`;
    const content = `${forms}<text:p>${['c1', 'c2', 'c3', 'c4', 'c5'].map(control).join('')}</text:p><text:p>${box('true')} Paid ${box('false')} Open</text:p>`;

    expect((await read('text', content)).text).toBe(
      '☑ Insured ☐ By sea Riga LB-2044\n\n☑ Paid ☐ Open',
    );
  });

  it("shows the author's words for a picture after its paragraph, but not generated ones", async () => {
    const picture = (description: string): string =>
      frame(`<draw:image/><svg:title>t</svg:title><svg:desc>${description}</svg:desc>`);
    const content = `<text:p>Site: ${picture('Plan of gate 4')}${picture('Image 12')}</text:p>`;

    expect((await read('text', content)).text).toBe('Site:\n\nPlan of gate 4');
  });

  it('begins with the headers and footers that its pages show, once, without page numbers', async () => {
    const part = (name: string, text: string, more = ''): string =>
      `<style:${name} ${more}><text:p>${text}</text:p></style:${name}>`;
    const styles = `<s><style:master-page style:name="Standard">${
      part('header', 'Contract LB-2044') +
      part('header-left', 'Left 991', 'style:display="false"') +
      part('footer', 'Page <text:page-number>1</text:page-number>')
    }</style:master-page><style:master-page style:name="Unused">${part('header', 'Unused 992')}</style:master-page></s>`;

    const { text } = await read('text', '<text:p>Coal is delivered.</text:p>', {
      'styles.xml': styles,
    });

    expect(text).toBe('Contract LB-2044\n\nCoal is delivered.');
  });
});

describe('an ODP presentation', () => {
  it('shows the formulas and charts of its slides, list numbers, and footers once', async () => {
    const content =
      listStyle('L1', level(1, '1', 'style:num-suffix="."')) +
      '<presentation:footer-decl presentation:name="f">Contract LB-2044</presentation:footer-decl>' +
      `<draw:page>${frame(`<draw:text-box>${list(item('first') + item('second'), 'text:style-name="L1"')}</draw:text-box>`)}${object('Object 1')}${object('Object 2')}</draw:page>`;

    const { text } = await read('presentation', content, {
      'Object 1/content.xml': FORMULA,
      'Object 2/content.xml': chart([
        ['', 'Oslo'],
        ['2024', '120'],
      ]),
    });

    expect(text).toBe(
      'Contract LB-2044\n\nSlide 1\n\n1. first\n2. second\n\nx = 12/5\n\nCoal by port\n\n| Oslo\n2024 | 120',
    );
  });
});

describe('an ODS spreadsheet', () => {
  const cell = (value: string, more = ''): string =>
    `<table:table-cell ${more}><text:p>${value}</text:p></table:table-cell>`;
  const row = (cells: string, more = ''): string =>
    `<table:table-row ${more}>${cells}</table:table-row>`;
  const sheet = (content: string): string => `<table:table table:name="S">${content}</table:table>`;

  it('is read without its hidden rows and columns, with a warning', async () => {
    const line = (values: readonly string[], more = ''): string =>
      row(values.map((value) => cell(value)).join(''), more);
    const content = sheet(
      '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>' +
        line(['Team', 'Pay', 'Day']) +
        line(['Skua', '992', 'Thu'], 'table:visibility="filter"') +
        line(['Puffin', '991', 'Mon']),
    );

    const { text, warnings } = await read('spreadsheet', content);

    expect(text).toBe('S\n\nTeam | Day\nPuffin | Mon');
    expect(warnings).toEqual(
      leftOut('The file holds hidden sheets, rows or columns, which are not read.'),
    );
  });

  it('is read without its hidden columns, however many there are', async () => {
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'.repeat(
      300,
    );
    const cells = (name: string): string =>
      Array.from({ length: 600 }, (_, at) => cell(at % 2 === 0 ? name : 'secret')).join('');

    const { text } = await read('spreadsheet', sheet(columns + row(cells('a')) + row(cells('b'))));

    expect(text).not.toContain('secret');
  });

  it('shows a formula that was never calculated, with a warning', async () => {
    const content = sheet(
      row(cell('Item') + cell('Gross')) +
        row(cell('Chair') + '<table:table-cell table:formula="of:=SUM([.B4:.B5])*[$Rates.A1]"/>') +
        row(cell('Desk') + '<table:table-cell table:formula="of:=480*1.25" office:value="600"/>') +
        row(
          cell('Lamp') +
            '<table:table-cell table:formula="of:=&quot;&quot;" office:string-value=""/>',
        ),
    );

    const { text, warnings } = await read('spreadsheet', content);

    expect(text).toBe('S\n\nItem | Gross\nChair | =SUM(B4:B5)*$Rates.A1\nDesk | 600\nLamp |');
    expect(warnings).toMatchObject([{ code: 'formulas_without_results' }]);
  });

  it('keeps superscripts apart and leaves struck-out text out, by run, cell and column', async () => {
    const styles =
      '<style:style style:family="table-cell" style:name="Struck"><style:text-properties style:text-line-through-style="solid"/></style:style>';
    const content = sheet(
      '<table:table-column/><table:table-column table:default-cell-style-name="Struck"/>' +
        row(cell(`14,250${span('Up', '1')}`) + cell('40')) +
        row(cell('41', 'table:style-name="Struck"') + cell('55', 'table:style-name="Plain"')) +
        row(cell(`Fee ${span('Old', '42')} 60`) + cell('43')),
    );

    const { text, warnings } = await read('spreadsheet', styles + content);

    expect(text).toBe('S\n\n14,250¹\n\n55\n\nFee 60');
    expect(warnings).toEqual(leftOut('The file holds struck-out text, which is not read.'));
  });

  it('shows its drawings after its cells', async () => {
    const drawn = frame('<draw:text-box><text:p>Gate 4 opens at six.</text:p></draw:text-box>');
    const content = sheet(
      `<table:shapes>${drawn}${object('Object 1')}</table:shapes>` +
        row(cell('Team') + cell('Day')) +
        row(cell('Puffin') + cell('Mon')),
    );

    const { text } = await read('spreadsheet', content, {
      'Object 1/content.xml': chart([
        ['', 'Oslo'],
        ['2024', '120'],
      ]),
    });

    expect(text).toBe(
      'S\n\nTeam | Day\nPuffin | Mon\n\nGate 4 opens at six.\n\nCoal by port\n\n| Oslo\n2024 | 120',
    );
  });
});
