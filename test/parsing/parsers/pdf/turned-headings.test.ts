import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { linesAt, pdfOf, ruleFrom, textAt } from '../../../support/pdf-pages.js';

const read = async (page: readonly string[]): Promise<string> =>
  (await parseBytes(pdfOf([page]), 'table.pdf')).text;

const COLUMNS = [160, 200, 240];
const HEADINGS = ['Cabins', 'Cars', 'Bikes'];
const ROWS = [
  ['Skua', '12', '95', '7'],
  ['Gull', '8', '60', '9'],
  ['Auk', '3', '31', '14'],
];

/** The rows of a table without lines. */
const rows = (top = 600): string[] =>
  ROWS.flatMap(([name = '', ...values], row) => [
    textAt([60, top - 16 * row], name),
    ...values.map((value, at) => textAt([COLUMNS[at] ?? 0, top - 16 * row], value)),
  ]);

const TABLE = ['| Cabins | Cars | Bikes', 'Skua | 12 | 95 | 7', 'Gull | 8 | 60 | 9'].join('\n');

type Turn = { angle: number; shift?: number; y?: number };

const headings = ({ angle, shift = 8, y = 620 }: Turn): string[] =>
  HEADINGS.map((text, at) => textAt([(COLUMNS[at] ?? 0) + shift, y], text, { angle }));

describe('rotated headings above the columns of a table', () => {
  it.each([
    ['upwards, as Word does with the text direction', [...headings({ angle: 90 }), ...rows()]],
    ['downwards', [...headings({ angle: -90, shift: 2, y: 655 }), ...rows()]],
    ['by 45 degrees, as Excel does', [...headings({ angle: 45, shift: 4 }), ...rows()]],
    [
      'and stored after the rows, as rotatebox of LaTeX does',
      [...rows(), ...headings({ angle: 90 })],
    ],
  ])('become its first row if they are rotated %s', async (_, page) => {
    expect(await read(page)).toContain(TABLE);
  });

  it('stand next to a heading that is not rotated', async () => {
    const page = [textAt([60, 622], 'Ferry'), ...headings({ angle: 90 }), ...rows()];

    expect(await read(page)).toContain('Ferry | Cabins | Cars | Bikes\nSkua | 12');
  });

  it('are read whole if they have two lines', async () => {
    const second = textAt([220, 620], 'of guests', { angle: 90 });
    const page = [...headings({ angle: 90 }), second, ...rows()];

    expect(await read(page)).toContain('| Cabins | Cars of guests | Bikes');
  });

  it('stand in their cells if the table has ruled lines', async () => {
    const rules = [
      ...[660, 614, 596, 580, 564].map((y) => ruleFrom([55, y], [275, y])),
      ...[55, 150, 190, 230, 275].map((x) => ruleFrom([x, 564], [x, 660])),
    ];

    expect(await read([...rules, ...headings({ angle: 90 }), ...rows()])).toContain(TABLE);
  });
});

describe('rotated headings above columns that begin with empty cells', () => {
  const votes = [
    ['Skua', '12', '', ''],
    ['Gull', '8', '', '9'],
    ['Auk', '3', '31', '14'],
    ['Tern', '5', '40', ''],
  ];
  const cells = votes.flatMap(([name = '', ...values], row) => [
    textAt([60, 600 - 16 * row], name),
    textAt([120, 600 - 16 * row], '21'),
    ...values.map((value, at) => textAt([COLUMNS[at] ?? 0, 600 - 16 * row], value)),
  ]);
  const rules = [
    ...[660, 614, 596, 580, 564, 548].map((y) => ruleFrom([55, y], [275, y])),
    ...[55, 110, 150, 190, 230, 275].map((x) => ruleFrom([x, 548], [x, 660])),
  ];
  const crew = textAt([128, 620], 'Crew', { angle: 90 });

  it('stand in their cells with the others', async () => {
    const text = await read([...rules, crew, ...headings({ angle: 90 }), ...cells]);

    expect(text).toBe(
      [
        '| Crew | Cabins | Cars | Bikes',
        'Skua | 21 | 12 | |',
        'Gull | 21 | 8 | | 9',
        'Auk | 21 | 3 | 31 | 14',
        'Tern | 21 | 5 | 40 |',
      ].join('\n'),
    );
  });

  it('do not include a text from the margin of the page', async () => {
    const stamp = textAt([560, 620], 'Form 12', { angle: 90 });

    const text = await read([...rules, crew, ...headings({ angle: 90 }), stamp, ...cells]);

    expect(text).toContain('| Crew | Cabins | Cars | Bikes\nSkua');
    expect(text).toContain('Form 12');
  });
});

describe('rotated text that is not a column heading', () => {
  it('stays separate if it is an archive stamp or the label of a figure', async () => {
    const page = [
      textAt([30, 300], 'arXiv:2611.00001', { angle: 90 }),
      textAt([45, 320], 'Depth in metres', { angle: 90 }),
      linesAt([60, 290], ['The lake is shallow in', 'the north and deep in', 'the south.']),
    ];

    const text = await read(page);

    expect(text).toContain('The lake is shallow in the north and deep in the south.');
    expect(text).toContain('arXiv:2611.00001');
    expect(text).toContain('Depth in metres');
  });
});
