import { describe, expect, it } from '@jest/globals';
import { laidOutTable } from '../../src/parsing/laid-out-table.js';

const toRows = (lines: readonly string[]): string[][] => lines.map((line) => line.split(','));
const linesOf = (lines: readonly string[], headerRows?: number): string[] =>
  laidOutTable({ rows: toRows(lines), ...(headerRows !== undefined && { headerRows }) }).flatMap(
    ({ text, kind }) => (kind === 'table' ? text.split('\n') : [`[${kind}] ${text}`]),
  );

describe('several header rows of a table', () => {
  it.each([
    [
      'a wide name with names below it',
      ['Beam,Summer,Summer,Winter,Winter', 'Beam,Day,Night,Day,Night', 'B1,open,shut,open,shut'],
      [
        'Beam | Summer Day | Summer Night | Winter Day | Winter Night',
        'B1 | open | shut | open | shut',
      ],
    ],
    [
      'three header rows',
      ['Site,Load,Load,Load,Load', 'Site,Wet,Wet,Dry,Dry', 'Site,Min,Max,Min,Max', 'Holm,1,2,3,4'],
      ['Site | Load Wet Min | Load Wet Max | Load Dry Min | Load Dry Max', 'Holm | 1 | 2 | 3 | 4'],
    ],
    [
      'empty cells after a wide name, as CSV has them',
      ['Beam,Summer,,Winter,', ',Day,Night,Day,Night', 'B1,300,200,150,90', 'B2,301,201,151,91'],
      [
        'Beam | Summer Day | Summer Night | Winter Day | Winter Night',
        'B1 | 300 | 200 | 150 | 90',
        'B2 | 301 | 201 | 151 | 91',
      ],
    ],
    [
      'the names of an Excel pivot table',
      [
        'Sum of Hours,Column Labels,,',
        'Row Labels,North,South,Grand Total',
        'Ann,5,6,11',
        'Bo,1,2,3',
      ],
      [
        'Sum of Hours Row Labels | Column Labels North | Column Labels South | Column Labels Grand Total',
        'Ann | 5 | 6 | 11',
        'Bo | 1 | 2 | 3',
      ],
    ],
    [
      'units below the names',
      ['Bolt,Weight,Length', ',kg,mm', 'M8,0.4,"60"', 'M6,0.2,40'].map((line) =>
        line.replaceAll('"', ''),
      ),
      ['Bolt | Weight kg | Length mm', 'M8 | 0.4 | 60', 'M6 | 0.2 | 40'],
    ],
  ])('become one row: %s', (_, rows, shown) => {
    expect(linesOf(rows)).toEqual(shown);
  });

  it('become one row if the file declares them as headers', () => {
    expect(linesOf(['Port,Fee', '(harbour),(EUR)', 'Kell,40'], 2)).toEqual([
      'Port (harbour) | Fee (EUR)',
      'Kell | 40',
    ]);
  });

  it.each([
    [
      'values merged in the first row of data',
      ['Stop,Weekday,Sunday', 'Quay,hourly,hourly', 'Fort,early,late'],
    ],
    ['a row without values', ['City,2019,2020', 'Bonn,n/a,n/a', 'Kiel,5,6']],
    ['an empty corner', [',2019,2020', 'Bonn,none,none', 'Kiel,5,6']],
    ['numbers below a wide name', ['Stop,Fee,Fee', 'Quay,5,6', 'Fort,7,8']],
    ['a table with text only', ['Country,Capital,', 'France,Paris,euro', 'Spain,Madrid,euro']],
    ['the label of a group', ['Item,Net,Gross', 'Fruit,,', 'Apple,1,2']],
    ['a table of two rows', ['Name,,Room', 'Ann,lead,upstairs']],
  ])('are not recognised in %s', (_, rows) => {
    expect(linesOf(rows)).toHaveLength(rows.length);
  });
});

describe('a title above the header of a table', () => {
  it.each([
    ['in a row of its own', ['Prices 2026,,', 'Item,Net,Gross', 'Hose,12,14']],
    ['across all columns', ['Prices 2026,Prices 2026,Prices 2026', 'Item,Net,Gross', 'Hose,12,14']],
  ])('is read as a paragraph: %s', (_, rows) => {
    expect(linesOf(rows)).toEqual([
      '[paragraph] Prices 2026',
      'Item | Net | Gross',
      'Hose | 12 | 14',
    ]);
  });

  it('is not recognised in a table of two columns, where a name may have no value', () => {
    expect(linesOf(['Fax,', 'Phone,112'])).toEqual(
      ['Fax |', 'Phone | 112'].map((line) => line.replace(/\|$/u, '| ')),
    );
  });

  it('does not change the pages of the rows below', () => {
    const [title, table] = laidOutTable({
      rows: toRows(['Prices,,', 'Item,Net,Gross', 'Hose,12,14']),
      pages: [3, 3, 4],
    });

    expect(title).toEqual({ kind: 'paragraph', text: 'Prices', page: 3 });
    expect(table).toMatchObject({ page: 3, linePages: [3, 4] });
  });
});

describe('a vertical bar inside a cell', () => {
  it.each([
    ['red | green', 'red \\| green'],
    ['|', '\\|'],
    ['a|b', 'a|b'],
    ['a || b', 'a || b'],
  ])('is distinguished from one between two cells: %s', (cell, shown) => {
    expect(linesOf(['Lamp,Fee', `${cell},40`])).toEqual(['Lamp | Fee', `${shown} | 40`]);
  });
});
