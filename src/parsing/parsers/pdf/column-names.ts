import type { Cell, Line } from './lines.js';

export type NamedColumns = {
  lines: readonly Line[];
  /** True if it is uncertain which columns some names above a table belong to. */
  isUnclear: boolean;
};

/**
 * Adds names to the header of their table if the file has them in another place or order. Each goes above the column that it is aligned
 * with; a wide one goes above all columns whose common middle matches its own. Names that could belong to more than one column stay as they
 * are.
 */
export const joinColumnNames = (lines: readonly Line[]): NamedColumns => {
  let isUnclear = false;
  const headers = new Map<Line, readonly Line[]>();
  const moved = new Set<Line>();
  for (const table of findTables(lines)) {
    const names = namesAbove(table, lines);
    if (names.length === 0 || areInPlace(names, table, lines)) continue;
    const header = nameColumns(table, names);
    isUnclear ||= header === undefined;
    if (header === undefined) continue;
    headers.set(table.first, header);
    for (const name of names) moved.add(name);
  }
  if (headers.size === 0) return { lines, isUnclear };
  const placed = lines.flatMap((line) => (moved.has(line) ? [] : (headers.get(line) ?? [line])));
  return { lines: placed, isUnclear };
};

type Column = { x: number; right: number };
type Table = { first: Line; rows: ReadonlySet<Line>; columns: Column[] };

const MIN_ROWS = 4;
const MIN_COLUMNS = 3;
const MAX_COLUMNS = 30;

/** Consecutive lines with one cell in each of the same columns. */
const findTables = (lines: readonly Line[]): Table[] => {
  const tables: Table[] = [];
  for (let at = 0; at < lines.length;) {
    const rows: Line[] = [];
    const columns: Column[] = [];
    for (let line = lines[at]; line && isRow(line, rows, columns); line = lines[at]) {
      for (const [column, { x, right }] of line.cells.entries()) {
        const before = columns[column] ?? { x, right };
        columns[column] = { x: Math.min(before.x, x), right: Math.max(before.right, right) };
      }
      rows.push(line);
      at += 1;
    }
    const [first] = rows;
    if (first && rows.length >= MIN_ROWS) tables.push({ first, rows: new Set(rows), columns });
    if (rows.length === 0) at += 1;
  }
  return tables;
};

const isRow = (line: Line, rows: readonly Line[], columns: readonly Column[]): boolean => {
  const { cells, table, letterWidth, y } = line;
  if (table !== undefined || letterWidth !== undefined) return false;
  if (cells.length < MIN_COLUMNS || cells.length > MAX_COLUMNS) return false;
  if (columns.length === 0)
    return cells.every(({ x }, at) => x > (cells[at - 1]?.right ?? -Infinity));
  const above = rows.at(-1);
  return (
    cells.length === columns.length &&
    (above?.y ?? 0) > y &&
    cells.every((cell, at) =>
      columns.every((column, own) => overlaps(cell, column) === (own === at)),
    )
  );
};

const overlaps = (one: Column, other: Column): boolean =>
  one.x < other.right && other.x < one.right;

/** In font sizes. */
const MAX_GAP = 2.4;
const BESIDE = 0.3;
const MAX_NAMES = 60;

/** Lines above the columns after the first one, as close to the table as lines of names are to each other; the nearest first. */
const namesAbove = ({ first, rows, columns }: Table, lines: readonly Line[]): Line[] => {
  const [left, right] = [columns[0]?.right ?? 0, (columns.at(-1)?.right ?? 0) + 2 * first.size];
  const above = lines
    .filter((line) => !rows.has(line) && line.y > first.y + BESIDE * first.size && line.x < right)
    .toSorted((one, other) => one.y - other.y);
  const names: Line[] = [];
  let top = first.y;
  for (const line of above) {
    const isName =
      line.table === undefined &&
      line.x > left &&
      line.right <= right &&
      Math.abs(line.size - first.size) < 1;
    if (line.y - top > MAX_GAP * first.size) break;
    if (!isName || names.length === MAX_NAMES) return [];
    names.push(line);
    top = line.y;
  }
  return names;
};

/** True if the file has the names directly before their table, from the top down. */
const areInPlace = (names: readonly Line[], { first }: Table, lines: readonly Line[]): boolean => {
  const end = lines.indexOf(first);
  const before = lines.slice(Math.max(0, end - names.length), end);
  return (
    before.length === names.length &&
    before.every((line, at) => names.includes(line) && line.y <= (before[at - 1]?.y ?? Infinity))
  );
};

