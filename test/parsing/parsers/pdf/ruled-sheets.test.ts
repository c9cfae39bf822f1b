import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { linesAt, pdfOf, ruleFrom, textAt } from '../../../support/pdf-pages.js';

const read = async (page: readonly string[]): Promise<string> =>
  (await parseBytes(pdfOf([page]), 'sheet.pdf')).text;

/** A frame with lines across it, and one down its lowest box. */
const frame = (down?: number): string[] => [
  ...[720, 640, 500].map((y) => ruleFrom([60, y], [530, y])),
  ...[60, 530].map((x) => ruleFrom([x, 500], [x, 720])),
  ...(down === undefined ? [] : [ruleFrom([down, 500], [down, 640])]),
];

const LABELS = linesAt([70, 700], ['Owner', 'Berth', 'Phone'], { leading: 18 });
const VALUES = linesAt([160, 700], ['Line Nord', 'B 14', '555 0161'], { leading: 18 });

describe('a sheet divided into boxes by lines', () => {
  it('keeps each value next to its label, even if FileMaker stores them column by column', async () => {
    const text = await read([
      ...frame(400),
      LABELS,
      VALUES,
      textAt([70, 620], 'Remarks'),
      textAt([420, 620], 'Seen'),
    ]);

    expect(text).toContain('Owner | Line Nord\nBerth | B 14\nPhone | 555 0161');
  });

  it('keeps totals next to their rows across a vertical line, as Excel forms have them', async () => {
    const page = [
      ...frame(400),
      LABELS,
      VALUES,
      linesAt([70, 620], ['Paint', 'Rope', 'Foil', 'Total'], { leading: 18 }),
      linesAt([260, 620], ['2', '4', '1'], { leading: 18 }),
      linesAt([420, 620], ['300', '240', '35', '575'], { leading: 18 }),
    ];

    expect(await read(page)).toContain(
      'Paint | 2 | 300\nRope | 4 | 240\nFoil | 1 | 35\nTotal | | 575',
    );
  });
});

describe('a table with ruled lines', () => {
  it('has a row for each line if numbers stand next to names without lines between them', async () => {
    const page = [
      ...frame(300),
      ruleFrom([300, 640], [300, 720]),
      linesAt([70, 700], ['Hull', 'Paint', 'Rope']),
      linesAt([310, 700], ['300', '240', '35']),
      textAt([70, 620], 'Total'),
      textAt([310, 620], '575'),
    ];

    expect(await read(page)).toContain('Hull | 300\nPaint | 240\nRope | 35\nTotal | 575');
  });

  it('has a row for each number next to a list, with the line that introduces it', async () => {
    const page = [
      ...frame(120),
      ruleFrom([120, 640], [120, 720]),
      linesAt([70, 688], ['12', '13']),
      textAt([70, 652], '14'),
      linesAt(
        [130, 700],
        ['Drawings of these parts:', 'Starting air', 'Fuel, with the', 'valves', 'Steam'],
      ),
      textAt([70, 620], '15'),
      textAt([130, 620], 'Flywheel'),
    ];

    expect(await read(page)).toContain(
      [
        '12 | Drawings of these parts: Starting air',
        '13 | Drawings of these parts: Fuel, with the valves',
        '14 | Drawings of these parts: Steam',
        '15 | Flywheel',
      ].join('\n'),
    );
  });

  it('keeps numbers in their cell if a line next to them may belong to either cell', async () => {
    const page = [
      ...frame(120),
      ruleFrom([120, 640], [120, 720]),
      linesAt([70, 693], ['12', '13']),
      linesAt([130, 700], ['Starting air', 'Fuel oil', 'Steam']),
      textAt([70, 620], '15'),
      textAt([130, 620], 'Flywheel'),
    ];

    expect(await read(page)).toContain('12 13 | Starting air Fuel oil Steam\n15 | Flywheel');
  });

  it('has columns even if it is small, numbered and last on its page, like footnotes', async () => {
    const body = [
      'The board asks for these papers before',
      'a crane stands on the quay of the town.',
    ];
    const rows = ['Particulars', 'Rope certificates', 'Manuals'];
    const page = [
      linesAt([60, 780], body, { size: 14, leading: 16 }),
      ...[60, 120, 500].map((x) => ruleFrom([x, 640], [x, 700])),
      ...[640, 660, 680, 700].map((y) => ruleFrom([60, y], [500, y])),
      ...rows.flatMap((name, at) => [
        textAt([66, 686 - 20 * at], String(at + 1), { size: 9 }),
        textAt([126, 686 - 20 * at], name, { size: 9 }),
      ]),
    ];

    expect(await read(page)).toContain('1 | Particulars\n2 | Rope certificates\n3 | Manuals');
  });

  it('keeps a name of two lines together, with two figures next to it', async () => {
    const page = [
      ...frame(300),
      ruleFrom([300, 640], [300, 720]),
      linesAt([70, 700], ['Boats of the', 'harbour board']),
      linesAt([310, 700], ['1,200', '(14%)']),
      textAt([70, 620], 'Total'),
      textAt([310, 620], '1,200'),
    ];

    expect(await read(page)).toContain('Boats of the harbour board | 1,200 (14%)');
  });

  it('keeps all lines of a cell in it, however many there are', async () => {
    const page = [
      ...frame(300),
      ruleFrom([300, 640], [300, 720]),
      linesAt([70, 700], ['The quay is closed', 'while the crane is', 'at work.']),
      linesAt([310, 700], ['Ask the keeper of', 'the lock for a pass', 'to the other side.']),
      textAt([70, 620], 'Weir'),
      textAt([310, 620], 'Open'),
    ];

    expect(await read(page)).toContain(
      'The quay is closed while the crane is at work. | Ask the keeper of the lock for a pass to the other side.',
    );
  });
});
