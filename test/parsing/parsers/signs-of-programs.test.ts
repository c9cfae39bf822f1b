import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../support/parsing.js';
import { workbookFile } from '../../support/workbook-file.js';

const markdown = async (text: string): Promise<string> => (await parseBytes(text, 'a.md')).text;
const html = (body: string) =>
  parseBytes(`<!doctype html><html><body>${body}</body></html>`, 'a.html');
const xlsx = (rows: string, strings = '') =>
  parseBytes(
    workbookFile(`<sheetData>${rows}</sheetData>`, [
      { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    ]),
    'a.xlsx',
  );

describe('Markdown characters that look like emphasis', () => {
  it.each([
    ['A crate is 40*30*25 cm.', 'A crate is 40*30*25 cm.'],
    ['It is 2**8**2 points.', 'It is 2**8**2 points.'],
    ['The volume is l*b*h.', 'The volume is l*b*h.'],
    ['Set __retry_limit__ to 5.', 'Set __retry_limit__ to 5.'],
    ['Put it in __init__.py, below __main__().', 'Put it in __init__.py, below __main__().'],
    ['- keep __max_pool__ low', '- keep __max_pool__ low'],
  ])('stay if they are not emphasis: %s', async (written, shown) => {
    expect(await markdown(`# Title\n\n${written}\n`)).toBe(`Title\n\n${shown}`);
  });

  it.each([
    ['This is *very* important.', 'This is very important.'],
    ['This is __bold__ and **retry_limit**.', 'This is bold and retry_limit.'],
    ['Un*frigging*believable.', 'Unfriggingbelievable.'],
  ])('are removed if they are emphasis: %s', async (written, shown) => {
    expect(await markdown(`# Title\n\n${written}\n`)).toBe(`Title\n\n${shown}`);
  });
});

describe('ruby annotations of a Japanese web page', () => {
  it.each([
    ['<ruby>東<rt>ひがし</rt></ruby><ruby>口<rt>ぐち</rt></ruby>の売店', '東口の売店'],
    ['<ruby>内線<rp>(</rp><rt>ないせん</rt><rp>)</rp></ruby>四十五番', '内線四十五番'],
    ['<ruby><rb>駅<rb>員<rtc><rt>えき<rt>いん</rtc></ruby>に聞く', '駅員に聞く'],
  ])('are left out: %s', async (body, shown) => {
    expect((await html(`<p>${body}</p>`)).text).toBe(shown);
  });
});

describe('escape sequences in Excel texts', () => {
  it('become the characters that they stand for', async () => {
    const strings =
      '<si><t>first_x000D_\nsecond</t></si><si><t>a_x005F_x000D_b</t></si><si><r><t>max_x_</t></r><r><t>size_x0041_</t></r></si>';
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="str"><f>X</f><v>one_x000A_two</v></c><c r="B2" t="inlineStr"><is><t>5_x00B0_C</t></is></c></row>';

    expect((await xlsx(rows, strings)).text).toBe(
      'S\n\nfirst second | a_x000D_b | max_x_sizeA\none two | 5°C |',
    );
  });
});

describe('lines of nothing but separators in a CSV export of Excel', () => {
  it('do not separate the rows from their column names', async () => {
    const { text } = await parseBytes(
      'Part;Bin;Count\nRing;A1;4\n;;\nSeal;A2;5\n;;\n;;\nBolt;;6\n;;\n;;\n',
      'a.csv',
    );

    expect(text).toBe('Part | Bin | Count\nRing | A1 | 4\nSeal | A2 | 5\nBolt | | 6');
  });

  it('separate one table from the next', async () => {
    const { text } = await parseBytes(
      'Part;Count\nRing;4\n;\nCrew;Gate\nRed;2\n;\nSum of all;\n',
      'a.csv',
    );

    expect(text).toBe('Part | Count\nRing | 4\n\nCrew | Gate\nRed | 2\n\nSum of all');
  });
});

describe('what a web page shows in addition to its text', () => {
  const DRAWING = 'Text inside drawings (SVG) was left out.';
  const FRAME = 'The page shows other pages in frames, which were not read.';

  it.each([
    ['words in a drawing', '<svg><g><text>Mill: <tspan>300</tspan></text></g></svg>', [DRAWING]],
    ['another page', '<iframe src="fees.html">no frames</iframe>', [FRAME]],
    [
      'a page embedded in the page itself',
      '<iframe srcdoc="&lt;p&gt;fees&lt;/p&gt;"></iframe>',
      [FRAME],
    ],
    ['an icon with its name', '<svg><title>Menu</title><path d="M0 0"/></svg>', []],
    [
      'a frame that counts visitors',
      '<iframe src="https://t.example" width="1" height="1"></iframe>',
      [],
    ],
    ['an empty frame', '<iframe src="about:blank"></iframe>', []],
  ])('brings a warning if it has content: %s', async (_, body, details) => {
    const { text, warnings } = await html(`<p>Fees</p>${body}`);

    expect(text).toBe('Fees');
    expect(warnings.map(({ detail }) => detail)).toEqual(details);
  });
});
