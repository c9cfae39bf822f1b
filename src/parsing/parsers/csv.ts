import { readText } from '../decode-text.js';
import type { Parser, TextFile } from '../parser.js';

const SEPARATORS = [',', ';', '\t', '|'] as const;
type Separator = (typeof SEPARATORS)[number];

const SAMPLE_LENGTH = 64 * 1024;

const STATED_SEPARATOR = /^sep=(.)\n/i;
/** Exports have titles and remarks above and between their tables. */
const MIN_NAMED_AGREEMENT = 0.3;
/** Sentences have commas, too, so if the file name does not announce a table, every line has to be a row of it. */
const MIN_UNNAMED_RECORDS = 3;
const MIN_UNNAMED_COLUMNS = 3;
const MAX_HEADER_LENGTH = 60;

/** Records by RFC 4180, but tolerant of quotes inside a field; a blank line is an empty record. */
const readRecords = function* (text: string, separator: Separator): Generator<string[]> {
  const source = text.replace(STATED_SEPARATOR, '');
  let record: string[] = [];
  let at = 0;
  while (at < source.length) {
    let field = '';
    if (source[at] === '"') {
      const quoted = readQuoted(source, at, separator);
      field = quoted.field;
      at = quoted.end;
    }
    const start = at;
    while (at < source.length && source[at] !== separator && source[at] !== '\n') at += 1;
    record.push(field + source.slice(start, at));
    if (source[at] !== separator) {
      yield record;
      record = [];
    }
    at += 1;
  }
  if (record.length > 0) yield [...record, ''];
};

type Shape = { separator: Separator; columns: number; agreement: number; records: string[][] };

/** CSV with any usual separator and encoding, as the tables between its blank lines. */
export const csv: Parser = {
  name: 'csv',
  mimeType: 'text/csv',
  label: 'CSV',
  extensions: ['.csv', '.tsv'],
  isPlainText: true,
  recognises: { text: (file) => isCsv(file) },
  read: async ({ bytes }) => {
    const { text, warnings } = readText(bytes);
    const { refuseManyLines, TABLE_LIMITS } = await import('../line-limits.js');
    refuseManyLines(text, TABLE_LIMITS);
    const { createSheetReader, sheetBlocks } = await import('../sheet-blocks.js');
    const reader = createSheetReader();
    let row = 0;
    for (const record of readRecords(text, separatorOf(text))) {
      record.forEach((value, column) => reader.set(row, column, value));
      row += 1;
    }
    return { blocks: sheetBlocks(reader.sheet), pageCount: null, warnings };
  },
};

/** The separator with which the most records have the same number of fields. */
const separatorOf = (text: string): Separator => bestShape(text).separator;

const bestShape = (text: string): Shape => {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const stated = STATED_SEPARATOR.exec(sample)?.[1];
  const candidates = SEPARATORS.filter((separator) => !stated || separator === stated);
  const shapes = (candidates.length > 0 ? candidates : SEPARATORS).map((separator) =>
    shapeBy(sample, separator),
  );
  const score = ({ columns, agreement }: Shape): number => (columns > 1 ? agreement : 0);
  return shapes.reduce((best, shape) => {
    const difference = score(shape) - score(best);
    return difference > 0.1 || (difference > -0.1 && shape.columns > best.columns) ? shape : best;
  });
};

const SAMPLE_RECORDS = 200;

const shapeBy = (text: string, separator: Separator): Shape => {
  const records: string[][] = [];
  for (const record of readRecords(text, separator)) {
    if (record.some((field) => field.trim() !== '')) records.push(record);
    if (records.length >= SAMPLE_RECORDS) break;
  }
  // The sample may end inside a record.
  if (text.length >= SAMPLE_LENGTH && records.length > 1) records.pop();
  const counts = new Map<number, number>();
  for (const { length } of records) {
    if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  const [columns, agreeing] = most ?? [0, 0];
  return { separator, columns, agreement: agreeing / Math.max(1, records.length), records };
};

/** True for a table of separated values; unless the file's name or first line says so, every line has to be one of its rows. */
const isCsv = ({ sample, extension }: TextFile): boolean => {
  const { columns, agreement, records, separator } = bestShape(sample);
  if (STATED_SEPARATOR.test(sample)) return true;
  if (csv.extensions.includes(extension)) {
    return columns > 1 && agreement >= MIN_NAMED_AGREEMENT;
  }
  const [header = []] = records;
  return (
    separator !== '|' &&
    records.length >= MIN_UNNAMED_RECORDS &&
    columns >= MIN_UNNAMED_COLUMNS &&
    agreement === 1 &&
    new Set(header).size === columns &&
    header.every((field) => field.trim() !== '' && field.length <= MAX_HEADER_LENGTH) &&
    !/[.!?。！？]$/u.test(header.at(-1) ?? '')
  );
};

/** The quoted field that begins here; a quote ends it only before a separator or the end of the record. */
const readQuoted = (
  source: string,
  start: number,
  separator: Separator,
): { field: string; end: number } => {
  let field = '';
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf('"', from);
    if (quote === -1) return { field: field + source.slice(from), end: source.length };
    const next = source[quote + 1];
    field += source.slice(from, quote);
    if (next === undefined || next === separator || next === '\n') return { field, end: quote + 1 };
    field += '"';
    from = quote + (next === '"' ? 2 : 1);
  }
};
