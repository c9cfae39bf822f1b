import type { Slices } from '../shared/async.js';
import type { ReadableChunk, StructuredPassage, TextBlock } from './schema.js';

/** A table row and the passage that contains it; the offsets refer to the passage's content. */
export type StoredRow = { cells: string[]; chunk: ReadableChunk; start: number; end: number };

export type StoredTable = {
  columns: string[];
  /** The headings above the table, including the name of a sheet or slide. */
  under: string | null;
  rows: StoredRow[];
  /** The number of rows whose cells cannot be assigned because there are more or fewer of them than columns. */
  uneven: number;
};

/**
 * Reassembles the tables of a document from its passages in order. If the blocks of a passage are unknown, lines of cells count as a table
 * if the first line contains column names.
 */
export const findTables = async (
  passages: readonly StructuredPassage[],
  slices: Slices,
): Promise<StoredTable[]> => {
  const tables = new Map<string, StoredTable>();
  const latest = new Map<number, StoredTable>();
  const barredRuns = createBarredRuns();
  await slices.forEach(passages, ({ blocks, ...chunk }) => {
    const runs = blocks ? tableRuns(chunk, blocks) : barredRuns(chunk);
    for (const { block, columns, lines } of runs) {
      const key = `${block} ${columns?.join(' | ') ?? ''}`;
      const known = columns === null ? latest.get(block) : tables.get(key);
      if (!known && columns === null) continue;
      const table = known ?? { columns: columns ?? [], under: chunk.chapter, rows: [], uneven: 0 };
      if (!known) tables.set(key, table);
      latest.set(block, table);
      for (const { text, start, end } of lines) {
        const cells = splitCells(text);
        if (cells.length === table.columns.length) table.rows.push({ cells, chunk, start, end });
        else table.uneven += 1;
      }
    }
  });
  return [...tables.values()].filter(({ rows }) => rows.length > 0);
};

/** The separator between cells. An empty first or last cell leaves a bar without a space next to it. */
const BETWEEN_CELLS = /(?:^|\s)\|(?=\s|$)|\t+/u;

/** A bar that is part of a cell, as escaped by parsers. */
const OWN_BAR = /(?<!\S)\\\|(?!\S)/gu;

/** Splits a row in the parsers' format into cells. */
export const splitCells = (row: string): string[] =>
  row.split(BETWEEN_CELLS).map((cell) => cell.trim().replace(OWN_BAR, '|'));

/** Longer cells contain sentences, not names. */
const MAX_NAME_CHARS = 60;
const HAS_LETTER = /\p{L}/u;

/**
 * True if the cells may be column names: short, with letters, and equal only if they are adjacent, which happens when one name spans
 * several columns.
 */
export const areColumnNames = (cells: readonly string[]): boolean =>
  new Set(cells).size > 1 &&
  new Set(cells).size ===
    cells.filter((name, at) => name === '' || name !== cells[at - 1]).length &&
  cells.every((name) => name === '' || (HAS_LETTER.test(name) && name.length <= MAX_NAME_CHARS));

const IS_YEAR = /^(?:1[89]|20)\d\d$/u;

/** Years count as column names if the other cells are names or empty. */
const haveYears = (cells: readonly string[]): boolean =>
  cells.some((cell) => IS_YEAR.test(cell)) &&
  areColumnNames(cells.map((cell) => (IS_YEAR.test(cell) ? `year ${cell}` : cell)));

type Line = { text: string; start: number; end: number };

/** Rows of one table within one passage. `columns` is null if the rows only continue those above. */
type Run = { block: number; columns: string[] | null; lines: Line[] };

/**
 * The length of the repeated text that precedes a passage's own span: the header of a split table, and the labels of the group that was
 * split.
 */
const repeatedIn = ({ content, charStart, charEnd }: ReadableChunk): number =>
  Math.max(0, content.length - (charEnd - charStart));

const tableRuns = (chunk: ReadableChunk, blocks: readonly TextBlock[]): Run[] =>
  blocks.filter(({ kind }) => kind === 'table').map((block) => toRun(chunk, block));

const toRun = (chunk: ReadableChunk, { charStart: block, charEnd }: TextBlock): Run => {
  const { content, charStart } = chunk;
  const repeated = repeatedIn(chunk);
  const begins = repeated + Math.max(0, block - charStart);
  // If a row is wider than a passage, its later parts repeat the first cell of the row.
  const from = content.lastIndexOf('\n', begins - 1) + 1;
  const lines = toLines(content.slice(0, repeated + charEnd - charStart), from);
  const isContinued = block < charStart;
  if (isContinued && repeated === 0) return { block, columns: null, lines };
  const [header] = isContinued ? toLines(content, 0) : lines;
  const cells = splitCells(header?.text ?? '');
  if (areColumnNames(cells) || haveYears(cells)) {
    return { block, columns: cells, lines: isContinued ? lines : lines.slice(1) };
  }
  return { block, columns: cells.map((_, at) => `column ${at + 1}`), lines };
};

const toLines = (content: string, from: number): Line[] => {
  let start = from;
  return content
    .slice(from)
    .split('\n')
    .map((text) => {
      const line = { text, start, end: start + text.length };
      start = line.end + 1;
      return line;
    });
};

/** Finds runs of lines that look like rows, below a line of column names. */
const createBarredRuns = () => {
  let block = 0;
  return (chunk: ReadableChunk): Run[] => {
    const repeated = repeatedIn(chunk);
    const runs: Line[][] = [];
    const isContinued =
      repeated > 0 && BETWEEN_CELLS.test(toLines(chunk.content, 0)[0]?.text ?? '');
    let isOpen = false;
    for (const line of toLines(chunk.content, 0)) {
      if (line.start > 0 && line.end < repeated) continue;
      const isRow = BETWEEN_CELLS.test(line.text);
      if (isRow && isOpen) runs.at(-1)?.push(line);
      else if (isRow) runs.push([line]);
      isOpen = isRow;
    }
    return runs.flatMap(([header, ...lines], at) => {
      const columns = splitCells(header?.text ?? '');
      if (at > 0 || !isContinued) block += 1;
      return areColumnNames(columns) ? [{ block, columns, lines }] : [];
    });
  };
};
