import { describe, expect, it } from '@jest/globals';
import { docxFile, docxLine, docxRun } from '../../../support/docx-file.js';
import { parseBytes } from '../../../support/parsing.js';

const read = (...file: Parameters<typeof docxFile>) => parseBytes(docxFile(...file), 'a.docx');

const textOf = async (...file: Parameters<typeof docxFile>): Promise<string> =>
  (await read(...file)).text;

const RAISED = '<w:vertAlign w:val="superscript"/>';
const LOWERED = '<w:vertAlign w:val="subscript"/>';

describe('superscripts and subscripts of DOCX', () => {
  it.each([
    ['a power', '10', '6', RAISED, '10⁶'],
    ['a footnote mark typed by the author', '14,250', '1', RAISED, '14,250¹'],
    ['a chemical formula', 'CO', '2', LOWERED, 'CO₂'],
    ['an ordinal', 'the 21', 'st', RAISED, 'the 21st'],
    ['characters without a Unicode superscript', '4,500', '1,2', RAISED, '4,500^(1,2)'],
    ['names without Unicode subscripts', 'F', 'Max', LOWERED, 'F_(Max)'],
    ['a trade mark', 'Kestrel', 'TM', RAISED, 'Kestrel™'],
    ['a position set by hand', '10', '-3', '<w:position w:val="8"/>', '10⁻³'],
  ])('keep %s apart', async (_, ...[before, text, properties, shown]) => {
    const body = docxLine(docxRun(before) + docxRun(text, properties) + docxRun(' units'));

    expect(await textOf(body)).toBe(`${shown} units`);
  });

  it('that are set by a style and in several runs are one mark', async () => {
    const styles = `<w:style w:type="character" w:styleId="Mark"><w:rPr>${RAISED}</w:rPr></w:style>`;
    const mark = '<w:rStyle w:val="Mark"/>';
    const body = docxLine(
      docxRun('30') + docxRun('1', mark) + docxRun('2', mark) + docxRun(' ppm'),
    );

    expect(await textOf(body, { styles })).toBe('30¹² ppm');
  });
});

const formula = (content: string): string =>
  docxLine(`${docxRun('It is ')}<m:oMath>${content}</m:oMath>`);
