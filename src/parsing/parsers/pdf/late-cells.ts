import type { Cell, Line } from './lines.js';

/**
 * Figures that a program writes after all other cells, as Excel does with those that it recalculates: each is moved to the row in whose gap
 * it is. Words may be a column of text of their own.
 */
export const joinLateCells = (lines: readonly Line[]): Line[] => {
  const rows = new Map<number, Line[]>();
  const found: { row: Line; late: Line }[] = [];
  for (const line of lines) {
    const row = isFigures(line) ? findRow(rows, line) : undefined;
    if (row) found.push({ row, late: line });
    else if (isRow(line)) addRow(rows, line);
  }
  if (new Set(found.map(({ row }) => row)).size < MIN_ROWS) return [...lines];
  const lateOf = new Map<Line, Line[]>();
  for (const { row, late } of found) lateOf.set(row, [...(lateOf.get(row) ?? []), late]);
  const moved = new Set(found.map(({ late }) => late));
  return lines.flatMap((line) =>
    moved.has(line) ? [] : [withCells(line, lateOf.get(line) ?? [])],
  );
};

const MIN_ROWS = 2;
const FIGURES = /^[\p{Sc}\p{N}\s.,:%()+\u2212\u2013-]*\p{N}[\p{Sc}\p{N}\s.,:%()+\u2212\u2013-]*$/u;
const MAX_FIGURES = 30;

const isFigures = ({ text, table, letterWidth }: Line): boolean =>
  table === undefined &&
  letterWidth === undefined &&
  text.length <= MAX_FIGURES &&
  FIGURES.test(text);

const isRow = ({ cells, table, letterWidth }: Line): boolean =>
  cells.length > 1 &&
  table === undefined &&
  letterWidth === undefined &&
  cells.every(({ x }, at) => x >= (cells[at - 1]?.x ?? 0));

/** Heights are looked up in steps of this many units of the page. */
const STEP = 6;
const MAX_AT_ONE_HEIGHT = 20;

const addRow = (rows: Map<number, Line[]>, line: Line): void => {
  const step = Math.round(line.y / STEP);
  const own = rows.get(step) ?? [];
  if (own.length < MAX_AT_ONE_HEIGHT) own.push(line);
  rows.set(step, own);
};

const SAME_HEIGHT = 0.15;
/** The space that a cell leaves on both sides, in font sizes. */
const ROOM = 1;

const findRow = (rows: ReadonlyMap<number, Line[]>, late: Line): Line | undefined => {
  const step = Math.round(late.y / STEP);
  return [step - 1, step, step + 1]
    .flatMap((at) => rows.get(at) ?? [])
    .find((row) => Math.abs(row.y - late.y) < SAME_HEIGHT * row.size && hasRoom(row, late));
};

const hasRoom = ({ cells, size }: Line, { x, right }: Line): boolean =>
  cells.some((cell, at) => {
    const next = cells[at + 1];
    return next !== undefined && x > cell.right + ROOM * size && right < next.x - ROOM * size;
  });

const withCells = (row: Line, late: readonly Line[]): Line => {
  if (late.length === 0) return row;
  const cells: Cell[] = [...row.cells, ...late.flatMap((line) => line.cells)];
  cells.sort((one, other) => one.x - other.x);
  return { ...row, cells, text: cells.map(({ text }) => text).join(' ') };
};
