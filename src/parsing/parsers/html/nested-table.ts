import { MAX_CHARS_IN_CELL, tableInCell } from '../../table-in-cell.js';
import { toGrid, type TableCell } from './table-grid.js';

/** What is known about a table while another one in one of its cells is being read. */
export type OpenTable = {
  rows: TableCell[][];
  isWide: boolean;
  dataDepth: number;
  containerPage: number;
};

/** True if the rows belong to a table whose cells may contain a small one: it names its columns or rows, which a page layout never does. */
export const mayHoldTable = ({ rows, isWide }: Pick<OpenTable, 'rows' | 'isWide'>): boolean =>
  isWide && (rows[0]?.at(-1)?.isName === true || rows.at(-1)?.[0]?.isName === true);

const MAX_SPAN = 20;

/** A small table as the text of the cell that it is in; undefined for a long one. */
export const nestedText = (rows: readonly (readonly TableCell[])[]): string | undefined => {
  const filled = rows.filter((row) => row.some(({ text }) => text !== ''));
  const length = filled.flat().reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_CHARS_IN_CELL || filled.flat().some(isLarge)) return undefined;
  return tableInCell({
    rows: toGrid(filled),
    isHead: filled[0]?.every(({ isName }) => isName === true) === true,
    isNamed: (at) => filled[at]?.[0]?.isName === true,
  });
};

const isLarge = ({ columns, rows }: TableCell): boolean => columns > MAX_SPAN || rows > MAX_SPAN;
