import type { Slices } from '../shared/async.js';
import type { ReadableChunk } from './schema.js';

/** A row of a table, and the passage that it stands in: offsets in its content. */
export type StoredRow = { cells: string[]; chunk: ReadableChunk; start: number; end: number };

export type StoredTable = {
  columns: string[];
  rows: StoredRow[];
  /** Rows with more or fewer cells than there are columns: nobody knows which cell belongs to which. */
  uneven: number;
};

/** The tables of a document, put together again from its passages in order; one whose first row names no columns is none. */
export const findTables = async (
  chunks: readonly ReadableChunk[],
  slices: Slices,
): Promise<StoredTable[]> => {
  const tables: StoredTable[] = [];
  let last: { header: string; table: StoredTable } | undefined;
  await slices.forEach(chunks, (chunk) => {
    for (const { lines, isContinued } of toRuns(chunk)) {
      const [header, ...rows] = lines;
      if (header === undefined) continue;
      const isSame = isContinued && last?.header === header.text;
      const columns = splitCells(header.text);
      if (!isSame && !areColumnNames(columns)) continue;
      const table: StoredTable = isSame && last ? last.table : { columns, rows: [], uneven: 0 };
      if (!isSame) tables.push(table);
      last = { header: header.text, table };
      for (const { text, start, end } of rows) {
        const cells = splitCells(text);
        if (cells.length === table.columns.length) table.rows.push({ cells, chunk, start, end });
        else table.uneven += 1;
      }
    }
  });
  return tables.filter(({ rows }) => rows.length > 0);
};

/** An empty cell at either end leaves a bar without a space beside it. */
const BETWEEN_CELLS = /(?:^|\s)\|(?=\s|$)|\t+/u;

/** A bar of a cell's own, as parsers mark it. */
const OWN_BAR = /(?<!\S)\\\|(?!\S)/gu;

/** The cells of a row, as parsers write them. */
export const splitCells = (row: string): string[] =>
  row.split(BETWEEN_CELLS).map((cell) => cell.trim().replace(OWN_BAR, '|'));

/** Longer cells say something. */
const MAX_NAME_CHARS = 60;
const HAS_LETTER = /\p{L}/u;

/** True for cells that may name columns: short, with letters, and alike only beside each other, where one name lies over several columns. */
export const areColumnNames = (cells: readonly string[]): boolean =>
  new Set(cells).size > 1 &&
  new Set(cells).size ===
    cells.filter((name, at) => name === '' || name !== cells[at - 1]).length &&
  cells.every((name) => name === '' || (HAS_LETTER.test(name) && name.length <= MAX_NAME_CHARS));

type Line = { text: string; start: number; end: number };
/** Lines of cells one below the other; `isContinued`: their first is the header of a table that began in an earlier passage. */
type Run = { lines: Line[]; isContinued: boolean };

const toRuns = ({ content, charStart, charEnd }: ReadableChunk): Run[] => {
  // The header of a table that was split stands before the passage's own span of the text, as do the labels of the group it was split in.
  const repeated = content.length - (charEnd - charStart);
  const isHeaded = repeated > 0;
  const runs: Run[] = [];
  let isOpen = false;
  let start = 0;
  for (const text of content.split('\n')) {
    const line = { text, start, end: start + text.length };
    start = line.end + 1;
    if (line.start > 0 && line.end < repeated) continue;
    const isRow = BETWEEN_CELLS.test(text);
    if (isRow && isOpen) runs.at(-1)?.lines.push(line);
    else if (isRow) runs.push({ lines: [line], isContinued: isHeaded && line.start === 0 });
    isOpen = isRow;
  }
  return runs;
};