const VALUE = /^[\p{Sc}(+−-]?\s?\p{N}/u;

type Side = (place: Column) => number;
const middleOf: Side = ({ x, right }) => (x + right) / 2;
const SIDES: readonly Side[] = [({ x }) => x, ({ right }) => right, middleOf];

/** The columns, and the sides by which all names so far are aligned with them. */
type Known = { columns: Column[]; texts: string[][]; sides: readonly Side[]; size: number };

/** The row of names, which may be the first row of the table itself; undefined if a name could belong to more than one column. */
const nameColumns = ({ first, columns }: Table, names: readonly Line[]): Line[] | undefined => {
  const known: Known = {
    columns: columns.map((column) => ({ ...column })),
    texts: columns.map(() => []),
    sides: SIDES,
    size: first.size,
  };
  const isNamed = rowsOf(names, first.size).every((row) => addNames(row, known));
  if (!isNamed) return undefined;
  const isHeader = !first.cells.slice(1).some(({ text }) => VALUE.test(text));
  const cells = first.cells.map(({ text, ...place }, at): Cell => {
    const own = known.texts[at] ?? [];
    return { ...place, text: (isHeader ? [...own, text] : own).join(' ') };
  });
  const header = { ...first, cells, text: cells.map(({ text }) => text).join(' ') };
  if (isHeader) return [header];
  const shown = cells.filter(({ text }) => text !== '');
  return [{ ...header, cells: shown, y: names[0]?.y ?? first.y }, first];
};

/** The cells by height, from the lowest up. */
const rowsOf = (names: readonly Line[], size: number): Cell[][] => {
  const rows: Cell[][] = [];
  let height = -Infinity;
  for (const { cells, y } of names) {
    if (y - height > BESIDE * size) {
      rows.push([]);
      height = y;
    }
    rows.at(-1)?.push(...cells);
  }
  return rows.map((row) => row.toSorted((one, other) => one.x - other.x));
};

/** Assigns the names of a row to their columns; false if that is not certain. */
const addNames = (row: readonly Cell[], known: Known): boolean => {
  const { columns, texts } = known;
  const named = texts.flatMap(({ length }, at) => (length > 0 ? [at] : []));
  const single = alignedColumns(row, known);
  const wide = wideColumns(row, { columns, named, size: known.size });
  if (single && wide && row.length < named.length) return false;
  const found = single?.columns.map((column) => [column]) ?? wide;
  if (found === undefined) return false;
  for (const [at, { text }] of row.entries()) {
    for (const column of found[at] ?? []) texts[column]?.unshift(text);
  }
  for (const [at, column] of single?.columns.entries() ?? []) {
    const [own, cell] = [columns[column], row[at]];
    if (!own || !cell) continue;
    own.x = Math.min(own.x, cell.x);
    own.right = Math.max(own.right, cell.right);
  }
  known.sides = single?.sides ?? known.sides;
  return true;
};

/** The one column that each name is aligned with, all of them by the same side. */
const alignedColumns = (
  row: readonly Cell[],
  { columns, sides, size }: Known,
): { columns: number[]; sides: Side[] } | undefined => {
  const found = sides.flatMap((sideOf) => {
    const own = row.flatMap((cell) => {
      const near = [...columns.entries()].filter(
        ([, column]) => Math.abs(sideOf(column) - sideOf(cell)) < size / 2,
      );
      return near.length === 1 ? near.map(([at]) => at) : [];
    });
    const isWhole = own.length === row.length && new Set(own).size === row.length;
    return isWhole ? [{ own, sideOf }] : [];
  });
  const [first] = found;
  const isOne = found.every(({ own }) => own.every((column, at) => column === first?.own[at]));
  return first && isOne
    ? { columns: first.own, sides: found.map(({ sideOf }) => sideOf) }
    : undefined;
};

/**
 * In font sizes: the middle of a wide name is this close to the middle of its columns. Their own widths are only known from their texts.
 */
const OFF_MIDDLE = 0.75;

type Wide = { columns: readonly Column[]; named: readonly number[]; size: number };

/**
 * The named columns in as many groups as there are names, each with the middle of its name; undefined unless there is exactly one way to
 * group them.
 */
const wideColumns = (
  row: readonly Cell[],
  { columns, named, size }: Wide,
): number[][] | undefined => {
  const [first = 0] = named;
  const isWhole = named.length > row.length && named.every((column, at) => column === first + at);
  if (!isWhole) return undefined;
  const ways: number[][][] = [];
  const part = (at: number, from: number, before: number[][]): void => {
    const cell = row[at];
    if (ways.length > 1) return;
    if (cell === undefined) {
      if (from === named.length) ways.push(before);
      return;
    }
    for (let to = from + 1; to <= named.length; to += 1) {
      const own = named.slice(from, to);
      const [left, right] = [columns[own[0] ?? 0], columns[own.at(-1) ?? 0]];
      const middle = ((left?.x ?? 0) + (right?.right ?? 0)) / 2;
      if (Math.abs(middle - middleOf(cell)) < OFF_MIDDLE * size) part(at + 1, to, [...before, own]);
    }
  };
  part(0, 0, []);
  return ways.length === 1 ? ways[0] : undefined;
};
