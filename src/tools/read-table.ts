import { z } from 'zod';
import { toChunkEvidence } from '../conversations/schema.js';
import type { ReadableChunk } from '../documents/index.js';
import { findTables, type StoredRow, type StoredTable } from '../documents/stored-tables.js';
import { AppError, isAppError } from '../shared/errors.js';
import { DocumentId } from '../shared/ids.js';
import {
  averageOf,
  compareExact,
  readNumbers,
  sumOf,
  writeExact,
  toExactNumber,
  type Exact,
} from './table-numbers.js';
import { declareTool, type ToolEvidenceItem, type ToolResult } from './tool.js';

/** Some three megabytes of text; of a longer document its beginning is read, which is said. */
const MAX_TOKENS = 600_000;
const MAX_ROWS = 50;
const MAX_FIGURES = 5;
/** Passages that the rows are cited from; the prompt that answers has room for no more. */
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

const Input = z.strictObject({
  documentId: DocumentId.optional(),
  title: z.string().trim().min(1).max(500).optional().describe('The exact title.'),
  table: z.int().min(1).max(1000).default(1).describe('Its number in the document.'),
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
      const request = { by: toTarget(given), maxTokens: MAX_TOKENS, signal };
      const { chunks, truncated } = await retrieveDocument(scope, request).catch(
        (error: unknown) => {
          if (!isAppError(error) || error.code !== 'not_found') throw error;
          throw new AppError('not_found', 'No such document.', { cause: error });
        },
      );
      const tables = findTables(chunks);
      const table = tables[given.table - 1];
      if (table === undefined) {
        throw new AppError('not_found', `The document has ${tables.length} tables.`);
      }
      return toResult(given, { table, tables: tables.length, truncated });
    },
});

const toTarget = ({ documentId, title }: Given) => {
  if (documentId) return { id: documentId };
  if (title !== undefined) return { title };
  throw new AppError('invalid_arguments', 'Give a documentId or a title.');
};

type Read = { table: StoredTable; tables: number; truncated: boolean };

const toResult = (given: Given, { table, tables, truncated }: Read): ToolResult => {
  const matching = matchingRows(table, given.where);
  const sorted = given.sortBy ? sortRows(table, matching, given.sortBy) : matching;
  const figures = given.figures.map((figure) => toFigure(table, matching, figure));
  const shown = sorted.slice(0, given.limit);
  const summary = `${matching.length} of ${table.rows.length} rows match, ${shown.length} are shown; table ${given.table} of ${tables}`;
  const cut = [
    ...(truncated ? ['The document is longer than what was read: rows may be missing.'] : []),
    ...(table.uneven === 0 ? [] : [`Rows left out for their number of cells: ${table.uneven}.`]),
  ];
  const lines = [
    `Columns: ${table.columns.join(' | ')}.`,
    `Rows that match: ${matching.length}. Rows in the table: ${table.rows.length}.`,
    ...[...figures, ...cut],
    ...shown.map((row) => toLine(table, row)),
  ];
  const first = (shown[0] ?? table.rows[0])?.chunk;
  const value: ToolEvidenceItem = { kind: 'value', text: lines.join('\n') };
  return {
    summary: [summary, ...cut].join('. '),
    evidence: [
      first === undefined ? value : { ...value, restsOn: toPlace(first) },
      ...toPassages(shown).map((chunk) => toChunkEvidence(chunk, FULL_COVERAGE)),
    ],
  };
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

const toFigure = (
  table: StoredTable,
  rows: readonly StoredRow[],
  { of, column }: z.infer<typeof Figure>,
): string => {
  const at = toColumn(table, column);
  const language = table.rows[0]?.chunk.language ?? 'en';
  const read = readNumbers(
    rows.map(({ cells }) => cells[at] ?? ''),
    language,
  );
  const name = table.columns[at] ?? '';
  if (read === null) throw refuse('Its cells write numbers in different ways.');
  if (read.units.size > 1) throw refuse('Its cells have different units.');
  const values = read.values.filter((value) => value !== null);
  if (values.length === 0) return `${WORDS[of]} of ${name}: no numbers.`;
  const unit = [...read.units].map((one) => (one === '' ? '' : ` ${one}`)).join('');
  const others = rows.length - values.length;
  const without = others === 0 ? '' : `, without ${others} rows that have no number`;
  const figure = writeExact(FIGURES[of](values));
  return `${WORDS[of]} of ${name}: ${figure}${unit} (${values.length} rows${without}).`;
};

const refuse = (reason: string): AppError =>
  new AppError('invalid_arguments', `This column has no such figure. ${reason}`);

const WORDS = { sum: 'Sum', average: 'Average', smallest: 'Smallest', largest: 'Largest' } as const;

const extreme = (sign: number) => (values: readonly Exact[]) =>
  values.reduce((best, value) => (sign * compareExact(value, best) > 0 ? value : best));

const FIGURES: Readonly<Record<z.infer<typeof Figure>['of'], (values: readonly Exact[]) => Exact>> =
  { sum: sumOf, average: averageOf, smallest: extreme(-1), largest: extreme(1) };

/** The passages with the rows, cut to the lines from the first of them to the last. */
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

/** The place of a column by its name, in any case, or by a part that no other has. */
const toColumn = ({ columns }: StoredTable, name: string): number => {
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
const matchingRows = (table: StoredTable, where: readonly Where[]): StoredRow[] => {
  const tests = where.map((condition) => toTest(table, condition));
  return table.rows.filter((_, at) => tests.every((holds) => holds(at)));
};

/** Numbers by their size and in front, other cells by their letters. */
const sortRows = (
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
