import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';

const FONTS = '{\\fonttbl{\\f0 Arial;}{\\f3\\fcharset2 Symbol;}{\\f4\\fcharset2 Wingdings;}}';
const read = (body: string) => parseBytes(`{\\rtf1\\ansi\\ansicpg1252${FONTS}${body}}`, 'a.rtf');
const textOf = async (body: string): Promise<string> => (await read(body)).text;

describe('the RTF reader', () => {
  it.each([
    ["pressure {\\f3\\'a3} 6 bar", 'pressure ≤ 6 bar'],
    ['pressure {\\f3\\u-3933 ?} 6 bar', 'pressure ≤ 6 bar'],
    ["{\\f4\\'fe} Insured, {\\f4\\'a8} refused", '☑ Insured, ☐ refused'],
    ['angle {\\f3 a} {\\f3 b\\plain c}', 'angle α βc'],
    [
      'limit {\\field{\\*\\fldinst SYMBOL 179 \\\\f "Symbol" \\\\s 10}{\\fldrslt\\f3\\\'b3}} 30',
      'limit ≥ 30',
    ],
    ['limit {\\field{\\*\\fldinst SYMBOL 179 \\\\f "Symbol"}{\\fldrslt}} 30', 'limit ≥ 30'],
  ])('shows the characters of symbol fonts: %s', async (body, shown) => {
    expect(await textOf(`${body}\\par`)).toBe(shown);
  });

  it('keeps superscripts and subscripts apart', async () => {
    const body =
      '10{\\super 6} cycles, CO{\\sub 2}, 4,500\\super 2\\nosupersub  euros, 5{\\up6 3}\\par';

    expect(await textOf(body)).toBe('10⁶ cycles, CO₂, 4,500² euros, 5³');
  });

  it('leaves out struck-out text, with a warning', async () => {
    const { text, warnings } = await read(
      'The fine is {\\strike 40}{\\striked1  41} 55 euros.\\par',
    );

    expect(text).toBe('The fine is 55 euros.');
    expect(warnings).toEqual([
      { code: 'content_left_out', detail: 'The file holds struck-out text, which is not read.' },
    ]);
  });

  it('numbers clauses and headings as they were printed', async () => {
    const body =
      '{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}\\pard\\s1{\\listtext\\tab Article 3\\tab}Night\\par' +
      "\\pard\\ls1{\\listtext 2.1\\tab}Invoices are due.\\par\\pard\\ls1\\ilvl1{\\listtext (a)\\tab}early\\par\\pard\\ls2{\\listtext\\f3\\'b7\\tab}plain\\par";

    const { text, chunks } = await read(body);

    expect(text).toBe('Article 3 Night\n\n2.1 Invoices are due.\n  (a) early\n- plain');
    expect(chunks[0]?.chapter).toBe('Article 3 Night');
  });

  it.each([
    ['\\ffres1\\ffdefres0', '☑'],
    ['\\ffres0\\ffdefres1', '☐'],
    ['\\ffres25\\ffdefres1', '☑'],
  ])('shows the state of a checkbox in a form: %s', async (state, sign) => {
    const box = `{\\field{\\*\\fldinst  FORMCHECKBOX {\\*\\formfield{\\fftype1${state}{\\*\\ffname Box}}}}{\\fldrslt }}`;

    expect(await textOf(`${box} Insured\\par`)).toBe(`${sign} Insured`);
  });

  it('begins with headers and footers, once, without page numbers', async () => {
    const body =
      '{\\header\\pard Contract LB-2044\\par}{\\footer\\pard Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}} of {\\field{\\*\\fldinst NUMPAGES}{\\fldrslt 9}}\\par}\\pard Coal is delivered.\\par\\sect{\\header\\pard Contract LB-2044\\par}\\pard More.\\par';

    expect(await textOf(body)).toBe('Contract LB-2044\n\nCoal is delivered.\n\nMore.');
  });

  it.each([
    [
      '{\\mmath{\\*\\moMath{\\mf{\\*\\mfPr{\\mctrlPr\\i }}{\\mnum{\\mr\\mscr0\\msty2 12}}{\\mden{\\mr 5}}}}}',
      '12/5',
    ],
    ['{\\mmath{\\*\\moMath{\\mrad{\\mradPr{\\mdegHide on}}{\\mdeg}{\\me{\\mr 81}}}}}', '√81'],
    ['{\\mmath{\\*\\moMath{\\msSup{\\me{\\mr 10}}{\\msup{\\mr 6}}}}}', '10⁶'],
    [
      '{\\mmath{\\*\\moMathPara{\\*\\moMath{\\msSub{\\me{\\mr {\\f3 x}}}{\\msub{\\mr k+1}}}{\\mr \\u8804 ?7}}}}',
      'x_(k+1)≤7',
    ],
    [
      '{\\mmath{\\*\\moMath{\\mnary{\\mnaryPr{\\mchr \\u8721 ?}}{\\msub{\\mr i=1}}{\\msup{\\mr n}}{\\me{\\mr i}}}}}',
      '∑_(i=1)^n i',
    ],
  ])('writes a formula as one line: %s', async (formula, shown) => {
    const picture = '{\\mmathPict{\\*\\shppict{\\pict 00}}}';

    expect(await textOf(`The rate ${formula}${picture} holds.\\par`)).toBe(
      `The rate ${shown} holds.`,
    );
  });

  it('reads an old Word formula for which the file has no picture', async () => {
    const field = '{\\field{\\*\\fldinst  EQ \\\\f(12;5)}{\\fldrslt }}';

    expect(await textOf(`The rate is ${field} a day.\\par`)).toBe('The rate is 12/5 a day.');
  });

  describe('with a list table and no printed numbers', () => {
    const level = (format: number, text: string, more = '') =>
      `{\\listlevel\\levelnfc${format}\\levelnfcn${format}\\leveljc0\\levelfollow0\\levelstartat1${more}{\\leveltext${text};}{\\levelnumbers\\'01;}\\fi-360}`;
    const TABLE =
      `{\\*\\listtable{\\list\\listtemplateid1${level(0, "\\'02\\'00.")}${level(4, "\\'03(\\'01)")}${level(1, "\\'05\\'00.\\'02.")}{\\listname Clauses;}\\listid11}` +
      `{\\list\\listtemplateid2${level(23, "\\'01\\u-3913 ?")}\\listid12}` +
      `{\\list\\listtemplateid3${level(0, "\\'0aArticle \\'00:")}\\listid13}}` +
      '{\\*\\listoverridetable{\\listoverride\\listid11\\listoverridecount0\\ls1}{\\listoverride\\listid12\\listoverridecount0\\ls2}' +
      '{\\listoverride\\listid13\\listoverridecount1{\\lfolevel\\listoverridestartat\\levelstartat7}\\ls3}}';

    it('computes the numbers and letters that Word shows', async () => {
      const body =
        '\\pard\\ls1 Invoices\\par\\pard\\ls1\\ilvl1 early\\par late\\par\\pard\\ls1\\ilvl2 deep\\par' +
        '\\pard\\ls1 Fines\\par\\pard\\ls1\\ilvl1 small\\par\\pard Between.\\par\\pard\\ls2 plain\\par\\pard Again.\\par\\pard\\ls1 Ends\\par\\pard\\ls3 Night\\par';

      expect(await textOf(TABLE + body)).toBe(
        [
          '1. Invoices\n  (a) early\n  (b) late\n    1.I. deep\n2. Fines\n  (a) small',
          'Between.',
          '- plain',
          'Again.',
          '3. Ends\nArticle 7: Night',
        ].join('\n\n'),
      );
    });

    it('numbers each paragraph of a cell', async () => {
      const row =
        '\\trowd\\cellx1000\\cellx2000\\pard\\intbl\\ls1 first\\par second\\cell\\pard\\intbl plain\\cell\\row\\pard After.\\par';

      expect(await textOf(TABLE + row)).toBe('1. first 2. second | plain\n\nAfter.');
    });
  });

  it('numbers each item of a cell as it was printed', async () => {
    const row =
      '\\trowd\\cellx1000\\pard\\intbl{\\listtext (a)\\tab}first\\par{\\listtext (b)\\tab}second\\cell\\row\\pard After.\\par';

    expect(await textOf(row)).toBe('(a) first (b) second\n\nAfter.');
  });

  it.each([
    ['', 'All pages'],
    ['\\titlepg', 'All pages\nFirst page'],
    ['\\facingp', 'All pages\nLeft pages'],
  ])('reads the headers that appear on any page: %s', async (word, shown) => {
    const headers =
      '{\\headerr\\pard All pages\\par}{\\headerf\\pard First page\\par}{\\headerl\\pard Left pages\\par}';

    expect(await textOf(`${word}\\sectd${word}${headers}\\pard Coal.\\par`)).toBe(
      `${shown}\n\nCoal.`,
    );
  });

  it('reads the first-page header that a later section shows', async () => {
    const body =
      '\\sectd{\\headerf\\pard Annex A\\par}\\pard Coal.\\par\\sect\\sectd\\titlepg\\pard More.\\par';

    expect(await textOf(body)).toBe('Annex A\n\nCoal.\n\nMore.');
  });
});
