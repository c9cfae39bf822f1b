import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { linesAt, pdfOf, textAt } from '../../../support/pdf-pages.js';

/** A paragraph as it was broken to a width of 45 letters. */
const LINES = [
  'The miller keeps the sluice shut from nine in',
  'the evening until the bell of the chapel has',
  'rung. Whoever opens it at night pays for the',
  'water that was lost, and for what was flooded',
  'below the weir. A boat that waits at the lock',
  'pays nothing, however long the master needs',
  'to fill the basin. In years of drought mayor',
  'and miller agree on the hours, and write them',
  'on the board beside the gate. The board hangs',
  'there until the first day of rain, which both',
  'of them have to confirm with their signature.',
];
const TEXT = LINES.join(' ');

const read = async (pages: readonly string[][]): Promise<string> =>
  (await parseBytes(pdfOf(pages), 'lease.pdf')).text;

type Numbers = { from?: number; every?: number; size?: number; place?: (width: number) => number };

const LEADING = 14;

/** Numbers that end at the same place beside lines of text. */
const numbersAt = (
  count: number,
  { from = 1, every = 1, size = 8, place = (width) => 60 - width }: Numbers = {},
): string[] =>
  Array.from({ length: count }, (_, at) => from + at)
    .filter((number) => number % every === 0)
    .map((number) => {
      const width = String(number).length * size * 0.556;
      return textAt([place(width), 700 - LEADING * (number - from)], `${number}`, { size });
    });

const body = (lines: readonly string[] = LINES): string =>
  linesAt([72, 700], lines, { leading: LEADING });

describe('line numbers in a PDF', () => {
  it.each([
    ['after the text, as Word writes them', [body(), ...numbersAt(LINES.length)]],
    [
      'line by line, as LaTeX lineno writes them',
      numbersAt(LINES.length, { size: 6 }).flatMap((number, at) => [
        number,
        textAt([72, 700 - LEADING * at], LINES[at] ?? ''),
      ]),
    ],
    [
      'on the right side, as LaTeX lineno prints them for reviewers',
      [body(), ...numbersAt(LINES.length, { place: () => 320 })],
    ],
    ['on pleading paper, where they continue below the text', [...numbersAt(24), body()]],
  ])('are left out if they are stored %s', async (_, page) => {
    expect(await read([page])).toBe(TEXT);
  });

  it('are left out if only every fifth line has one, as in editions of verse', async () => {
    const verses = LINES.flatMap((line) => [line.slice(0, 20), line.slice(20)]);

    const text = await read([[...numbersAt(verses.length, { every: 5 }), body(verses)]]);

    expect(text).not.toMatch(/\d/u);
  });

  it('are left out of a one-page letter with six lines', async () => {
    const lines = [...LINES.slice(0, 5), 'three days.'];

    expect(await read([[body(lines), ...numbersAt(lines.length)]])).toBe(lines.join(' '));
  });

  it('are left out on the last page, however short it is', async () => {
    const pages = [
      [body(), ...numbersAt(LINES.length)],
      [body(['The lease of the mill ends with the lock.']), ...numbersAt(1, { from: 12 })],
    ];

    expect(await read(pages)).toBe(`${TEXT}\n\nThe lease of the mill ends with the lock.`);
  });
});

describe('numbers in front of lines that are not running text', () => {
  /** Each number right before its line, as programs write lists and tables. */
  const numbered = (lines: readonly string[], places = lines.map((_, at) => at)): string[] =>
    lines.flatMap((line, at) => {
      const y = 700 - LEADING * at;
      const number = places.indexOf(at) + 1;
      const text = textAt([72, y], line);
      return number === 0 ? [text] : [textAt([52, y], `${number}`), text];
    });

  it('stay in a table without ruled lines', async () => {
    const names = ['Ada', 'Bo', 'Cyril', 'Dora', 'Emil', 'Fay', 'Gus', 'Hanna', 'Ivo', 'Jo', 'Kit'];

    expect(await read([numbered(names)])).toContain('7 | Gus');
  });

  it('stay in a list of orders', async () => {
    const orders = LINES.map((line, at) => line.slice(0, 18 + 2 * ((at * 7) % 13)));

    expect(await read([numbered(orders)])).toMatch(/(?:^|\n)4[ |]+water/u);
  });

  it('stay in front of five list items of which all but two fill their lines', async () => {
    const points = [...LINES.slice(0, 3), 'The lock is free.', 'So is the weir.'];

    expect(await read([numbered(points)])).toMatch(/4[ .|]+The lock is free/u);
  });

  it('stay if they count paragraphs of several lines', async () => {
    expect(await read([numbered(LINES, [0, 3, 5, 8])])).toMatch(/2[ |]+water/u);
  });
});
