import { laidOutTable } from './laid-out-table.js';
import { oneLine } from './parser.js';
import type { Block } from './parsed-document.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';
import { requireSize } from './table-blocks.js';

/** A sheet's cells by row and column, both counted from 0; only cells with text are included. */
export type Sheet = Map<number, Map<number, string>>;

type Region = Map<number, string>[];

/** Collects the cells of a sheet and refuses more of them than a document may have. */
export const createSheetReader = () => {
  const sheet: Sheet = new Map();
  let characters = 0;
  return {
    sheet,
    set: (row: number, column: number, value: string): void => {
      const text = oneLine(value);
      if (text === '') return;
      characters += text.length + 3;
      if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
      const cells = sheet.get(row);
      if (cells) cells.set(column, text);
      else sheet.set(row, new Map([[column, text]]));
    },
  };
};

export type SheetReader = ReturnType<typeof createSheetReader>;

/** The tables of a sheet and the lines between them, from top to bottom. */
export const sheetBlocks = (sheet: Sheet): Block[] => toRegions(sheet).flatMap(partBlocks);

/** Blank rows separate the tables of a sheet, but not groups of rows with figures in the same columns, because their names are above. */
const toRegions = (sheet: Sheet): Region[] => {
  const regions: Region[] = [];
  let previous = Number.NEGATIVE_INFINITY;
  for (const row of [...sheet.keys()].sort((left, right) => left - right)) {
    const cells = sheet.get(row) ?? new Map<number, string>();
    const last = regions.at(-1);
    if (last && (row === previous + 1 || goesOn(last, cells))) last.push(cells);
    else regions.push([cells]);
    previous = row;
  }
  return regions;
};

const goesOn = (region: Region, row: ReadonlyMap<number, string>): boolean => {
  const header = region.find(({ size }) => size > 1);
  const above = region.at(-1);
  if (!header || !above || row.size < 2) return false;
  const isFigure = (cell = ''): boolean => /\d/u.test(cell) && IS_NUMBER.test(cell);
  const columns = [...row.keys()];
  const [, ...named] = columns;
  // Column names alone are not a table: the rows that they name come after the blank one.
  const areNames = region.every((cells) => ![...cells.values()].some(isFigure));
  const isNamed = named.every((column) => above.has(column));
  if (areNames && above.size > 1 && isNamed && row.size - above.size < 2) {
    return named.length > 1 && named.every((column) => isAmount(row.get(column)));
  }
  if (above === header) return false;
  return (
    columns.every((column) => header.has(column)) &&
    columns.some((column) => isFigure(row.get(column)) && isFigure(above.get(column)))
  );
};

/** Puts the left one of two tables side by side first; each may consist of several tables below one another. */
const partBlocks = (region: Region): Block[] => {
  const [left, right] = partColumns(region);
  return right === undefined ? regionBlocks(region) : [left, right].flatMap(sideBlocks);
};

const sideBlocks = (side: Region): Block[] =>
  toRegions(
    new Map(side.flatMap((cells, row) => (cells.size === 0 ? [] : [[row, cells]]))),
  ).flatMap(partBlocks);

/** Wider regions are not tables that were put side by side. */
const MAX_PARTED_COLUMNS = 200;

/**
 * Splits a region at the first blank column that has a table on both sides, or where one table begins next to or below the end of another.
 */
const partColumns = (region: Region): [Region, Region?] => {
  const rowsOf = findRows(region);
  const columns = [...rowsOf.keys()].sort((left, right) => left - right);
  if (columns.length > MAX_PARTED_COLUMNS) return [region];
  const rowsIn = (own: readonly number[]): Rows =>
    join(own.flatMap((column) => rowsOf.get(column) ?? []));
  for (const [at, column] of columns.entries()) {
    const next = columns[at + 1];
    if (next === undefined) continue;
    const before = rowsIn(columns.slice(0, at + 1));
    const behind = rowsIn(columns.slice(at + 1));
    const isGap = next !== column + 1;
    const isApart = before.last < behind.first || behind.last < before.first;
    if (!isGap && !isApart) continue;
    const left = region.map((cells) => pick(cells, (own) => own <= column));
    const right = region.map((cells) => pick(cells, (own) => own >= next));
    const sides = [left, right];
    if (isGap && sides.every(isTable)) return [left, right];
    if (before.first !== behind.first && sides.every(hasFigures)) return [left, right];
  }
  return [region];
};

/** The first and the last row of the contents of some columns. */
type Rows = { first: number; last: number };

const findRows = (region: Region): Map<number, Rows> => {
  const rowsOf = new Map<number, Rows>();
  for (const [row, cells] of region.entries()) {
    for (const column of cells.keys()) {
      const own = rowsOf.get(column);
      if (own) own.last = row;
      else rowsOf.set(column, { first: row, last: row });
    }
  }
  return rowsOf;
};

const join = (all: readonly Rows[]): Rows => ({
  first: Math.min(...all.map(({ first }) => first)),
  last: Math.max(...all.map(({ last }) => last)),
});

/** Names in a first row of several cells, with figures below them. */
const hasFigures = (region: Region): boolean => {
  const [names = new Map<number, string>(), ...below] = region.filter(({ size }) => size > 0);
  return (
    names.size > 1 &&
    ![...names.values()].some((name) => IS_NUMBER.test(name)) &&
    below.length > 1 &&
    below.some((cells) => [...cells.values()].some((cell) => IS_NUMBER.test(cell)))
  );
};

const pick = (cells: ReadonlyMap<number, string>, isWanted: (column: number) => boolean) =>
  new Map([...cells].filter(([column]) => isWanted(column)));

/** A number as in accounts, or the dash that means none. */
const isAmount = (cell = ''): boolean => /^(?:\(?[-+−]?[\p{N}.,\s%]+\)?|[-–—])$/u.test(cell);

const IS_NUMBER = /^[-+]?[\p{N}.,\s%]+$/u;

/** Rows with names in their first column, below a row of names; a part that only continues the rows to its left has none. */
const isTable = (region: Region): boolean => {
  const rows = region.filter(({ size }) => size > 0);
  const header = rows.find(({ size }) => size > 1);
  const first = rows
    .flatMap((cells) => [...cells.keys()])
    .reduce((least, column) => Math.min(least, column), Number.POSITIVE_INFINITY);
  if (header?.has(first) !== true) return false;
  if ([...header.values()].some((name) => IS_NUMBER.test(name) && !/^\d{4}$/u.test(name)))
    return false;
  const below = rows.slice(rows.indexOf(header) + 1).flatMap((cells) => cells.get(first) ?? []);
  return below.length > 0 && below.every((name) => !IS_NUMBER.test(name));
};

const regionBlocks = (region: Region): Block[] => {
  // Titles and remarks above a table are alone in their row; the header is the first row of several cells.
  const start = region.findIndex((cells) => cells.size > 1);
  const titles = start === -1 ? region : region.slice(0, start);
  const rows = start === -1 ? [] : region.slice(start);
  const columns = [...new Set(rows.flatMap((cells) => [...cells.keys()]))].sort(
    (left, right) => left - right,
  );
  requireSize(rows.length, columns.length);
  return [
    ...titles.map((cells): Block => ({ text: [...cells.values()].join(' '), kind: 'paragraph' })),
    ...laidOutTable({
      rows: rows.map((cells) => columns.map((column) => cells.get(column) ?? '')),
    }),
  ];
};
