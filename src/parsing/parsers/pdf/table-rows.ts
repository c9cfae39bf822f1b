import type { Cell, Line } from './lines.js';

/** `isTitle`: its one cell belongs to all columns. */
type Row = { cells: Cell[]; page: number; y: number; isTitle?: boolean };

/** A table while its lines come in; `table` if it is drawn with lines, so that every row has all of its cells. */
export type TableDraft = {
  kind: 'table';
  rows: Row[];
  page: number;
  last: Line;
  table: number | undefined;
};

const BARE_MARKER = /^(?:[\p{Co}•◦▪▫‣●○■□·–—*-]|\(?(?:\d{1,3}|[a-z])[.)])$/u;

export const hasCells = ({ cells, table }: Line): boolean =>
  table !== undefined || (cells.length > 1 && !BARE_MARKER.test(cells[0]?.text ?? ''));

const isRow = (line: Line | undefined): line is Line => line !== undefined && hasCells(line);

export const toRow = ({ cells, page, y }: Line): Row => ({
  cells: cells.map((cell) => ({ ...cell })),
  page,
  y,
});

type Context = { isFar: boolean; next: Line | undefined };

/** Adds a line to the table if it belongs there: as a row, or as a wrapped part of one. */
export const continueTable = (draft: TableDraft, line: Line, context: Context): boolean => {
  const { rows, last, table } = draft;
  if (table !== undefined && line.table === table) {
    rows.push(toRow(line));
    return true;
  }
  if (line.page !== last.page) return continueOnPage(draft, line);
  if (table !== undefined || line.table !== undefined || isApart(draft, line)) return false;
  const row = rows.at(-1);
  if (row && !context.isFar && isWrapped(draft, line, context.next)) appendToNearest(row, line);
  else if (hasCells(line)) rows.push(toRow(line));
  else if (isShortRow(draft, line, context)) {
    rows.push({ ...toRow(line), isTitle: !isInFirst(draft, line) });
  } else return false;
  return true;
};

/** In font sizes. */
const FAR_BELOW = 8;

/** True for a row with other columns so far below the table that it begins another one. */
const isApart = ({ rows, last }: TableDraft, { y, size, cells }: Line): boolean =>
  last.y - y > FAR_BELOW * size && rows.every((row) => row.cells.length !== cells.length);

/**
 * The table continues at the top of a page, where its header may be printed again; it is left out, because it is repeated before every part
 * of the table anyway.
 */
const continueOnPage = (draft: TableDraft, line: Line): boolean => {
  const { rows, table } = draft;
  const [header] = rows;
  if (
    !hasCells(line) ||
    !header ||
    !continuesTable(header, line, { isDrawn: table !== undefined })
  ) {
    return false;
  }
  if (table !== undefined) draft.table = line.table;
  const isHeader = header.cells.every(({ text }, at) => text === line.cells[at]?.text);
  if (!isHeader) rows.push(toRow(line));
  return true;
};

const SAME_PLACE = 3;

/** True if a row at the top of a page has the columns of a table from the page before. */
const continuesTable = (
  { cells: header }: Row,
  { cells, table }: Line,
  { isDrawn }: { isDrawn: boolean },
): boolean => {
  if (isDrawn !== (table !== undefined)) return false;
  const isSame = ({ x }: Cell): boolean => header.some((cell) => Math.abs(cell.x - x) < SAME_PLACE);
  const [first] = cells;
  const isAsWide = isDrawn ? cells.length === header.length : cells.length <= header.length;
  return first !== undefined && isSame(first) && isAsWide && cells.every(isSame);
};

const BEGINS_LOW = /^\p{Ll}/u;
const VALUE = /^[\p{Sc}+−-]?\s?\p{N}/u;
/** Lines of one row are closer to each other than rows are. */
const NEARER = 0.9;
const MUCH_NEARER = 0.75;

/** True if a line continues cells of the row above it. */
const isWrapped = (draft: TableDraft, line: Line, next: Line | undefined): boolean => {
  const [first] = draft.rows.at(-1)?.cells ?? [];
  const gap = draft.last.y - line.y;
  const isNear = gap < NEARER * pitchOf(draft);
  const [cell] = line.cells;
  if (cell === undefined || first === undefined) return false;
  if (line.x <= first.x + line.size) {
    if (line.cells.length !== 1 || !isInFirst(draft, line)) return false;
    return BEGINS_LOW.test(cell.text) || (isRow(next) && gap < MUCH_NEARER * pitchOf(draft));
  }
  if (line.cells.length === 1) return !isTitle(draft, cell) || isNear || BEGINS_LOW.test(cell.text);
  return isNear || !line.cells.some(({ text }) => VALUE.test(text));
};

/** The distance between the last two rows; 0 if it is not known yet. */
const pitchOf = ({ rows }: TableDraft): number => {
  const [before, last] = rows.slice(-2);
  return before !== undefined && before.page === last?.page ? before.y - last.y : 0;
};

const isInFirst = ({ rows }: TableDraft, { x, right }: Line): boolean =>
  rows.every(({ cells: [first, second] }) => {
    const isAligned = first === undefined || Math.abs(first.x - x) < SAME_PLACE || first.x > x;
    return isAligned && (second === undefined || right < second.x);
  });

/** True if a cell spans at least two cells of another row, as a title within a table does. */
const spans = ({ rows }: TableDraft, cell: Cell): boolean =>
  rows.some(({ cells }) => cells.filter((other) => overlapOf(cell, other) > 0).length > 1);

