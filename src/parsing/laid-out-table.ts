import type { Block } from './parsed-document.js';
import { tableBlock } from './table-blocks.js';

type Table = {
  rows: readonly (readonly string[])[];
  /** The page of each row, or of all rows. */
  pages?: number | readonly number[] | undefined;
  /** How many rows at the top the file declares as column names. */
  headerRows?: number;
};

/**
 * A table laid out for human readers, as one block. Titles above the column names become paragraphs, and several rows of names are joined
 * into one that is repeated before every part of the table.
 */
export const laidOutTable = ({ rows, pages, headerRows = 1 }: Table): Block[] => {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const filled = rows
    .map((cells, at) => ({
      cells: cells.map((cell) => cell.trim()),
      page: typeof pages === 'object' ? pages[at] : pages,
      isDeclared: at < headerRows,
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const first = filled.findIndex((row) => !isTitle(row, width));
  const titles = filled.slice(0, Math.max(0, first));
  const table = filled.slice(titles.length);
  // The label of a group may be declared as well.
  const named = table.findIndex((row, at) => !row.isDeclared || (at > 0 && isLabel(row)));
  const count = countHeaderRows(table, Math.max(1, named));
  const names = table.slice(0, count).map(({ cells }) => cells);
  const below = table.slice(count);
  const placed = [table[0] ?? [], below].flat();
  const ownPages = placed.flatMap(({ page }) => page ?? []);
  return [
    ...titles.map(({ cells: [text = ''], page }): Block => toTitle(text, page)),
    ...tableBlock(
      [joinNames(names), ...below.map(({ cells }) => cells)],
      ownPages.length === placed.length ? ownPages : undefined,
    ),
  ];
};

type Row = { cells: readonly string[] };

/** In narrower tables a name may simply have no value next to it. */
const MIN_COLUMNS_BELOW_TITLE = 3;

/** Titles and remarks above a table are alone in their row, or span all of its columns. */
const isTitle = (row: Row, width: number): boolean =>
  (width >= MIN_COLUMNS_BELOW_TITLE && isLabel(row)) ||
  (row.cells.length === width && width > 1 && new Set(row.cells).size === 1);

const isLabel = ({ cells: [first = '', ...others] }: Row): boolean =>
  first !== '' && others.every((cell) => cell === '');

const toTitle = (text: string, page: number | undefined): Block => ({
  text,
  kind: 'paragraph',
  ...(page !== undefined && { page }),
});

const MAX_HEADER_ROWS = 5;

const countHeaderRows = (rows: readonly Row[], declared: number): number => {
  let count = Math.min(declared, MAX_HEADER_ROWS, rows.length);
  while (count > 0 && count < MAX_HEADER_ROWS) {
    const [above, next, ...below] = rows.slice(count - 1, count + 1 + MAX_ROWS_SEEN);
    if (!above || !next || below.length === 0) break;
    const pair = { above: above.cells, next: next.cells };
    if (!dividesNames(pair) && !namesFigures(pair, below) && !namesTheRest(pair, below)) break;
    count += 1;
  }
  return count;
};

/** Enough rows of a table to see what its columns contain. */
const MAX_ROWS_SEEN = 50;

type Pair = { above: readonly string[]; next: readonly string[] };

/** True if a name spans several columns and the row below divides it, and the two rows differ in nothing else. */
const dividesNames = ({ above, next }: Pair): boolean => {
  if (next.some(isFigure) || above.some(isFigure)) return false;
  let isDivided = false;
  for (const [column, name] of above.entries()) {
    const own = next[column] ?? '';
    const isWide = name !== '' && (above[column - 1] === name || above[column + 1] === name);
    if (isWide && own === '') return false;
    if (!isWide && name !== '' && own !== '' && name !== own) return false;
    if (isWide && above[column + 1] === name && own !== next[column + 1]) isDivided = true;
  }
  return isDivided && new Set(above).size > 1;
};

/** True for a row of words above columns of figures, if the row above it leaves names open: units, or the names below a wide one. */
const namesFigures = ({ above, next }: Pair, below: readonly Row[]): boolean => {
  const isOpen = next[0] === '' || above.slice(1).includes('') || above.length < next.length;
  const named = [...next.keys()].filter((column) => column > 0 && next[column] !== '');
  if (!isOpen || named.length < 2 || next.some(isFigure) || above.some(isFigure)) return false;
  return named.every((column) => {
    const filled = below.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
    const figures = filled.filter((cell) => IS_AMOUNT.test(cell)).length;
    return figures > 0 && figures >= MIN_SHARE_OF_FIGURES * filled.length;
  });
};

/** True if the names of the first columns are one row below the names of the numeric columns, as pandas writes them. */
const namesTheRest = ({ above, next }: Pair, below: readonly Row[]): boolean => {
  const start = above.findIndex((name) => name !== '');
  if (start < 2 || next.some(isFigure) || above.some(isFigure)) return false;
  const isApart = next.every((name, column) => (name !== '') === column < start);
  return isApart && below.some(({ cells }) => cells.slice(start).some(isFigure));
};

const MIN_SHARE_OF_FIGURES = 0.8;
const IS_AMOUNT = /^[-+−(]?\s?\p{Sc}?\s?\d[\d.,'\s]{0,20}[%‰°]?\s?[\p{L}\p{Sc}]{0,3}\.?\)?$/u;
const IS_NUMBER = /^[-+−]?[\p{N}.,\s%]+$/u;
const IS_YEAR = /^(?:1[89]|20)\d\d$/u;

const isFigure = (cell: string): boolean => IS_NUMBER.test(cell) && !IS_YEAR.test(cell);

/** "Summer" over "Day" becomes "Summer Day"; a name that spans several rows is written once. */
const joinNames = (rows: readonly (readonly string[])[]): string[] => {
  const last = rows.at(-1) ?? [];
  const spread = rows.map((names, at) =>
    names === last ? names : spreadNames(names, rows[at + 1]),
  );
  const width = spread.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_, column) => {
    const names = spread.map((row) => row[column] ?? '').filter((name) => name !== '');
    return names.filter((name, at) => name !== names[at - 1]).join(' ');
  });
};

/**
 * The names of a row, each repeated over the blank places after it that the row below names; the name of the first column is not repeated.
 */
const spreadNames = (names: readonly string[], below: readonly string[] = []): string[] => {
  const spread: string[] = [];
  for (let column = 0; column < Math.max(names.length, below.length); column += 1) {
    const name = names[column] ?? '';
    const before = column > 1 ? (spread[column - 1] ?? '') : '';
    spread.push(name === '' && (below[column] ?? '') !== '' ? before : name);
  }
  return spread;
};