const m = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const part = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`;

describe('a formula of DOCX', () => {
  it.each([
    ['a fraction', part('f', part('num', m('12')) + part('den', m('5'))), '12/5'],
    ['sums in a fraction', part('f', part('num', m('a+b')) + part('den', m('2c'))), '(a+b)/(2c)'],
    [
      'a number next to a fraction',
      m('3') + part('f', part('num', m('1')) + part('den', m('4'))),
      '3 1/4',
    ],
    ['a root', part('rad', part('deg', '') + part('e', m('81'))), '√81'],
    ['a third root', part('rad', part('deg', m('3')) + part('e', m('x+1'))), '³√(x+1)'],
    ['a power', part('sSup', part('e', m('c')) + part('sup', m('2'))), 'c²'],
    ['an index', part('sSub', part('e', m('x')) + part('sub', m('k+1'))), 'x_(k+1)'],
    ['both', part('sSubSup', part('e', m('x')) + part('sub', m('1')) + part('sup', m('2'))), 'x₁²'],
    [
      'a sum',
      part(
        'nary',
        '<m:naryPr><m:chr m:val="∑"/></m:naryPr>' +
          part('sub', m('i=1')) +
          part('sup', m('n')) +
          part('e', m('i')),
      ),
      '∑_(i=1)^n i',
    ],
    [
      'brackets',
      part('d', '<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>' + part('e', m('a'))),
      '[a]',
    ],
    ['a function', part('func', part('fName', m('sin')) + part('e', m('x'))), 'sin x'],
    [
      'a matrix',
      part(
        'm',
        part('mr', part('e', m('1')) + part('e', m('2'))) +
          part('mr', part('e', m('3')) + part('e', m('4'))),
      ),
      '[1, 2; 3, 4]',
    ],
    ['a mean', part('acc', '<m:accPr><m:chr m:val="̅"/></m:accPr>' + part('e', m('x'))), 'x̄'],
  ])('with %s becomes one line with the same meaning', async (_, content, shown) => {
    expect(await textOf(formula(content))).toBe(`It is ${shown}`);
  });

  it('is kept apart from digits before and after it', async () => {
    const half = `<m:oMath>${part('f', part('num', m('1')) + part('den', m('2')))}</m:oMath>`;

    expect(await textOf(docxLine(docxRun('4') + half + docxRun('6 litres')))).toBe(
      '4 1/2 6 litres',
    );
  });

  it('from before Word had formulas is read from its field', async () => {
    const field =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> EQ \\f(12;5) </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';

    expect(await textOf(docxLine(docxRun('Load ') + field + docxRun(' t')))).toBe('Load 12/5 t');
  });
});

describe('struck-out text of DOCX', () => {
  it.each(['<w:strike/>', '<w:dstrike w:val="1"/>'])(
    'marked by %s is not read',
    async (properties) => {
      const body = docxLine(
        docxRun('The fine is ') + docxRun('40 ', properties) + docxRun('55 euros.'),
      );

      expect(await textOf(body)).toBe('The fine is 55 euros.');
    },
  );

  it('is read if a run removes the line that its style sets', async () => {
    const styles =
      '<w:style w:type="character" w:styleId="Old"><w:rPr><w:strike/></w:rPr></w:style>';
    const body = docxLine(
      docxRun('40', '<w:rStyle w:val="Old"/>') +
        docxRun('55', '<w:rStyle w:val="Old"/><w:strike w:val="0"/>'),
    );

    expect(await textOf(body, { styles })).toBe('55');
  });

  it('is left out just as deleted text is', async () => {
    const body = docxLine(
      `${docxRun('Due in ')}<w:del>${docxRun('8')}<w:r><w:delText>9</w:delText></w:r></w:del><w:ins>${docxRun('27')}</w:ins>${docxRun(' days')}`,
    );

    expect(await textOf(body)).toBe('Due in 27 days');
  });
});

const control = (properties: string, content: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const legacy = (form: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${form}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('a form in DOCX', () => {
  it('shows the state of checkboxes, whatever character is drawn for them', async () => {
    const box = (value: string, sign: string): string =>
      control(`<w14:checkbox><w14:checked w14:val="${value}"/></w14:checkbox>`, docxRun(sign));
    const body = docxLine(box('1', '☒') + docxRun(' Passed ') + box('0', '✗') + docxRun(' Failed'));

    expect(await textOf(body)).toBe('☑ Passed ☐ Failed');
  });

  it.each([
    ['<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', '☑'],
    ['<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>', '☐'],
    ['<w:checkBox><w:default w:val="1"/></w:checkBox>', '☑'],
    ['<w:checkBox><w:sizeAuto/></w:checkBox>', '☐'],
  ])("shows the state of an older form's checkbox: %s", async (form, sign) => {
    expect(await textOf(docxLine(legacy(form) + docxRun(' Insured')))).toBe(`${sign} Insured`);
  });

  it("shows what was chosen from an older form's list", async () => {
    const field =
      '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Oslo"/><w:listEntry w:val="Bergen"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';

    expect(await textOf(docxLine(docxRun('Site: ') + field))).toBe('Site: Bergen');
  });

  it('is read without the placeholder texts in its empty fields', async () => {
    const empty = control('<w:showingPlcHdr/>', docxRun('Click to enter text.'));

    expect(await textOf(docxLine(docxRun('Name: Ada ') + empty))).toBe('Name: Ada');
  });
});

const CHART =
  '<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Harvest</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>' +
  ['2024', '2025']
    .map(
      (name, at) =>
        `<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Kelp</c:v></c:pt><c:pt idx="1"><c:v>Dulse</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="${at}"><c:v>0.4${at}</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`,
    )
    .join('') +
  '</c:barChart><c:catAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Weed</a:t></a:r></a:p></c:rich></c:tx></c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>';
const drawing = (content: string, description = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${description}"/><a:graphic>${content}</a:graphic></wp:inline></w:drawing></w:r>`;

