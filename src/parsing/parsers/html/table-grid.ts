import { spreadMerged, type MergedRow } from '../../merged-cells.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';

/** A cell, with how many columns and rows it covers; `isName` for a header cell (`th`). */
export type TableCell = { text: string; columns: number; rows: number; isName?: boolean };

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

/** A cell of this length is page content that was laid out as a table. */
const MAX_CELL_LENGTH = 1_500;

/** True for the rows of a table that is read by its columns; false for one that only arranges paragraphs on a page. */
export const isData = (rows: readonly (readonly TableCell[])[]): boolean =>
  rows.some((row) => row.length > 1) &&
  rows.every((row) => row.every(({ text }) => text.length <= MAX_CELL_LENGTH));

/** How many rows at the top contain only names. */
export const countNameRows = (rows: readonly (readonly TableCell[])[]): number => {
  const filled = rows.filter((row) => row.some(({ text }) => text !== ''));
  const first = filled.findIndex((row) => !row.every(({ isName }) => isName === true));
  return first === -1 ? 1 : first;
};

/** The rows of a table with every value in its column; a cell that spans several rows or columns is repeated in each of them. */
export const toGrid = (rows: readonly (readonly TableCell[])[]): string[][] => {
  const hanging = new Map<number, Hanging>();
  let cells = 0;
  const placed = rows
    .filter((row) => row.some(({ text }) => text !== ''))
    .map((row) => {
      const own = placeRow(row, hanging);
      cells += own.length;
      if (cells > PARSER_LIMITS.characters / 3) throw parseFailure('document_too_complex');
      return own;
    });
  return spreadMerged(placed);
};

/** The text of a cell that also covers rows below it, and the number of those rows still to fill. */
type Hanging = { text: string | undefined; rows: number };

/** One row's cells in their columns; cells that reach down from rows above come before the row's own. */
const placeRow = (cells: readonly TableCell[], hanging: Map<number, Hanging>): MergedRow => {
  const row: (string | undefined)[] = [];
  const takeHanging = (): void => {
    for (let above = hanging.get(row.length); above; above = hanging.get(row.length)) {
      if (above.rows > 1) hanging.set(row.length, { ...above, rows: above.rows - 1 });
      else hanging.delete(row.length);
      row.push(above.text);
    }
  };
  for (const { text, columns, rows } of cells) {
    takeHanging();
    // The number of columns that a cell may cover is limited; its own text is not lost.
    for (let across = 0; across < columns; across += 1) {
      if (across > 0 && row.length >= MAX_COLUMNS) break;
      const shown = across === 0 ? text : undefined;
      if (rows > 1) hanging.set(row.length, { text: shown, rows: rows - 1 });
      row.push(shown);
    }
  }
  takeHanging();
  return row;
};
