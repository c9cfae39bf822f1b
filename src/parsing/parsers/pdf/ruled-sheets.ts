import { joinLine } from '../../join-lines.js';
import type { Glyph } from './glyphs.js';
import { toLines, type Cell, type Line } from './lines.js';
import { alignRows, hasCells } from './table-rows.js';

type Place = {
  page: number;
  table: number;
  /** Another box with the same lines is such a sheet; then one row is enough. */
  isKnown: boolean;
};

/** A box between two drawn lines across the page, with the contents of each of its parts from left to right. */
type Band = { parts: readonly (readonly Glyph[])[]; width: number } & Place;

const MIN_ROWS = 3;
const SAME_PLACE = 3;

/**
 * The rows of a box that contains a table of its own, as in sheets whose lines separate groups of labels and values; undefined for a cell.
 * Labels and values are in columns there, which the text of a cell never is.
 */
export const layOutSheet = ({ parts, width, page, table, isKnown }: Band): Line[] | undefined => {
  if (!isKnown && !parts.some(mayHaveRows)) return undefined;
  const own = parts.map((part) => toRows(toLines(part, page)));
  const isSheet = own.some((rows) =>
    isKnown
      ? rows.some(hasCells)
      : rows.length >= MIN_ROWS && hasColumns(rows, parts.length === 1 ? 0 : width),
  );
  if (!isSheet) return undefined;
  const groups: Line[][] = [];
  for (const rows of own) {
    const last = groups.at(-1);
    if (last && areValuesOf(last, rows)) groups[groups.length - 1] = toRows([...last, ...rows]);
    else if (rows.length > 0) groups.push(rows);
  }
  return groups.flatMap((rows, at) => inColumns(rows, table + at / MAX_GROUPS));
};

/**
 * The rows within one row of drawn cells, as in a list without lines between its entries; undefined for an ordinary row. A number is at the
 * height of each entry; the other lines continue an entry or introduce the list.
 */
export const listedRows = (parts: readonly (readonly Line[])[]): string[][] | undefined => {
  const numbers = parts.find((lines) => lines.length > 1 && lines.every(isValue));
  if (numbers === undefined) return undefined;
  return levelRows(parts) ?? numberedRows(parts, numbers);
};

/** In every cell each line is a row, at the same height as in the longest cell. */
const levelRows = (parts: readonly (readonly Line[])[]): string[][] | undefined => {
  const [longest = []] = parts.toSorted((one, other) => other.length - one.length);
  const isRow = (line: Line, at: number): boolean => isLevel(line, longest[at]);
  const isList = parts.every(
    (lines) =>
      lines.every(isRow) && (lines.every(isValue) || lines.every(({ text }) => BEGINS.test(text))),
  );
  return isList ? longest.map((_, at) => parts.map((lines) => lines[at]?.text ?? '')) : undefined;
};

/** A row for each of the numbers; the line that introduces the list is repeated in each, so that none depends on the rows above it. */
const numberedRows = (
  parts: readonly (readonly Line[])[],
  numbers: readonly Line[],
): string[][] | undefined => {
  const columns = parts.flatMap((lines) => placeLines(lines, numbers) ?? []);
  if (columns.length < parts.length) return undefined;
  return numbers.map((_, row) =>
    columns.map((column) =>
      [column.get(undefined), column.get(row)].filter((text) => text !== undefined).join(' '),
    ),
  );
};

/** The text of a cell in each row, and the text before all rows; undefined if a line may belong to either of two rows. */
const placeLines = (
  lines: readonly Line[],
  numbers: readonly Line[],
): Map<number | undefined, string> | undefined => {
  const texts = new Map<number | undefined, string>();
  let row: number | undefined;
  for (const line of lines) {
    const found = numbers.findIndex((number) => isLevel(line, number));
    if (found !== -1 && (row === undefined || found > row) && BEGINS.test(line.text)) row = found;
    else if (row !== undefined && !/^\p{Ll}/u.test(line.text)) return undefined;
    const before = texts.get(row);
    texts.set(row, before === undefined ? line.text : joinLine(before, line.text, NO_WORDS));
  }
  return INTRODUCTION.test(texts.get(undefined) ?? ':') ? texts : undefined;
};

