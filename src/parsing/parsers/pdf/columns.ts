import type { Line } from './lines.js';

/** Splits lines that run across two columns of text and were stored line by line: the left column is read first. */
export const splitColumns = (lines: readonly Line[]): Line[] => {
  const read: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const end = endOfColumns(lines, at);
    const group = lines.slice(at, end);
    read.push(...(isText(group) ? inOrder(group) : group));
    at = end;
  }
  return read;
};

const MIN_LINES = 3;
const ENDS_SENTENCE = /[.!?:;…。！？：；]["'”’»)\]」』）]*$/u;
const GOES_ON = /^["'“„«(]*\p{Ll}/u;
const HYPHEN = /\p{L}[-\u2010]$/u;

/** The lines from one on that have the same gap; among them there may be a line in only one of the columns. */
const endOfColumns = (lines: readonly Line[], from: number): number => {
  const first = lines[from];
  if (first === undefined || !isPair(first)) return from + 1;
  let gutter = gutterOf(first);
  let end = from + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined || line.table !== undefined || !isBelow(lines[end - 1], line)) break;
    const own = isPair(line) ? gutterOf(line) : sideOf(line, gutter);
    if (own === undefined) break;
    const shared = { from: Math.max(gutter.from, own.from), to: Math.min(gutter.to, own.to) };
    if (shared.to - shared.from < line.size * MIN_GUTTER) break;
    gutter = shared;
  }
  return end;
};

/** The blank between two columns, in font sizes. */
const MIN_GUTTER = 0.8;

const isPair = ({ cells, table, letterWidth }: Line): boolean =>
  cells.length === 2 && table === undefined && letterWidth === undefined;

type Gutter = { from: number; to: number };

/** The cells of a right-to-left line come in that order. */
const gutterOf = ({ cells: [first, second] }: Line): Gutter =>
  (first?.x ?? 0) < (second?.x ?? 0)
    ? { from: first?.right ?? 0, to: second?.x ?? 0 }
    : { from: second?.right ?? 0, to: first?.x ?? 0 };

/** The part of the gap that a line in only one column leaves free; undefined for any other line. */
const sideOf = ({ cells, x, right }: Line, { from, to }: Gutter): Gutter | undefined => {
  if (cells.length !== 1) return undefined;
  if (right <= to) return { from: Math.max(from, right), to };
  return x >= from ? { from, to: Math.min(to, x) } : undefined;
};

const isBelow = (before: Line | undefined, line: Line): boolean =>
  before !== undefined && line.y < before.y && before.y - line.y < line.size * MAX_LEADING;

const MAX_LEADING = 3;

/** True if both columns are text that continues from line to line; the cells of a table start anew in every row. */
const isText = (lines: readonly Line[]): boolean => {
  if (lines.filter(isPair).length < MIN_LINES) return false;
  const [left, right] = sidesOf(lines);
  return runsOn(left.map(({ text }) => text)) && runsOn(right.map(({ text }) => text));
};

const MIN_RUNNING_SHARE = 0.3;
const MIN_LENGTH = 12;

const runsOn = (texts: readonly string[]): boolean => {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (texts.length < MIN_LINES || length < MIN_LENGTH * texts.length) return false;
  const running = texts.filter((text, at) => {
    const before = texts[at - 1];
    return (
      before !== undefined &&
      !ENDS_SENTENCE.test(before) &&
      (GOES_ON.test(text) || HYPHEN.test(before) || CASELESS.test(text))
    );
  });
  return running.length >= Math.max(2, MIN_RUNNING_SHARE * (texts.length - 1));
};

/** Letters without capitals do not show how a line begins. */
const CASELESS = /^["'“„«(「『（]*\p{Lo}/u;

/** The two columns, in reading order. */
const sidesOf = (lines: readonly Line[]): [Line[], Line[]] => {
  const pairs = lines.filter(isPair);
  const middle = Math.max(...pairs.map((line) => gutterOf(line).from));
  const isFromRight = pairs.some(({ cells }) => (cells[0]?.x ?? 0) > (cells[1]?.x ?? 0));
  const [first, second]: [Line[], Line[]] = [[], []];
  for (const line of lines) {
    if (isPair(line)) {
      first.push(cellLine(line, 0));
      second.push(cellLine(line, 1));
    } else (line.x < middle === isFromRight ? second : first).push(line);
  }
  return [first, second];
};

const cellLine = (line: Line, at: 0 | 1): Line => {
  const { text, x, right } = line.cells[at] ?? { text: '', x: line.x, right: line.right };
  return { ...line, text, x, right, cells: [{ text, x, right }] };
};

const inOrder = (lines: readonly Line[]): Line[] => sidesOf(lines).flat();
