import { z } from 'zod';
import { toChunkEvidence } from '../../conversations/schema.js';
import type { ReadableChunk } from '../../documents/index.js';
import type { StoredRow, StoredTable } from '../../documents/stored-tables.js';
import { createSlices, type Slices } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { DocumentId } from '../../shared/ids.js';
import { fold, languageOf, openColumns, type Column } from './table-columns.js';
import {
  addExact,
  averageOf,
  compareExact,
  toExactNumber,
  writeExact,
  ZERO,
  type Exact,
} from './table-numbers.js';
import { declareTool, type ToolEvidenceItem, type ToolResult } from '../tool.js';

/** About three megabytes of text; of a longer document only the beginning is read, and the result says so. */
const MAX_TOKENS = 600_000;
const MAX_ROWS = 50;
const MAX_FIGURES = 5;
/** The number of passages that rows are cited from; the answer's prompt has room for no more. */
const MAX_PASSAGES = 10;
const MAX_CELL_CHARS = 200;
const FULL_COVERAGE = 1;

const column = z.string().trim().min(1).max(200);

const Where = z.strictObject({
  column,
  is: z.enum(['equal', 'not_equal', 'contains', 'less', 'at_most', 'more', 'at_least']),
  value: z.union([z.string().trim().max(500), z.number()]),
});
type Where = z.infer<typeof Where>;

const Order = z.strictObject({
  column,
  direction: z.enum(['ascending', 'descending']).default('ascending'),
});

const Figure = z.strictObject({
  of: z.enum(['sum', 'average', 'smallest', 'largest']),
  column,
});
type Figure = z.infer<typeof Figure>;

const Input = z.strictObject({
  documentId: DocumentId.optional(),
  title: z.string().trim().min(1).max(500).optional().describe('The exact title.'),
  under: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Words of the sheet, slide or heading that the table stands under; without it all.'),
  table: z.int().min(1).max(1000).default(1).describe('Its number among those.'),
  where: z.array(Where).max(5).default([]).describe('All of these hold of a row.'),
  sortBy: Order.optional(),
  figures: z.array(Figure).max(MAX_FIGURES).default([]).describe('Over the rows that match.'),
  limit: z.int().min(0).max(MAX_ROWS).default(20).describe('The rows to show.'),
});
type Given = z.infer<typeof Input>;

export const readTable = declareTool({
  name: 'read_table',
  description:
    'Reads a table of one document (CSV, spreadsheet, or a table in a text): filters, sorts and counts its rows and works out sums, averages and extremes over the stored cells. Call it without where and figures first to see the names of the columns. It cannot join tables or change them.',
  input: Input,
  risk: 'safe',
  permission: 'documents:read',
  searchesKnowledge: true,
  create:
    ({ retrieveDocument }) =>
    async (given, { scope, signal }) => {
      const request = { by: toTarget(given), maxTokens: MAX_TOKENS, withBlocks: true, signal };
      const { chunks, truncated } = await retrieveDocument(scope, request).catch(
        (error: unknown) => {
          if (!isAppError(error) || error.code !== 'not_found') throw error;
          throw new AppError('not_found', 'No such document.', { cause: error });
        },
      );
      const { findTables } = await import('../../documents/stored-tables.js');
      const slices = createSlices(signal);
      const tables = tablesUnder(await findTables(chunks, slices), given.under);
      const table = tables[given.table - 1];
      if (table === undefined) {
        const place = given.under === undefined ? 'in the document' : 'under such a heading';
        throw new AppError('not_found', `Tables ${place}: ${tables.length}.`);
      }
      return toResult(given, { table, tables, truncated, slices });
    },
});

const toTarget = ({ documentId, title }: Given) => {
  if (documentId) return { id: documentId };
  if (title !== undefined) return { title };
  throw new AppError('invalid_arguments', 'Give a documentId or a title.');
};

const tablesUnder = (tables: readonly StoredTable[], heading: string | undefined) =>
  heading === undefined
    ? tables
    : tables.filter(({ under }) => fold(under ?? '').includes(fold(heading)));

type Read = {
  table: StoredTable;
  tables: readonly StoredTable[];
  truncated: boolean;
  slices: Slices;
};

type Use = { table: StoredTable; columnOf: (name: string) => Column; slices: Slices };

