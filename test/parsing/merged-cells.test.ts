import { describe, expect, it } from '@jest/globals';
import { spreadMerged } from '../../src/parsing/merged-cells.js';

/** A row by its cells; "<" is a place that the cell before it covers. */
const row = (line: string): (string | undefined)[] =>
  line.split(',').map((cell) => (cell === '<' ? undefined : cell));
const spread = (...lines: string[]): string[] =>
  spreadMerged(lines.map(row)).map((cells) => cells.join(','));

describe('a cell merged across several columns', () => {
  it('is repeated in each column if another row has values in all of them', () => {
    expect(spread('Stop,Weekday,Sunday', 'Quay,hourly,<', 'Fort,6:10,8:40')).toEqual([
      'Stop,Weekday,Sunday',
      'Quay,hourly,hourly',
      'Fort,6:10,8:40',
    ]);
  });

  it('is not repeated if no row divides it', () => {
    expect(spread('Name,Ann Lee,<,<', 'Street,<,Quay 4,<')).toEqual([
      'Name,Ann Lee,',
      'Street,,Quay 4',
    ]);
  });

  it('is not repeated if it begins its row and names it', () => {
    expect(spread('Team,Name,Days', 'Skua,Ann,21', 'Total,<,43')).toEqual([
      'Team,Name,Days',
      'Skua,Ann,21',
      'Total,,43',
    ]);
  });

  it('is repeated above each of its names in the first row', () => {
    expect(spread('Person,<,Days', 'First,Last,', 'Ann,Lee,21')).toEqual([
      'Person,Person,Days',
      'First,Last,',
      'Ann,Lee,21',
    ]);
  });

  it('adds no columns in which no cell begins', () => {
    const claimed = ['all', ...new Array<undefined>(999)];

    expect(
      spreadMerged([['Stop', 'Weekday', 'Sunday'], claimed, ['Fort', '6:10', '8:40']]),
    ).toEqual([
      ['Stop', 'Weekday', 'Sunday'],
      ['all', '', ''],
      ['Fort', '6:10', '8:40'],
    ]);
  });

  it('is refused if repeating it would exceed the size limit of a document', () => {
    const wide = ['a', 'x'.repeat(1_000_000), ...new Array<undefined>(30)];
    const divided = ['a', ...Array.from({ length: 31 }, () => 'b')];

    expect(() => spreadMerged([divided, wide])).toThrow(
      expect.objectContaining({ code: 'document_too_complex' }),
    );
  });
});
