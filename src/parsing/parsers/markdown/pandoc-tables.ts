import { findDrawnTable } from '../../drawn-tables.js';

/**
 * Rewrites the tables that Pandoc draws with dashes (single-line or multi-line rows) or with a grid as tables with bars. A table stays as
 * it is if a cell reaches into the next column, because it could only be split by guessing.
 */
export const withBarTables = (source: string): string => {
  if (!MAY_HAVE_TABLES.test(source)) return source;
  const lines = source.split('\n');
  const written: string[] = [];
  let isFenced = false;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) isFenced = !isFenced;
    const found = isFenced || !BEGINS.test(line) ? undefined : findTable(lines, at);
    if (!found) {
      written.push(line);
      at += 1;
      continue;
    }
    // The names are above the line at which a simple table was found.
    if (found.from < at) written.length -= at - found.from;
    written.push('', ...toBars(found.rows), '');
    at = found.to;
  }
  return written.join('\n');
};

const MAY_HAVE_TABLES = /^ {0,3}(?:--+ +--|\+[-=:]{2})/mu;
const BEGINS = /^ {0,3}(?:--|\+[-=:]{2})/u;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/u;
/** A line of dashes from one end of a table to the other, and one with a blank between the columns. */
const WHOLE = /^ {0,3}-{3,} *$/u;
const PARTED = /^ {0,3}--+(?: +--+)+ *$/u;

type Found = { rows: string[][]; from: number; to: number };
type Lines = readonly string[];

const findTable = (lines: Lines, at: number): Found | undefined => {
  const line = lines[at] ?? '';
  if (line.trimStart().startsWith('+')) return findGrid(lines, at);
  if (PARTED.test(line)) return findNamed(lines, at) ?? findBare(lines, at);
  return WHOLE.test(line) ? findLong(lines, at) : undefined;
};

const isBlank = (line = ''): boolean => line.trim() === '';
const isRule = (line = ''): boolean => WHOLE.test(line) || PARTED.test(line);

/** Column names, dashes below them, and one row per line up to a blank line. */
const findNamed = (lines: Lines, at: number): Found | undefined => {
  const names = lines[at - 1];
  if (isBlank(names) || isRule(names) || !isBlank(lines[at - 2])) return undefined;
  const to = endOf(lines, at + 1, isBlank);
  const below = lines.slice(at + 1, to).filter((line) => !isRule(line));
  return tableOf(lines[at], [names ?? '', ...below], { from: at - 1, to });
};

/** Rows between two lines of dashes; if rows have several lines, blank lines separate them. */
const findBare = (lines: Lines, at: number): Found | undefined => {
  const to = endOf(lines, at + 1, isRule);
  if (!isRule(lines[to]) || !isBlank(lines[at - 1])) return undefined;
  return tableOf(lines[at], rowsIn(lines.slice(at + 1, to)), { from: at, to: to + 1 });
};

/** Dashes above the names, below them, and below the last row. */
const findLong = (lines: Lines, at: number): Found | undefined => {
  const names = endOf(lines, at + 1, (line) => isBlank(line) || isRule(line));
  if (names === at + 1 || !PARTED.test(lines[names] ?? '')) return undefined;
  const to = endOf(lines, names + 1, isRule);
  if (!WHOLE.test(lines[to] ?? '')) return undefined;
  const rows = [lines.slice(at + 1, names), ...rowsIn(lines.slice(names + 1, to))];
  return tableOf(lines[names], rows, { from: at, to: to + 1 });
};

const endOf = (lines: Lines, from: number, isEnd: (line: string) => boolean): number => {
  let to = from;
  while (to < lines.length && !isEnd(lines[to] ?? '')) to += 1;
  return to;
};

type Row = string | Lines;

/** The lines of each row: everything up to the next blank line, or single lines if there are no blank ones. */
const rowsIn = (lines: Lines): Row[] => {
  if (!lines.some(isBlank)) return [...lines];
  const rows: string[][] = [[]];
  for (const line of lines) {
    if (isBlank(line)) rows.push([]);
    else rows.at(-1)?.push(line);
  }
  return rows.filter(({ length }) => length > 0);
};

const tableOf = (
  rule = '',
  rows: readonly Row[],
  place: Pick<Found, 'from' | 'to'>,
): Found | undefined => {
  const starts = [...rule.matchAll(/--+/gu)].map(({ index }) => index);
  const isParted = (line: string): boolean =>
    starts.every((start) => start === 0 || isBlank(line[start - 1]));
  if (rows.length < 2 || rows.flat().some((line) => !isParted(line))) return undefined;
  const cells = rows.map((row) =>
    starts.map((start, column) =>
      [row]
        .flat()
        .map((line) => line.slice(start, starts[column + 1]).trim())
        .join(' ')
        .trim(),
    ),
  );
  const isTable = cells.some((row) => row.filter((cell) => cell !== '').length > 1);
  return isTable ? { rows: cells, ...place } : undefined;
};

const IN_GRID = /^ {0,3}[+|]/u;

const findGrid = (lines: Lines, from: number): Found | undefined => {
  if (IN_GRID.test(lines[from - 1] ?? '')) return undefined;
  const to = endOf(lines, from, (line) => !IN_GRID.test(line));
  const drawn = findDrawnTable(lines.slice(from, to));
  const isWhole = drawn?.before.length === 0 && drawn.after.length === 0;
  return isWhole ? { rows: drawn.rows, from, to } : undefined;
};

const toBars = ([names = [], ...rows]: readonly string[][]): string[] =>
  [names, names.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(toBarCell).join(' | ')} |`,
  );

const toBarCell = (cell: string): string => cell.replaceAll(/(?<!\\)\|/gu, '\\|');