describe('drawings of DOCX', () => {
  it('with a chart become its title and a table of its series and categories', async () => {
    const related = { r5: { type: 'chart', name: 'charts/chart1.xml', content: CHART } };

    expect(
      await textOf(docxLine(docxRun('See:') + drawing('<c:chart r:id="r5"/>')), { related }),
    ).toBe('See:\n\nHarvest\n\nWeed | 2024 | 2025\nKelp | 40% |\nDulse | | 41%');
  });

  it('with a chart whose values are missing bring a warning', async () => {
    const related = {
      r5: {
        type: 'chart',
        name: 'charts/chart1.xml',
        content: '<c:chartSpace><c:chart/></c:chartSpace>',
      },
    };

    const { warnings } = await read(docxLine(docxRun('See:') + drawing('<c:chart r:id="r5"/>')), {
      related,
    });

    expect(warnings).toEqual([
      {
        code: 'content_left_out',
        detail: 'The file holds a chart without the values that it shows.',
      },
    ]);
  });

  it('made of data (SmartArt) become a nested list', async () => {
    const point = (id: string, text: string): string =>
      `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const data = `<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${point('2', 'Archive')}${point('1', 'Approve')}${point('3', 'within 6 days')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="2" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="1" destId="3" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`;
    const related = { r6: { type: 'diagramData', name: 'diagrams/data1.xml', content: data } };

    expect(await textOf(docxLine(drawing('<dgm:relIds r:dm="r6"/>')), { related })).toBe(
      '- Approve\n  - within 6 days\n- Archive',
    );
  });

  it('with a text box are read once, although the file stores them twice', async () => {
    const box = (text: string): string =>
      `<w:txbxContent>${docxLine(docxRun(text))}</w:txbxContent>`;
    const shape = `<w:r><mc:AlternateContent><mc:Choice><w:drawing>${box('Gate 4 opens at six.')}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box('Gate 4 opens at six.')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

    expect(await textOf(docxLine(docxRun('Before') + shape + docxRun(' after.')))).toBe(
      'Before after.\n\nGate 4 opens at six.',
    );
  });

  it("with a picture become the author's alternative text, not a generated one", async () => {
    const body =
      docxLine(docxRun('Map:') + drawing('', 'Entrance on Rowan Street')) +
      docxLine(docxRun('Logo') + drawing('', 'A sign. Description automatically generated')) +
      docxLine(docxRun('Scan') + drawing('', 'scan_001.png'));

    expect(await textOf(body)).toBe('Map:\n\nEntrance on Rowan Street\n\nLogo\n\nScan');
  });
});

describe('headers and footers of DOCX', () => {
  const header = (id: string, text: string, type = 'header') => ({
    [id]: { type, name: `header${id}.xml`, content: `<w:hdr>${text}</w:hdr>` },
  });
  const PAGE = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple>';
  const section = (references: string): string => `<w:sectPr>${references}</w:sectPr>`;

  it('stand once at the start, without the page numbers', async () => {
    const related = {
      ...header('r1', docxLine(docxRun('Contract LB-2044'))),
      ...header('r2', docxLine(docxRun('Page ') + PAGE + docxRun(' of 9')), 'footer'),
      ...header(
        'r3',
        docxLine(`${docxRun('Owner: Ilse Brandt')}<w:r><w:tab/></w:r>${PAGE}`),
        'footer',
      ),
    };
    const references =
      '<w:footerReference r:id="r2"/><w:footerReference r:id="r3"/><w:headerReference r:id="r1"/>';
    const body =
      docxLine(docxRun('One.'), section(references)) +
      docxLine(docxRun('Two.')) +
      section(references);

    expect(await textOf(body, { related })).toBe(
      'Contract LB-2044\nOwner: Ilse Brandt\n\nOne.\n\nTwo.',
    );
  });

  it('are left out if no page shows them or if they repeat the text', async () => {
    const related = {
      ...header('r1', docxLine(docxRun('Rates'))),
      ...header('r2', docxLine(docxRun('Draft of 2019'))),
      ...header('r3', docxLine(docxRun('Old title page'))),
    };
    const references =
      '<w:headerReference w:type="default" r:id="r1"/><w:headerReference w:type="even" r:id="r2"/><w:headerReference w:type="first" r:id="r3"/>';

    expect(await textOf(docxLine(docxRun('Rates')) + section(references), { related })).toBe(
      'Rates',
    );
  });
});

describe('symbols of DOCX', () => {
  it.each([
    ['<w:r><w:sym w:font="Symbol" w:char="F0A3"/></w:r>', '≤'],
    ['<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>', '☑'],
    ['<w:r><w:sym w:font="Wingdings 2" w:char="00A3"/></w:r>', '□'],
    [docxRun('\uf0b3', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), '≥'],
    [docxRun('m', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), 'μ'],
  ])('in %s are read as the characters that they show', async (run, sign) => {
    expect(await textOf(docxLine(run + docxRun(' 6 bar')))).toBe(`${sign} 6 bar`);
  });
});

describe('a table of contents generated by Word', () => {
  it('is boilerplate, while a heading or a list that looks like one is not', async () => {
    const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const body =
      docxLine(
        `${field('begin')}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${field('separate')}${docxRun('Rates\t4')}`,
      ) +
      docxLine(docxRun('Fees\t9') + field('end')) +
      docxLine(docxRun('Sanding, per hour'));

    const { text, chunks } = await read(body);

    expect(text).toBe('Rates 4\n\nFees 9\n\nSanding, per hour');
    expect(chunks.map(({ content }) => content)).toEqual(['Sanding, per hour']);
  });
});

describe('an ActiveX control in DOCX', () => {
  it('brings a warning that its state is not read', async () => {
    const control = '<w:r><w:object><w:control r:id="r5" w:name="CheckBox1"/></w:object></w:r>';

    const { text, warnings } = await parseBytes(
      docxFile(docxLine(`${control}${docxRun('Insured')}`)),
      'a.docx',
    );

    expect(text).toBe('Insured');
    expect(warnings.map(({ detail }) => detail)).toEqual([
      'The file holds form controls whose state is not read.',
    ]);
  });
});

describe('a row of a DOCX table that tracked changes mark as deleted', () => {
  const cell = (text: string): string => `<w:tc>${docxLine(docxRun(text))}</w:tc>`;
  const row = (cells: string, properties = ''): string => `<w:tr>${properties}${cells}</w:tr>`;
  const DELETED = '<w:trPr><w:del w:id="9" w:author="x"/></w:trPr>';
  const table = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;

  it('is left out, and the other rows stay', async () => {
    const text = await textOf(
      table(
        row(cell('Item') + cell('Fee')),
        row(cell('Sauna') + cell('30 euros'), DELETED),
        row(cell('Boat') + cell('80 euros')),
      ),
    );

    expect(text).toContain('Boat | 80 euros');
    expect(text).not.toContain('Sauna');
  });

  it('is left out of a table used for layout, too', async () => {
    const inner = `<w:tc>${table(row(cell('Fee') + cell('80 euros')))}<w:p/></w:tc>`;

    const text = await textOf(table(row(cell('Sauna'), DELETED), row(inner)));

    expect(text).toContain('80 euros');
    expect(text).not.toContain('Sauna');
  });
});

describe('a DOCX table inside a cell of another table', () => {
  const cell = (...content: string[]): string => `<w:tc>${content.join('')}<w:p/></w:tc>`;
  const words = (text: string): string => cell(docxLine(docxRun(text)));
  const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
  const head = (...cells: string[]): string =>
    `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cells.join('')}</w:tr>`;
  const table = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;
  const PRICES = [row(words('Adult'), words('12 EUR')), row(words('Child'), words('7 EUR'))];
  const POOLS = (inner: string): string =>
    table(
      row(words('Pool'), words('Prices'), words('Depth')),
      row(words('North'), cell(inner), words('2 m')),
      row(words('South'), words('9 EUR'), words('3 m')),
    );

  it('becomes text of that cell, and the rows below keep their columns', async () => {
    const text = await textOf(POOLS(table(...PRICES)));

    expect(text).toContain('North | Adult, 12 EUR; Child, 7 EUR | 2 m');
    expect(text).toContain('South | 9 EUR | 3 m');
  });

  it('has each value next to the name from its own header row', async () => {
    const inner = table(head(words('Guest'), words('Fee')), ...PRICES);

    const text = await textOf(POOLS(inner));

    expect(text).toContain('Guest: Adult, Fee: 12 EUR; Guest: Child, Fee: 7 EUR');
  });

  it('is read after the rows above it if it is long, and loses nothing', async () => {
    const long = Array.from({ length: 40 }, (_, at) =>
      row(words(`Guest ${at}`), words(`${at} EUR`)),
    );

    const text = await textOf(POOLS(table(...long)));

    const places = ['Pool', 'North', 'Guest 0', 'Guest 39', 'South'].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places).not.toContain(-1);
    expect(text).toContain('2 m');
    expect(text).toContain('Guest 39 | 39 EUR');
  });

  it('loses nothing if it contains a third table', async () => {
    const third = table(row(words('Monday'), words('8 to 12')));
    const inner = table(row(words('Adult'), words('12 EUR')), row(words('Hours'), cell(third)));

    const text = await textOf(POOLS(inner));

    const parts = ['Pool', 'Prices', 'Depth', 'North', 'Adult', '12 EUR', 'Monday', '8 to 12'];
    for (const part of [...parts, '2 m', 'South', '9 EUR', '3 m']) expect(text).toContain(part);
  });

  it('loses nothing if it contains a heading', async () => {
    const heading = cell(docxLine(docxRun('Season'), '<w:outlineLvl w:val="0"/>'));

    const text = await textOf(POOLS(table(row(heading), row(words('May to June')))));

    for (const part of ['North', 'Season', 'May to June', '2 m', 'South', '3 m']) {
      expect(text).toContain(part);
    }
  });

  it('splits a table that only lays out a page', async () => {
    const text = await textOf(table(row(words('Left'), cell(table(...PRICES)))));

    expect(text).toContain('Adult | 12 EUR');
  });
});
