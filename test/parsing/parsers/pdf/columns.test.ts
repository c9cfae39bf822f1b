import { describe, expect, it } from '@jest/globals';
import { splitColumns } from '../../../../src/parsing/parsers/pdf/columns.js';
import type { Line } from '../../../../src/parsing/parsers/pdf/lines.js';

const PLACE = { size: 10, page: 1, pageHeight: 800 };

/** Printed lines from the top down; two texts stand in two columns. */
const print = (rows: readonly (readonly string[])[]): Line[] =>
  rows.map((texts, at): Line => {
    const cells = texts.map((text, column) => ({
      text,
      x: 50 + column * 250,
      right: 270 + column * 250,
    }));
    const right = cells.at(-1)?.right ?? 0;
    return { ...PLACE, text: texts.join(' '), cells, x: 50, right, y: 700 - 12 * at };
  });

const TEXT = [
  ['The notice period is', 'Holidays are taken in'],
  ['four weeks to the end', 'the year for which they'],
  ['of a month and begins', 'are given, and those of'],
  ['with the next day.', 'the last year expire.'],
];

const read = (lines: readonly Line[]): string[] => splitColumns(lines).map(({ text }) => text);

describe('two columns that a PDF stores line by line', () => {
  it('are read one after the other if each is running text', () => {
    expect(read(print(TEXT))).toEqual([
      ...TEXT.map(([left]) => left),
      ...TEXT.map(([, right]) => right),
    ]);
  });

  it('end at a line that runs across both', () => {
    const across = { ...print([['All of it is agreed.']])[0]!, right: 520, y: 640 };
    const wide = { ...across, cells: [{ text: across.text, x: 50, right: 520 }] };

    expect(read([...print(TEXT), wide]).at(-1)).toBe('All of it is agreed.');
  });
});

describe('rows of a table in a PDF', () => {
  it.each([
    [
      'short',
      [
        ['Crew', 'Gate'],
        ['Red', '2'],
        ['Blue', '3'],
        ['Green', '4'],
      ],
    ],
    [
      'sentences',
      [
        ['The first question is asked.', 'The first answer is given.'],
        ['The second question is asked.', 'The second answer is given.'],
        ['The third question is asked.', 'The third answer is given.'],
      ],
    ],
  ])('stay together even if their cells are %s', (_, rows) => {
    expect(read(print(rows))).toEqual(rows.map((texts) => texts.join(' ')));
  });

  it('stay together if the table has ruled lines', () => {
    const rows = print(TEXT).map((line) => ({ ...line, table: 1 }));

    expect(splitColumns(rows)).toEqual(rows);
  });
});
