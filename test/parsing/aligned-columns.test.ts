import { describe, expect, it } from '@jest/globals';
import { textToBlocks } from '../../src/parsing/text-blocks.js';
import { growthOf, LINEAR } from '../support/growth.js';

const read = (lines: readonly string[]): string[] =>
  textToBlocks(lines.join('\n')).map(({ kind, text }) => `[${kind}] ${text}`);

describe('columns of plain text aligned by spaces or tabs', () => {
  it('are read as a table with its empty cells, as COBOL and SAP reports print them', () => {
    expect(
      read([
        'Article           Bin      Count    Price',
        '-----------------------------------------',
        'Oak board         A3         120    14.50',
        'Pine board                   340     6.20',
        'Ash pole          C1                 9.90',
        'Elm plank         C7          15',
      ]),
    ).toEqual([
      '[table] Article | Bin | Count | Price\nOak board | A3 | 120 | 14.50\nPine board | | 340 | 6.20\nAsh pole | C1 | | 9.90\nElm plank | C7 | 15 | '.replaceAll(
        ' | | ',
        ' |  | ',
      ),
    ]);
  });

  it('are read as one table if blank lines separate the header and the groups', () => {
    const [table, ...others] = read([
      'Stop        Up      Down',
      '',
      'Weir        8:10    8:40',
      'Lock                9:15',
      '',
      'Mill        9:20    9:55',
    ]);

    expect(others).toEqual([]);
    expect(table).toBe(
      '[table] Stop | Up | Down\nWeir | 8:10 | 8:40\nLock |  | 9:15\nMill | 9:20 | 9:55',
    );
  });

  it('may be aligned by single tabs, as a spreadsheet copies them to the clipboard', () => {
    expect(read(['Name\tMon\tTue\tWed', 'Abe\tearly\t\tlate', 'Bea\t\tearly\tearly'])).toEqual([
      '[table] Name | Mon | Tue | Wed\nAbe | early |  | late\nBea |  | early | early',
    ]);
  });

  it('may be aligned by several tabs in a row', () => {
    expect(
      read(['Name\t\tRoom\tPhone', 'Abe\t\t12\t4001', 'Bartholomew\t\t4002', 'Cy\t\t14']),
    ).toEqual(['[table] Name | Room | Phone\nAbe | 12 | 4001\nBartholomew |  | 4002\nCy | 14 | ']);
  });

  it('are recognised even if letters are two places wide, as Chinese ones are', () => {
    expect(
      read(['品名      棚    数', '松の板    A3    12', '杉の板          34', '樫の棒    C1']),
    ).toEqual(['[table] 品名 | 棚 | 数\n松の板 | A3 | 12\n杉の板 |  | 34\n樫の棒 | C1 | ']);
  });

  it('do not change the text above and below them', () => {
    const [above, table, below] = read([
      'These are the keys of the house.',
      'Name        Cellar    Attic',
      'Abe         2',
      'Bea                   4',
      'Ask Cy for the others.',
    ]);

    expect(above).toBe('[paragraph] These are the keys of the house.');
    expect(table).toBe('[table] Name | Cellar | Attic\nAbe | 2 | \nBea |  | 4');
    expect(below).toBe('[paragraph] Ask Cy for the others.');
  });

  it.each([
    [
      'sentences with two spaces between them',
      [
        'The mill was built in 1911.  It has two wheels.  One of them still turns today.',
        'It belongs to the town.  The town has no use for it.  Nobody wants to buy it either.',
        'The miller left long ago.  His son lives in Kell.  He comes back in the summer.',
      ],
    ],
    [
      'newspaper columns of running text',
      [
        'The canteen opens at    Whoever wants to park    The choir meets each',
        'eleven and closes as    behind the lodge needs    Tuesday in the hall of',
        'soon as all is eaten    a tag from the porter    the old school house',
      ],
    ],
    ['an address next to a date', ['Kell Works          12 May 2026', 'Quay 4', '4020 Linz']],
    ['names and values', ['Weight:    5 kg', 'Length:    3 m', 'Width:     2 m']],
  ])('are not recognised in %s', (_, lines) => {
    expect(read(lines).join('\n')).not.toContain('[table]');
  });

  it('are read as a table if a terminal drew lines around them, even with several lines in a cell', () => {
    const [above, table, below] = read([
      'Hours of the harbour',
      '┌──────┬────────────┐',
      '│ Port │ Fee        │',
      '├──────┼────────────┤',
      '│ Kell │ 12 in May, │',
      '│      │ 14 else    │',
      '├──────┼────────────┤',
      '│ Weir │ 9          │',
      '└──────┴────────────┘',
      '(2 rows)',
    ]);

    expect(above).toBe('[paragraph] Hours of the harbour');
    expect(table).toBe('[table] Port | Fee\nKell | 12 in May, 14 else\nWeir | 9');
    expect(below).toBe('[paragraph] (2 rows)');
  });

  it('stay plain text if the lines drawn around them are not a table', () => {
    const boxes = ['+-----+    +-----+', '| App |--->| DB  |', '+-----+    +-----+'];
    const uneven = ['+-----+-----+', '| Kell | 12 | 14 |', '| Weir | 9 |', '+-----+-----+'];

    expect(read(boxes).join('')).not.toContain('[table]');
    expect(read(uneven).join('')).toContain('| Kell | 12 | 14 |');
  });

  it('are found in linear time', () => {
    const growth = growthOf((size) => {
      textToBlocks('Oak board    A3    120\n\n'.repeat(size / 24));
    }, 240_000);

    expect(growth).toBeLessThan(LINEAR);
  });
});
