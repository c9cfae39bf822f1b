import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { pdfOf, textAt } from '../../../support/pdf-pages.js';

const read = async (page: readonly string[]) => parseBytes(pdfOf([page]), 'tariff.pdf');

const MIDDLES = [180, 240, 320, 380];

/** A text in the middle of a place; letters of Helvetica are about half as wide as high. */
const centred = (middle: number, y: number, text: string): string =>
  textAt([middle - widthOf(text) / 2, y], text, { size: 10 });

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (WIDTHS[letter] ?? 5.56), 0);

const WIDTHS: Readonly<Record<string, number>> = {
  ' ': 2.78,
  '.': 2.78,
  a: 5.56,
  c: 5,
  e: 5.56,
  f: 2.78,
  g: 5.56,
  h: 5.56,
  i: 2.22,
  k: 5,
  l: 2.22,
  m: 8.33,
  n: 5.56,
  r: 3.33,
  s: 5,
  t: 2.78,
  u: 5.56,
  y: 5,
  C: 7.22,
  D: 7.22,
  N: 7.22,
  R: 7.22,
  S: 6.67,
  W: 9.44,
};

const RATES = [
  ['Weir', '26.19', '57.86', '19.62', '58.37'],
  ['Lock', '25.37', '58.40', '19.41', '58.93'],
  ['Quay', '25.25', '54.69', '19.46', '55.22'],
];

const rows = [['Region', 'unit', 'day', 'unit', 'day'], ...RATES].flatMap(
  ([name = '', ...values], row) => [
    textAt([60, 600 - 14 * row], name),
    ...values.map((value, at) => centred(MIDDLES[at] ?? 0, 600 - 14 * row, value)),
  ],
);

/** As Excel puts down centred cells, one of which has two lines. */
const names = [
  centred(180, 620, 'Rate'),
  centred(240, 626, 'Standing'),
  centred(240, 614, 'charge'),
  centred(320, 620, 'Rate'),
  centred(380, 626, 'Standing'),
  centred(380, 614, 'charge'),
];

describe('column names that a PDF stores apart from their table', () => {
  it('are placed above the columns they align with, wide names above all of theirs', async () => {
    const wide = [centred(210, 642, 'Summer'), centred(350, 642, 'Winter')];

    const { text, warnings } = await read([...names, ...rows, ...wide]);

    expect(text).toBe(
      [
        'Region | Summer Rate unit | Summer Standing charge day | Winter Rate unit | Winter Standing charge day',
        ...RATES.map((row) => row.join(' | ')),
      ].join('\n'),
    );
    expect(warnings).toEqual([]);
  });

  it('stay apart, with a warning, if a wide name is not centred above any columns', async () => {
    const wide = [centred(200, 642, 'Summer'), centred(300, 642, 'Winter')];

    const { text, warnings } = await read([...names, ...rows, ...wide]);

    expect(text).toContain('Weir | 26.19 | 57.86 | 19.62 | 58.37');
    expect(warnings).toEqual([{ code: 'columns_unclear', detail: expect.any(String), pages: [1] }]);
  });

  it('are not confused with text that merely precedes a table', async () => {
    const { text, warnings } = await read([
      ...rows,
      textAt([60, 616], 'Fees of the board since May'),
    ]);

    expect(text).toContain('Region | unit | day | unit | day\nWeir | 26.19');
    expect(text).toContain('Fees of the board since May');
    expect(warnings).toEqual([]);
  });
});
