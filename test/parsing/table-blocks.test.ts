import { describe, expect, it } from '@jest/globals';
import { createSheetReader, sheetBlocks } from '../../src/parsing/sheet-blocks.js';
import { tableBlock } from '../../src/parsing/table-blocks.js';

const sheetOf = (lines: readonly string[]) => {
  const reader = createSheetReader();
  for (const [row, line] of lines.entries()) {
    for (const [column, text] of line.split('|').entries()) reader.set(row, column, text);
  }
  return sheetBlocks(reader.sheet);
};

describe('the rows of a table from an office file', () => {
  it('are one block without empty rows and columns', () => {
    const blocks = tableBlock([
      ['Name', '', 'Days'],
      ['', '', ''],
      ['Ann', '', ' 30\n'],
    ]);

    expect(blocks).toEqual([{ kind: 'table', text: 'Name | Days\nAnn | 30' }]);
  });

  it('keep the position of a cell that is empty in one of them', () => {
    expect(
      tableBlock([
        ['Name', 'Days'],
        ['', '30'],
      ]),
    ).toEqual([{ kind: 'table', text: 'Name | Days\n | 30' }]);
  });

  it('become paragraphs if there is only one column, and nothing if there is none', () => {
    expect(
      tableBlock([
        ['One', ''],
        ['Two', ''],
      ]),
    ).toEqual([
      { kind: 'paragraph', text: 'One' },
      { kind: 'paragraph', text: 'Two' },
    ]);
    expect(tableBlock([['', '']])).toEqual([]);
  });

  it('know their page if there are several', () => {
    const rows = [
      ['a', 'b'],
      ['', ''],
      ['c', 'd'],
    ];

    expect(tableBlock(rows, 3)).toMatchObject([{ page: 3 }]);
    expect(tableBlock(rows, [3, 3, 4])).toMatchObject([{ page: 3, linePages: [3, 4] }]);
  });
});

describe('the cells of a sheet', () => {
  it('form a table for each part between blank rows, with the titles above it', () => {
    expect(sheetOf(['Prices', 'Part|Price', 'Ring|4', '', 'Crew|Gate', 'Red|2'])).toEqual([
      { kind: 'paragraph', text: 'Prices' },
      { kind: 'table', text: 'Part | Price\nRing | 4' },
      { kind: 'table', text: 'Crew | Gate\nRed | 2' },
    ]);
  });

  it('form two tables if both sides of a blank column have their own names', () => {
    expect(sheetOf(['Part|Price||Crew|Gate', 'Ring|4||Red|2', 'Seal|5||Blue|3'])).toEqual([
      { kind: 'table', text: 'Part | Price\nRing | 4\nSeal | 5' },
      { kind: 'table', text: 'Crew | Gate\nRed | 2\nBlue | 3' },
    ]);
  });

  it('form one table if the columns after a blank one have no row names', () => {
    expect(sheetOf(['Part||2024|2025', 'Ring||4|5', 'Seal||6|7'])).toEqual([
      { kind: 'table', text: 'Part | 2024 | 2025\nRing | 4 | 5\nSeal | 6 | 7' },
    ]);
  });

  it.each([
    [
      'begins next to the last row of another, as with charts in Excel',
      ['Pier|Depth|||', '1|4|||', '2|6|||', '3|9||Crane|Load', '|||1|30', '|||2|45'],
    ],
    [
      'begins at the end of another',
      ['Pier|Depth', '1|4', '2|6', '3|9', '||Crane|Load', '||1|30', '||2|45'],
    ],
    [
      'is above another, to its right',
      ['||Crane|Load', '||1|30', '||2|45', 'Pier|Depth', '1|4', '2|6', '3|9'],
    ],
  ])('form two tables if one %s', (_, lines) => {
    const texts = sheetOf(lines).map(({ text }) => text);

    expect(texts.toSorted()).toEqual([
      'Crane | Load\n1 | 30\n2 | 45',
      'Pier | Depth\n1 | 4\n2 | 6\n3 | 9',
    ]);
  });

  it.each([
    ['comments begin further down', ['Pier|Depth||', '1|4||', '2|6||late|Ann', '3|9||shut|Bea']],
    ['totals follow a blank column', ['Pier|Depth||', '1|4||', '2|6||10|20', '3|9||30|40']],
    ['details are below and to the right of their name', ['Pier|1||', '||Depth|4', '||Width|6']],
  ])('form one table if %s', (_, lines) => {
    expect(sheetOf(lines)).toHaveLength(1);
  });

  it('are refused if there are more than a document may have', () => {
    const { set } = createSheetReader();

    const fill = () => {
      for (let row = 0; row < 100; row += 1) set(row, 0, 'x'.repeat(1_000_000));
    };

    expect(fill).toThrow(expect.objectContaining({ code: 'document_too_complex' }));
  });
});
