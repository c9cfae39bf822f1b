import type { StoredTable } from '../../documents/stored-tables.js';
import { createLazy, type Slices } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import {
  decimalSignOf,
  readNumber,
  toExact,
  type Exact,
  type WrittenNumber,
} from './table-numbers.js';

/** The numbers of some rows, null where a cell has none, and the units next to them. */
type Numbers = { values: (Exact | null)[]; units: ReadonlySet<string> };

/** A column that is read completely when it is first used; `place` is a row's position in the table. */
export type Column = {
  name: string;
  cellAt: (place: number) => string;
  /** By row position. */
  folded: () => Promise<string[]>;
  /** By row position; empty if the cells write numbers in different ways. */
  numbers: () => Promise<(Exact | null)[]>;
  /** Reads these rows as if there were no others; null if they write numbers in different ways. */
  numbersAt: (places: readonly number[]) => Promise<Numbers | null>;
};

/** The columns of a table by name, in any case, or by a part that no other name has. */
export const openColumns = (table: StoredTable, slices: Slices): ((name: string) => Column) => {
  const opened = new Map<number, Column>();
  return (name) => {
    const at = toPlace(table, name);
    const column = opened.get(at) ?? openColumn(table, at, slices);
    opened.set(at, column);
    return column;
  };
};

export const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

export const languageOf = ({ rows }: StoredTable): string => rows[0]?.chunk.language ?? 'en';

const toPlace = ({ columns }: StoredTable, name: string): number => {
  const wanted = fold(name);
  const names = columns.map(fold);
  const exact = names.indexOf(wanted);
  if (exact !== -1) return exact;
  const [part, ...others] = [...names.keys()].filter((at) => names[at]?.includes(wanted) === true);
  if (part !== undefined && others.length === 0) return part;
  // Does not list the names: a reader of the tool's messages may not be allowed to read the document.
  throw new AppError('invalid_arguments', 'There is no such column, or more than one.');
};

const openColumn = (table: StoredTable, at: number, slices: Slices): Column => {
  const cellAt = (place: number): string => table.rows[place]?.cells[at] ?? '';
  const folded = createLazy(() => slices.map(table.rows, (_, place) => fold(cellAt(place))));
  const written = createLazy(() => slices.map(table.rows, (_, place) => readNumber(cellAt(place))));
  const bySign = new Map<string, () => Promise<(Exact | null)[]>>();
  const numbersBy = (sign: string) => {
    const { get } = createLazy(async () =>
      slices.map(await written.get(), (number) => number && toExact(number, sign)),
    );
    const known = bySign.get(sign) ?? get;
    bySign.set(sign, known);
    return known();
  };
  const lookAt = async (numbers: readonly (WrittenNumber | null)[]) => {
    const units = new Set<string>();
    const signs = new Set<string>();
    await slices.forEach(numbers, (number) => {
      if (number === null) return;
      units.add(number.unit);
      if (number.decimalSign !== null) signs.add(number.decimalSign);
    });
    const [sign = decimalSignOf(languageOf(table)), other] = [...signs];
    return { units, sign: other === undefined ? sign : null };
  };
  const numbers = createLazy(async () => {
    const { sign } = await lookAt(await written.get());
    return sign === null ? [] : numbersBy(sign);
  });
  return {
    name: table.columns[at] ?? '',
    cellAt,
    folded: folded.get,
    numbers: numbers.get,
    numbersAt: async (places) => {
      const all = await written.get();
      const { sign, units } = await lookAt(await slices.map(places, (place) => all[place] ?? null));
      if (sign === null) return null;
      const values = await numbersBy(sign);
      return { values: await slices.map(places, (place) => values[place] ?? null), units };
    },
  };
};
