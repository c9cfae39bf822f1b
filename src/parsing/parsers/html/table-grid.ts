import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';

/** A cell, and how many columns and rows it covers. */
export type TableCell = { text: string; columns: number; rows: number };

/** An empty cell with the columns and rows that its attributes give it. */
export const toCell = ({ colspan, rowspan }: Readonly<Record<string, string>>): TableCell => ({
  text: '',
  columns: count(colspan, MAX_COLUMNS),
  rows: rowspan === '0' ? MAX_ROWS : count(rowspan, MAX_ROWS),
});

const MAX_COLUMNS = 1_000;
const MAX_ROWS = 65_534;

const count = (value: string | undefined, max: number): number =>
  Math.min(max, Math.max(1, Math.trunc(Number(value ?? 1)) || 1));

/** A cell of this length is a page's content, which somebody laid out as a table. */
const MAX_CELL_LENGTH = 1_500;

/** True for rows of a table that is read by its columns, not one that only arranges paragraphs on a page. */
export const isData = (rows: readonly (readonly TableCell[])[]): boolean =>
  rows.some((row) => row.length > 1) &&
  rows.every((row) => row.every(({ text }) => text.length <= MAX_CELL_LENGTH));

/** The rows of a table with every value in its column; a cell merged downwards stands for each of its rows. */
export const toGrid = (rows: readonly (readonly TableCell[])[]): string[][] => {
  const hanging = new Map<number, Hanging>();
  let cells = 0;
  return rows
    .filter((row) => row.some(({ text }) => text !== ''))
    .map((row) => {
      const placed = placeRow(row, hanging);
      cells += placed.length;
      if (cells > PARSER_LIMITS.characters / 3) throw parseFailure('document_too_complex');
      return placed;
    });
};

/** The text of a cell that also covers rows below it, and the number of those rows still to fill. */
type Hanging = { text: string; rows: number };

/** One row's cells in their columns; what hangs down from rows above stands in front of its own. */
const placeRow = (cells: readonly TableCell[], hanging: Map<number, Hanging>): string[] => {
  const row: string[] = [];
  const takeHanging = (): void => {
    for (let above = hanging.get(row.length); above; above = hanging.get(row.length)) {
      if (above.rows > 1) hanging.set(row.length, { ...above, rows: above.rows - 1 });
      else hanging.delete(row.length);
      row.push(above.text);
    }
  };
  for (const { text, columns, rows } of cells) {
    takeHanging();
    // The columns that a cell claims to cover are bounded; its own text is not lost.
    for (let across = 0; across < columns; across += 1) {
      if (across > 0 && row.length >= MAX_COLUMNS) break;
      const shown = across === 0 ? text : '';
      if (rows > 1) hanging.set(row.length, { text: shown, rows: rows - 1 });
      row.push(shown);
    }
  }
  takeHanging();
  return row;
};