const NO_WORDS = { words: new Set<string>() };
const INTRODUCTION = /^.{0,200}[:：]$/u;

const isLevel = (line: Line, other: Line | undefined): boolean =>
  other !== undefined && Math.abs(other.y - line.y) < 0.3 * line.size;

const isValue = ({ text }: Line): boolean => VALUE.test(text) && !WORDS.test(text);

/** A capital letter, a number or a mark begins a new text; a small letter continues a sentence. */
const BEGINS = /^[^\p{Ll}]/u;
const WORDS = /\p{L}{4}/u;

/** The cells of a table have few lines: for most of them this check is enough. */
const mayHaveRows = (glyphs: readonly Glyph[]): boolean => {
  let [changes, height] = [0, Infinity];
  for (const { y, size } of glyphs) {
    if (Math.abs(y - height) < size / 2) continue;
    height = y;
    changes += 1;
  }
  return changes >= MIN_ROWS;
};

/** Tables within one box are distinguished by fractions of its number. */
const MAX_GROUPS = 100;

/** Everything at one height as one line, from the top down. */
const toRows = (lines: readonly Line[]): Line[] => {
  const rows: Line[] = [];
  for (const line of lines.toSorted((one, other) => other.y - one.y)) {
    const last = rows.at(-1);
    if (last === undefined || last.y - line.y > 0.4 * line.size) {
      rows.push({ ...line });
      continue;
    }
    last.cells = [...last.cells, ...line.cells].toSorted((one, other) => one.x - other.x);
    last.text = last.cells.map(({ text }) => text).join(' ');
    last.x = Math.min(last.x, line.x);
    last.right = Math.max(last.right, line.right);
  }
  return rows;
};

/** True if cells begin at one place in several rows, and these rows take up a large part of the width. */
const hasColumns = (rows: readonly Line[], width: number): boolean => {
  const parted = rows.filter(hasCells);
  const isAligned = (cell: Cell): boolean =>
    parted.filter(({ cells }) => cells.slice(1).some(({ x }) => Math.abs(x - cell.x) < SAME_PLACE))
      .length >= MIN_ROWS;
  const [left, right] = [
    Math.min(...rows.map(({ x }) => x)),
    Math.max(...rows.map((row) => row.right)),
  ];
  return (
    MIN_PARTED * rows.length <= parted.length &&
    right - left > MIN_WIDTH * width &&
    parted.some(({ cells }) => cells.slice(1).some(isAligned))
  );
};

const MIN_PARTED = 0.3;
const MIN_WIDTH = 0.4;
const VALUE = /^(?:[\p{Sc}+−-]?\s?\p{N}|[-–—]$)/u;
const MIN_VALUES = 0.6;

/** True if the next part of a box is a column of figures for the rows before it. */
const areValuesOf = (before: readonly Line[], rows: readonly Line[]): boolean => {
  const values = rows.filter(
    ({ y, text, cells }) =>
      cells.length === 1 && VALUE.test(text) && before.some((row) => Math.abs(row.y - y) < 2),
  );
  return values.length >= 2 && values.length >= MIN_VALUES * rows.length;
};

/** Rows with all of their cells; rows with only one cell stay lines of text. */
const inColumns = (rows: readonly Line[], table: number): Line[] => {
  const [first] = rows;
  if (first === undefined || !rows.some(hasCells)) return [...rows];
  const aligned = alignRows({
    kind: 'table',
    page: first.page,
    last: first,
    table: undefined,
    rows: rows.map(({ cells, page, y }) => ({ cells, page, y })),
  });
  return rows.map((row, at) => {
    const texts = aligned[at] ?? [];
    return { ...row, cells: texts.map((text) => ({ text, x: row.x, right: row.right })), table };
  });
};
