import { z } from 'zod';
import type { StoredRow, StoredTable } from '../documents/index.js';
import { AppError } from '../shared/errors.js';
import { compareExact, readNumbers, toExactNumber, type Exact } from './table-numbers.js';

const column = z.string().trim().min(1).max(200);

export const Where = z.strictObject({
  column,
  is: z.enum(['equal', 'not_equal', 'contains', 'less', 'at_most', 'more', 'at_least']),
  value: z.union([z.string().trim().max(500), z.number()]),
});
type Where = z.infer<typeof Where>;

export const Order = z.strictObject({
  column,
  direction: z.enum(['ascending', 'descending']).default('ascending'),
});

/** The place of a column by its name, in any case, or by a part that no other has. */
export const toColumn = ({ columns }: StoredTable, name: string): number => {
  const wanted = fold(name);
  const names = columns.map(fold);
  const exact = names.indexOf(wanted);
  if (exact !== -1) return exact;
  const [part, ...others] = [...names.keys()].filter((at) => names[at]?.includes(wanted) === true);
  if (part !== undefined && others.length === 0) return part;
  // Not by their names: whoever may read what calls said may not be allowed to read the document.
  throw new AppError('invalid_arguments', 'There is no such column, or more than one.');
};

/** The rows of which all conditions hold, in their order. */
export const matchingRows = (table: StoredTable, where: readonly Where[]): StoredRow[] => {
  const tests = where.map((condition) => toTest(table, condition));
  return table.rows.filter((_, at) => tests.every((holds) => holds(at)));
};

/** Numbers by their size and in front, other cells by their letters. */
export const sortRows = (
  table: StoredTable,
  rows: readonly StoredRow[],
  { column: name, direction }: z.infer<typeof Order>,
): StoredRow[] => {
  const at = toColumn(table, name);
  const numbers = numbersOf(table, at);
  const sign = direction === 'ascending' ? 1 : -1;
  const ranked = rows.map((row) => ({
    row,
    text: row.cells[at] ?? '',
    number: numbers.get(row) ?? null,
  }));
  const { compare } = new Intl.Collator(languageOf(table), { numeric: true });
  return ranked
    .sort((one, other) => {
      if (one.number && other.number) return sign * compareExact(one.number, other.number);
      if (one.number ?? other.number) return one.number ? -1 : 1;
      return sign * compare(one.text, other.text);
    })
    .map(({ row }) => row);
};

const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

const languageOf = ({ rows }: StoredTable): string => rows[0]?.chunk.language ?? 'en';

const numbersOf = (table: StoredTable, at: number): Map<StoredRow, Exact | null> => {
  const cells = table.rows.map((row) => row.cells[at] ?? '');
  const values = readNumbers(cells, languageOf(table))?.values ?? [];
  return new Map(table.rows.map((row, place) => [row, values[place] ?? null]));
};

/** A test of the row at a place; the column is read once for all. */
const toTest = (
  table: StoredTable,
  { column: name, is, value }: Where,
): ((at: number) => boolean) => {
  const column = toColumn(table, name);
  const cells = table.rows.map((row) => row.cells[column] ?? '');
  const given = toExactNumber(value);
  const numbers = given === null ? [] : [...numbersOf(table, column).values()];
  const order = (at: number): number | null => {
    const number = numbers[at] ?? null;
    return given === null || number === null ? null : compareExact(number, given);
  };
  const text = fold(String(value));
  const equals = (at: number): boolean => order(at) === 0 || fold(cells[at] ?? '') === text;
  switch (is) {
    case 'equal':
      return equals;
    case 'not_equal':
      return (at) => !equals(at);
    case 'contains':
      return (at) => fold(cells[at] ?? '').includes(text);
    case 'less':
    case 'at_most':
    case 'more':
    case 'at_least':
      return toOrderTest(is, given === null ? datesIn(cells, text) : order);
  }
};

const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2})?/u;

/** Compares dates in ISO notation; anything else has no order. */
const datesIn = (cells: readonly string[], given: string): ((at: number) => number | null) => {
  if (!ISO_DATE.test(given)) {
    throw new AppError('invalid_arguments', 'Compare with a number, or a date like 2026-09-07.');
  }
  return (at) => {
    const date = ISO_DATE.exec(cells[at] ?? '')?.[0];
    return date === undefined ? null : Number(date > given) - Number(date < given);
  };
};

const toOrderTest =
  (is: 'less' | 'at_most' | 'more' | 'at_least', order: (at: number) => number | null) =>
  (at: number): boolean => {
    const compared = order(at);
    if (compared === null) return false;
    if (is === 'less') return compared < 0;
    if (is === 'more') return compared > 0;
    return is === 'at_most' ? compared <= 0 : compared >= 0;
  };
