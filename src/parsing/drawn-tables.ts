import type { Lines } from './line-breaks.js';

/** A table drawn with bars and dashes, with the lines above and below it. */
export type DrawnTable = { before: Lines; rows: string[][]; after: Lines };

/** Lines of a frame: `+---+---+`, `├───┼───┤`, `|---|---|`, `----+----`. */
const FRAME = /^[-+|:=_\u2500-\u257f]+$/u;
const JOINT = /[-=_\u2500-\u257f][+|\u2500-\u257f]|[+|\u2500-\u257f][-=_\u2500-\u257f]/u;
const BAR = /[|\u2502\u2503\u2551]/u;
const BARS = new RegExp(BAR, 'gu');
const MAX_WIDTH = 2_000;
const MIN_ROWS = 2;

/**
 * Finds a table that a terminal or a database has drawn in a paragraph. Undefined unless all rows between the frame lines have the same
 * number of cells, so other drawings stay as they are.
 */
export const findDrawnTable = (lines: Lines): DrawnTable | undefined => {
  const isFrame = (line = ''): boolean => {
    const own = line.trim();
    return own.length >= 3 && own.length <= MAX_WIDTH && FRAME.test(own) && JOINT.test(own);
  };
  const isRow = (line: string): boolean => line.length <= MAX_WIDTH && BAR.test(line.trim());
  const first = lines.findIndex((line) => isFrame(line));
  if (first === -1) return undefined;
  let from = first;
  // There may be column names above the first frame line, as psql writes them.
  if (!isFrame(lines[from - 1]) && isRow(lines[from - 1] ?? '')) from -= 1;
  let to = first;
  while (to < lines.length && (isFrame(lines[to]) || isRow(lines[to] ?? ''))) to += 1;
  const rows = toRows(lines.slice(from, to), isFrame);
  if (!rows) return undefined;
  return { before: lines.slice(0, from), rows, after: lines.slice(to) };
};

const toRows = (lines: Lines, isFrame: (line: string) => boolean): string[][] | undefined => {
  const bands: string[][][] = [[]];
  for (const line of lines) {
    if (isFrame(line)) bands.push([]);
    else bands.at(-1)?.push(cellsOf(line));
  }
  const filled = bands.filter(({ length }) => length > 0);
  const written = filled.flat();
  const width = written[0]?.length ?? 0;
  const isTable =
    written.length >= MIN_ROWS && width >= 2 && written.every(({ length }) => length === width);
  if (!isTable) return undefined;
  // If there is a frame line below each row, the lines between two of them are one row; otherwise each line is a row.
  return filled.length > 2 ? filled.map((band) => joinBand(band, width)) : written;
};

const cellsOf = (line: string): string[] => {
  const cells = line.trim().split(BARS);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.trim());
};

const joinBand = (band: readonly (readonly string[])[], width: number): string[] =>
  Array.from({ length: width }, (_, column) =>
    band
      .map((cells) => cells[column] ?? '')
      .filter((cell) => cell !== '')
      .join(' '),
  );