const toResult = async (
  given: Given,
  { table, tables, truncated, slices }: Read,
): Promise<ToolResult> => {
  const use = { table, columnOf: openColumns(table, slices), slices };
  const matching = await matchingRows(use, given.where);
  const first = await firstRows(use, matching, given);
  const figures = await toFigures(use, matching, given.figures);
  const shown = first.flatMap((place) => table.rows[place] ?? []);
  const summary = `${matching.length} of ${table.rows.length} rows match, ${shown.length} are shown; table ${given.table} of ${tables.length}`;
  const cut = [
    ...(truncated ? ['The document is longer than what was read: rows may be missing.'] : []),
    ...(table.uneven === 0 ? [] : [`Rows left out for their number of cells: ${table.uneven}.`]),
  ];
  const lines = [
    ...(table.under === null ? [] : [`Under: ${table.under}.`]),
    `Columns: ${table.columns.join(' | ')}.`,
    `Rows that match: ${matching.length}. Rows in the table: ${table.rows.length}.`,
    ...figures,
    ...cut,
    ...othersOf(given, tables),
    ...shown.map((row) => toLine(table, row)),
  ];
  const citable = (shown[0] ?? table.rows[0])?.chunk;
  const value: ToolEvidenceItem = { kind: 'value', text: lines.join('\n') };
  return {
    summary: [summary, ...cut].join('. '),
    evidence: [
      citable === undefined ? value : { ...value, restsOn: toPlace(citable) },
      ...toPassages(shown).map((chunk) => toChunkEvidence(chunk, FULL_COVERAGE)),
    ],
  };
};

const MAX_OTHERS = 20;

/** Names the other tables, for a model that has not yet said which one it means. */
const othersOf = ({ table, under }: Given, tables: readonly StoredTable[]): string[] => {
  if (table !== 1 || under !== undefined || tables.length === 1) return [];
  const others = tables.slice(1, MAX_OTHERS + 1).map(({ under: heading, columns }, at) => {
    const said = `${heading === null ? '' : `${heading}: `}${columns.join(' | ')}`;
    return `${at + 2}. ${said.length > MAX_CELL_CHARS ? `${said.slice(0, MAX_CELL_CHARS)}…` : said}`;
  });
  return ['Other tables:', ...others];
};

const toPlace = ({ id, documentId, version }: ReadableChunk) => ({
  chunkId: id,
  documentId,
  documentVersion: version,
});

const toLine = ({ columns }: StoredTable, { cells }: StoredRow): string =>
  columns
    .flatMap((name, at) => {
      const cell = cells[at] ?? '';
      if (cell === '') return [];
      const said = cell.length > MAX_CELL_CHARS ? `${cell.slice(0, MAX_CELL_CHARS)}…` : cell;
      return [name === '' ? said : `${name}: ${said}`];
    })
    .join(' · ');

const toFigures = async (
  { columnOf, slices }: Use,
  places: readonly number[],
  figures: readonly Figure[],
): Promise<string[]> => {
  const tallies = new Map<Column, Tally>();
  const lines: string[] = [];
  for (const { of, column: name } of figures) {
    const column = columnOf(name);
    const tally = tallies.get(column) ?? (await tallyOf(column, places, slices));
    tallies.set(column, tally);
    lines.push(`${WORDS[of]} of ${column.name}: ${sayFigure(of, tally, places.length)}.`);
  }
  return lines;
};

/** All figures of a column at once; of equal numbers the first counts as smallest and largest. */
type Tally = { count: number; unit: string; sum: Exact; smallest: Exact; largest: Exact };

const tallyOf = async (
  column: Column,
  places: readonly number[],
  slices: Slices,
): Promise<Tally> => {
  const read = await column.numbersAt(places);
  if (read === null) throw refuse('Its cells write numbers in different formats.');
  if (read.units.size > 1) throw refuse('Its cells have different units.');
  const values = read.values.filter((value) => value !== null);
  const [first = ZERO] = values;
  const tally = { count: values.length, sum: ZERO, smallest: first, largest: first };
  await slices.forEach(values, (value) => {
    tally.sum = addExact(tally.sum, value);
    if (compareExact(value, tally.smallest) < 0) tally.smallest = value;
    if (compareExact(value, tally.largest) > 0) tally.largest = value;
  });
  return { ...tally, unit: [...read.units].join('') };
};

const sayFigure = (of: Figure['of'], { unit, ...tally }: Tally, rows: number): string => {
  if (tally.count === 0) return 'no numbers';
  const figure = of === 'average' ? averageOf(tally.sum, tally.count) : tally[of];
  const others = rows - tally.count;
  const without = others === 0 ? '' : `, without ${others} rows that have no number`;
  return `${writeExact(figure)}${unit === '' ? '' : ` ${unit}`} (${tally.count} rows${without})`;
};

const refuse = (reason: string): AppError =>
  new AppError('invalid_arguments', `This column has no such figure. ${reason}`);

const WORDS = { sum: 'Sum', average: 'Average', smallest: 'Smallest', largest: 'Largest' } as const;

/** The passages with the rows, cut from the first of these lines to the last. */
const toPassages = (rows: readonly StoredRow[]): ReadableChunk[] => {
  const chunks = [...new Set(rows.map(({ chunk }) => chunk))].slice(0, MAX_PASSAGES);
  return chunks.map((chunk) =>
    cutTo(
      chunk,
      rows.filter((row) => row.chunk === chunk),
    ),
  );
};

