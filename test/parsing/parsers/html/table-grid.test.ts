import { describe, expect, it } from '@jest/globals';
import { isData, toCell, toGrid } from '../../../../src/parsing/parsers/html/table-grid.js';

const cell = (text: string, columns = 1, rows = 1) => ({ text, columns, rows });

describe('the grid of a table', () => {
  it('repeats a cell in each row and column that it spans', () => {
    const rows = [
      [cell('Crew', 1, 2), cell('Hours', 2)],
      [cell('from'), cell('to')],
    ];

    expect(toGrid(rows)).toEqual([
      ['Crew', 'Hours', 'Hours'],
      ['Crew', 'from', 'to'],
    ]);
  });

  it('puts a cell after those that span down from the rows above', () => {
    const rows = [[cell('a'), cell('b', 1, 3), cell('c')], [cell('d'), cell('e')], [cell('f')]];

    expect(toGrid(rows)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'b', 'e'],
      ['f', 'b', ''],
    ]);
  });

  it('leaves out rows without text', () => {
    expect(toGrid([[cell('a')], [cell('')], [cell('b')]])).toEqual([['a'], ['b']]);
  });

  it('does not expand what a cell claims to span', () => {
    expect(toGrid([[cell('a', 1_000_000)], [cell('b'), cell('c')]])).toEqual([
      ['a', ''],
      ['b', 'c'],
    ]);
  });

  it('loses no cell after one that claims to span all columns, and none of a very wide row', () => {
    const wide = Array.from({ length: 1_200 }, (_, at) => cell(`value ${at}`));

    expect(toGrid([[cell('a', 1_000_000), cell('b')]])[0]?.at(-1)).toBe('b');
    expect(toGrid([wide])[0]?.at(-1)).toBe('value 1199');
  });
});

describe('an HTML table cell', () => {
  it.each([
    [{ colspan: '3', rowspan: '2' }, 3, 2],
    [{ colspan: '0', rowspan: '-1' }, 1, 1],
    [{ colspan: 'x' }, 1, 1],
    [{ colspan: '1e9', rowspan: '0' }, 1_000, 65_534],
  ])('of %j spans %d columns and %d rows', (attributes, columns, rows) => {
    expect(toCell(attributes)).toEqual({ text: '', columns, rows });
  });
});

describe('an HTML table', () => {
  it('with one column, or with a whole page in a cell, is not a data table', () => {
    expect(isData([[cell('a'), cell('b')]])).toBe(true);
    expect(isData([[cell('a')], [cell('b')]])).toBe(false);
    expect(isData([[cell('a'), cell('x'.repeat(2_000))]])).toBe(false);
  });
});
