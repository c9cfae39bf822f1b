import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../support/parsing.js';

const FONTS = '{\\fonttbl{\\f0 Arial;}{\\f3\\fcharset2 Symbol;}{\\f4\\fcharset2 Wingdings;}}';
const read = (body: string) => parseBytes(`{\\rtf1\\ansi\\ansicpg1252${FONTS}${body}}`, 'a.rtf');
const textOf = async (body: string): Promise<string> => (await read(body)).text;

describe('RTF', () => {
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
  ])('shows the signs of symbol fonts: %s', async (body, shown) => {
    expect(await textOf(`${body}\\par`)).toBe(shown);
  });

  it('keeps raised and lowered letters apart', async () => {
    const body =
      '10{\\super 6} cycles, CO{\\sub 2}, 4,500\\super 2\\nosupersub  euros, 5{\\up6 3}\\par';

    expect(await textOf(body)).toBe('10⁶ cycles, CO₂, 4,500² euros, 5³');
  });

  it('leaves struck-out text out, and says so', async () => {
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
  ])('shows the state of a box in a form: %s', async (state, sign) => {
    const box = `{\\field{\\*\\fldinst  FORMCHECKBOX {\\*\\formfield{\\fftype1${state}{\\*\\ffname Box}}}}{\\fldrslt }}`;

    expect(await textOf(`${box} Insured\\par`)).toBe(`${sign} Insured`);
  });

  it('begins with headers and footers, once, without the numbers of pages', async () => {
    const body =
      '{\\header\\pard Contract LB-2044\\par}{\\footer\\pard Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}} of {\\field{\\*\\fldinst NUMPAGES}{\\fldrslt 9}}\\par}\\pard Coal is delivered.\\par\\sect{\\header\\pard Contract LB-2044\\par}\\pard More.\\par';

    expect(await textOf(body)).toBe('Contract LB-2044\n\nCoal is delivered.\n\nMore.');
  });
});
