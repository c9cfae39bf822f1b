import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

/** A row of a table; undefined is a place that the cell before it also covers. */
export type MergedRow = readonly (string | undefined)[];

/**
 * The rows of a table in which a cell that spans several columns is written into each of them, if some row has a value of its own in all of
 * them. A cell that begins in the first column names its row, and is written once below the first row of names. A column in which no cell
 * begins is not counted.
 */
export const spreadMerged = (grid: readonly MergedRow[]): string[][] => {
  const begun = new Set(
    grid.flatMap((row) => [...row.keys()].filter((at) => row[at] !== undefined)),
  );
  const columns = [...begun].sort((left, right) => left - right);
  const rows = grid.map((row) => columns.map((at) => (at < row.length ? row[at] : '')));
  const reach = reachOf(rows.map((row) => [...row.keys()].filter((at) => row[at])));
  const top = rows.findIndex((row) => row.slice(1).some(Boolean));
  let characters = 0;
  return rows.map((row, at) => {
    const spread = spreadRow(row, { reach, from: at === top ? 0 : 1 });
    for (const cell of spread) characters += cell.length + 1;
    if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
    return spread;
  });
};

type Spread = { reach: ReadonlyMap<number, number>; from: number };

const spreadRow = (row: MergedRow, { reach, from }: Spread): string[] => {
  const spread: string[] = [];
  for (const [at, cell] of row.entries()) {
    if (cell !== undefined) {
      spread.push(cell);
      const end = endOfCell(row, at);
      const isDivided = end > at && at >= from && (reach.get(at) ?? at) >= end;
      for (let across = at + 1; across <= end; across += 1) spread.push(isDivided ? cell : '');
    } else if (at === spread.length) spread.push('');
  }
  return spread;
};

const endOfCell = (row: MergedRow, start: number): number => {
  let end = start;
  while (end + 1 < row.length && row[end + 1] === undefined) end += 1;
  return end;
};

/**
 * How far to the right of each column some row has a value of its own in every column; each row is given by the columns of its values, from
 * left to right.
 */
export const reachOf = (rows: Iterable<readonly number[]>): ReadonlyMap<number, number> => {
  const reach = new Map<number, number>();
  for (const columns of rows) {
    let end = columns.at(-1) ?? 0;
    for (let at = columns.length - 1; at >= 0; at -= 1) {
      const column = columns[at] ?? 0;
      if (at < columns.length - 1 && columns[at + 1] !== column + 1) end = column;
      if (end > (reach.get(column) ?? -1)) reach.set(column, end);
    }
  }
  return reach;
};