const cutTo = (chunk: ReadableChunk, rows: readonly StoredRow[]): ReadableChunk => {
  const { content, charStart, charEnd } = chunk;
  const prepended = Math.max(0, content.length - (charEnd - charStart));
  const start = Math.min(...rows.map((row) => row.start));
  const end = Math.max(...rows.map((row) => row.end));
  if (start < prepended) return chunk;
  const header = content.slice(0, content.indexOf('\n') + 1);
  const from = charStart + start - prepended;
  return {
    ...chunk,
    content: `${header}${content.slice(start, end)}`,
    charStart: from,
    charEnd: from + end - start,
  };
};

/** The positions of the rows that satisfy all conditions, in order. */
const matchingRows = async (use: Use, where: readonly Where[]): Promise<number[]> => {
  const tests: ((place: number) => boolean)[] = [];
  for (const condition of where) tests.push(await toTest(use, condition));
  const places: number[] = [];
  await use.slices.forEach(use.table.rows, (_, place) => {
    if (tests.every((holds) => holds(place))) places.push(place);
  });
  return places;
};

/** The rows to show: the first in the requested order. Equal rows keep their order. */
const firstRows = async (
  use: Use,
  places: readonly number[],
  { sortBy, limit }: Pick<Given, 'sortBy' | 'limit'>,
): Promise<number[]> => {
  if (sortBy === undefined) return places.slice(0, limit);
  const compare = await toOrder(use, sortBy);
  const first: number[] = [];
  await use.slices.forEach(places, (place) => {
    const last = first.at(-1);
    if (first.length === limit && (last === undefined || compare(place, last) >= 0)) return;
    let [from, to] = [0, first.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (compare(place, first[middle] ?? place) < 0) to = middle;
      else from = middle + 1;
    }
    first.splice(from, 0, place);
    if (first.length > limit) first.pop();
  });
  return first;
};

/** Numbers come first, by value; other cells follow alphabetically. */
const toOrder = async (
  { table, columnOf }: Use,
  { column: name, direction }: z.infer<typeof Order>,
): Promise<(place: number, other: number) => number> => {
  const column = columnOf(name);
  const numbers = await column.numbers();
  const sign = direction === 'ascending' ? 1 : -1;
  const { compare } = new Intl.Collator(languageOf(table), { numeric: true });
  return (place, other) => {
    const [one, another] = [numbers[place] ?? null, numbers[other] ?? null];
    if (one && another) return sign * compareExact(one, another);
    if (one ?? another) return one ? -1 : 1;
    return sign * compare(column.cellAt(place), column.cellAt(other));
  };
};

type Compare = (place: number) => number | null;

/** A test for the row at a position. */
const toTest = async (
  { columnOf }: Use,
  { column: name, is, value }: Where,
): Promise<(place: number) => boolean> => {
  const column = columnOf(name);
  const given = toExactNumber(value);
  const text = fold(String(value));
  const toNumber = async (number: Exact) => comparedTo(number, await column.numbers());
  switch (is) {
    case 'equal':
    case 'not_equal': {
      const compare: Compare = given === null ? () => null : await toNumber(given);
      const folded = await column.folded();
      const equals = (place: number): boolean => compare(place) === 0 || folded[place] === text;
      return is === 'equal' ? equals : (place) => !equals(place);
    }
    case 'contains': {
      const folded = await column.folded();
      return (place) => folded[place]?.includes(text) === true;
    }
    case 'less':
    case 'at_most':
    case 'more':
    case 'at_least':
      return toOrderTest(is, given === null ? comparedToDate(text, column) : await toNumber(given));
  }
};

const comparedTo =
  (given: Exact, numbers: readonly (Exact | null)[]): Compare =>
  (place) => {
    const number = numbers[place] ?? null;
    return number === null ? null : compareExact(number, given);
  };

const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2})?/u;

/** Compares ISO dates; anything else has no order. */
const comparedToDate = (given: string, { cellAt }: Column): Compare => {
  if (!ISO_DATE.test(given)) {
    throw new AppError('invalid_arguments', 'Compare with a number, or a date like 2026-09-07.');
  }
  return (place) => {
    const date = ISO_DATE.exec(cellAt(place))?.[0];
    return date === undefined ? null : Number(date > given) - Number(date < given);
  };
};

const toOrderTest =
  (is: 'less' | 'at_most' | 'more' | 'at_least', compare: Compare) =>
  (place: number): boolean => {
    const compared = compare(place);
    if (compared === null) return false;
    if (is === 'less') return compared < 0;
    if (is === 'more') return compared > 0;
    return is === 'at_most' ? compared <= 0 : compared >= 0;
  };