/** A row with only one filled cell, among rows that have several. */
const isShortRow = (draft: TableDraft, line: Line, { isFar, next }: Context): boolean => {
  const [cell] = line.cells;
  if (isFar || cell === undefined || line.cells.length !== 1) return false;
  const goesOn = isRow(next) && next.page === line.page;
  if (isInFirst(draft, line)) return goesOn || draft.rows.length > 2;
  return goesOn && isTitle(draft, cell) && line.right <= rightOf(draft) + line.size;
};

/** A cell that spans several columns, or is in the middle of the table but in none of its columns. */
const isTitle = (draft: TableDraft, cell: Cell): boolean => {
  if (spans(draft, cell)) return true;
  const left = draft.rows.reduce((least, { cells }) => Math.min(least, cells[0]?.x ?? 0), Infinity);
  const width = rightOf(draft) - left;
  const middle = (cell.x + cell.right) / 2;
  const isInColumn = draft.rows.some(({ cells }) =>
    cells.some((other) => Math.abs((other.x + other.right) / 2 - middle) < SAME_PLACE),
  );
  return !isInColumn && Math.abs(middle - left - width / 2) < MIDDLE * width;
};

const MIDDLE = 0.06;

const rightOf = ({ rows }: TableDraft): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.at(-1)?.right ?? 0), 0);

const overlapOf = (one: Cell, other: Cell): number =>
  Math.min(one.right, other.right) - Math.max(one.x, other.x);

const appendToNearest = ({ cells }: Row, line: Line): void => {
  for (const added of line.cells) {
    const nearness = (cell: Cell): number => {
      const overlap = overlapOf(cell, added);
      return overlap > 0 ? overlap : -Math.abs(cell.x - added.x);
    };
    const [nearest] = cells.toSorted((left, right) => nearness(right) - nearness(left));
    if (!nearest) continue;
    nearest.text += ` ${added.text}`;
    nearest.right = Math.max(nearest.right, added.right);
  }
};

/** The place of a column, and the rows that have a cell in it. */
type Column = { x: number; right: number; rows: Set<number> };

/** This many rows are enough to find the columns of a table. */
const MAX_TELLING = 150;

/** The texts of all rows, each in the column that it is printed in; an empty cell is an empty text. */
export const alignRows = ({ rows, table }: TableDraft): string[][] => {
  if (table !== undefined) return rows.map(({ cells }) => cells.map(({ text }) => text));
  const columns = findColumns(rows.filter(({ isTitle }) => isTitle !== true).slice(0, MAX_TELLING));
  return rows.map(({ cells, isTitle }) => {
    const texts = columns.map(() => '');
    for (const cell of cells) {
      const at = isTitle === true ? 0 : columnOf(columns, cell);
      texts[at] = texts[at] === '' ? cell.text : `${texts[at] ?? ''} ${cell.text}`;
    }
    return texts;
  });
};

/** Cells below each other make a column; those that span several cells of another row are ignored. */
const findColumns = (rows: readonly Row[]): Column[] => {
  const isSpanning = (cell: Cell): boolean =>
    rows.some(({ cells }) => cells.filter((other) => overlapOf(cell, other) > 0).length > 1);
  const all = rows
    .flatMap(({ cells }, row) => cells.map((cell) => ({ cell, row })))
    .filter(({ cell }) => !isSpanning(cell))
    .toSorted((one, other) => one.cell.x - other.cell.x);
  const columns: Column[] = [];
  for (const { cell, row } of all) {
    const last = columns.at(-1);
    if (last && cell.x < last.right) {
      last.right = Math.max(last.right, cell.right);
      last.rows.add(row);
    } else columns.push({ x: cell.x, right: cell.right, rows: new Set([row]) });
  }
  const isReversed =
    2 * rows.filter(({ cells }) => (cells[0]?.x ?? 0) > (cells.at(-1)?.x ?? 0)).length >
    rows.length;
  const merged = mergeHeaders(columns);
  return isReversed ? merged.reverse() : merged;
};

/** In one column, a name at the left edge and its values at the right edge do not overlap. */
const mergeHeaders = (columns: readonly Column[]): Column[] => {
  const merged: Column[] = [];
  for (const column of columns) {
    const last = merged.at(-1);
    const isOne =
      last !== undefined &&
      isHeaderOnly(last) !== isHeaderOnly(column) &&
      [...column.rows].every((row) => !last.rows.has(row));
    if (!isOne) merged.push({ ...column, rows: new Set(column.rows) });
    else {
      last.right = column.right;
      for (const row of column.rows) last.rows.add(row);
    }
  }
  return merged;
};

const isHeaderOnly = ({ rows }: Column): boolean => rows.size === 1 && rows.has(0);

const columnOf = (columns: readonly Column[], cell: Cell): number => {
  const overlaps = columns.map(({ x, right }) => overlapOf(cell, { text: '', x, right }));
  const touched = overlaps.flatMap((overlap, at) => (overlap > 0 ? [at] : []));
  const [first] = touched;
  // A cell that spans several columns is put into the first of them.
  if (first !== undefined && touched.length > 1 && isWide(columns, touched, cell)) return first;
  const best = Math.max(...overlaps);
  return Math.max(0, overlaps.indexOf(best));
};

/** True if a cell covers the middle of several columns, and does not only reach into the next one. */
const isWide = (columns: readonly Column[], touched: readonly number[], cell: Cell): boolean =>
  touched.filter((at) => {
    const { x, right } = columns[at] ?? { x: 0, right: 0 };
    return cell.x <= (x + right) / 2 && cell.right >= (x + right) / 2;
  }).length > 1;
