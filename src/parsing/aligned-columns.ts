import { findDrawnTable, type DrawnTable } from './drawn-tables.js';
import { WIDE, type Lines } from './line-breaks.js';

/** Lines of a text, or the rows of a table that its writer made of spaces or tabs. */
export type AlignedPart<Paragraph> =
  { paragraph: Paragraph } | { lines: Lines } | { rows: string[][] };

type Paragraph = { lines: Lines; isCode?: boolean };

/**
 * Finds the tables in the paragraphs of a text: lines that leave the same places blank or have the same number of tabs. A blank line may
 * separate the column names from the rows, and groups of rows from each other.
 */
export const findAligned = <Given extends Paragraph>(
  paragraphs: readonly Given[],
): AlignedPart<Given>[] => {
  const parts: AlignedPart<Given>[] = [];
  let open: Draft<Given> | undefined;
  const close = (): void => {
    if (open) for (const part of toParts(open)) parts.push(part);
    open = undefined;
  };
  for (const paragraph of paragraphs) {
    const drawn = paragraph.isCode === true ? undefined : findDrawnTable(paragraph.lines);
    if (drawn) {
      close();
      parts.push(...aroundRows(drawn));
      continue;
    }
    const next = toDraft(paragraph);
    if (open && next && isContinued(open, next)) {
      append(open, next);
      continue;
    }
    close();
    if (next) open = next;
    else parts.push({ paragraph });
  }
  close();
  return parts;
};

type Draft<Given> = {
  paragraphs: Given[];
  before: Lines;
  after: Lines;
  /** The lines of cells, written out with a place for each column of letters. */
  rows: string[];
  hasRule: boolean;
  /** The number of tabs in each line; undefined if the lines differ or have none. */
  tabs: number | undefined;
  /** The places that at least one line fills. */
  filled: Uint8Array;
};

const MAX_WIDTH = 400;
/** A letter can take two places, and a tab several. */
const MAX_PLACES = 2 * MAX_WIDTH;
const MIN_COLUMNS = 3;
const RULE = /^[\s=_+\-–—.\u2500\u2501\u2550]{3,}$/u;
/** Two places at which a line could be split into cells. */
const PARTED =
  /\S(?: {2,}|\t+)\S.*\S(?: {2,}|\t+)\S|^(?: {2,}|\t).*\S(?: {2,}|\t+)\S|\S(?: {3,}|\t{2,})\S/u;

const toDraft = <Given extends Paragraph>(paragraph: Given): Draft<Given> | undefined => {
  const { lines, isCode } = paragraph;
  const isRow = (line: string): boolean =>
    line.length <= MAX_WIDTH && !line.includes('|') && (RULE.test(line) || PARTED.test(line));
  const from = lines.findIndex((line) => isRow(line) && !RULE.test(line));
  if (isCode === true || from === -1) return undefined;
  const to = lines.findLastIndex(isRow) + 1;
  const own = lines.slice(from, to);
  const written = own.filter((line) => !RULE.test(line));
  const isTooWide = own.some((line) => line.length > MAX_WIDTH || line.includes('|'));
  if (isTooWide) return undefined;
  const counts = new Set(written.map((line) => line.split('\t').length - 1));
  const [tabs = 0] = counts.size === 1 ? counts : [];
  const rows = tabs > 0 ? written : written.map(layOut);
  if (rows.some(({ length }) => length > MAX_PLACES)) return undefined;
  return {
    paragraphs: [paragraph],
    before: lines.slice(0, from),
    after: lines.slice(to),
    rows,
    hasRule: written.length < own.length,
    tabs: tabs > 0 ? tabs : undefined,
    filled: tabs > 0 ? new Uint8Array(0) : filledBy(rows),
  };
};

const TAB_STOP = 8;
const BLANK = 32;
/** Follows a letter that takes two places. */
const FILLER = '\0';

/** A line with its tabs as the spaces that a terminal shows, and a place for each column. */
const layOut = (line: string): string => {
  const shown = line.replaceAll(FILLER, '').trimEnd();
  const wide = BEYOND_LATIN.test(shown) ? shown.replace(WIDE, `$&${FILLER}`) : shown;
  if (!wide.includes('\t')) return wide;
  return wide.split('\t').reduce((before, piece) => {
    const width = (Math.floor(before.length / TAB_STOP) + 1) * TAB_STOP;
    return before.padEnd(width) + piece;
  });
};

const BEYOND_LATIN = /[^\0-\u024f]/u;

const filledBy = (rows: Lines): Uint8Array => {
  const filled = new Uint8Array(MAX_PLACES);
  for (const row of rows) {
    for (let at = 0; at < row.length; at += 1) {
      if (row.charCodeAt(at) !== BLANK) filled[at] = 1;
    }
  }
  return filled;
};

type Column = { start: number; end: number };

/** Runs of places that at least one line fills; a single blank place separates two words of the same cell. */
const columnsOf = (filled: Uint8Array): Column[] => {
  const columns: Column[] = [];
  for (let at = 0; at < filled.length; at += 1) {
    if (filled[at] !== 1) continue;
    const last = columns.at(-1);
    if (last && at - last.end < 2) last.end = at + 1;
    else columns.push({ start: at, end: at + 1 });
  }
  return columns;
};

const isContinued = <Given>(open: Draft<Given>, next: Draft<Given>): boolean => {
  if (open.after.length > 0 || next.before.length > 0 || open.tabs !== next.tabs) return false;
  if (open.tabs !== undefined) return true;
  const [above, below] = [columnsOf(open.filled).length, columnsOf(next.filled).length];
  const both = columnsOf(open.filled.map((one, at) => one | (next.filled[at] ?? 0))).length;
  return both >= MIN_COLUMNS && both >= Math.max(above, below);
};

const append = <Given>(open: Draft<Given>, next: Draft<Given>): void => {
  for (const row of next.rows) open.rows.push(row);
  open.paragraphs.push(...next.paragraphs);
  open.after = next.after;
  open.hasRule ||= next.hasRule;
  for (const [at, one] of next.filled.entries()) if (one === 1) open.filled[at] = 1;
};

const toParts = <Given>(draft: Draft<Given>): AlignedPart<Given>[] => {
  const columns = columnsOf(draft.filled);
  const rows = draft.rows.map((row) =>
    draft.tabs === undefined
      ? columns.map(({ start, end }) => row.slice(start, end).replaceAll(FILLER, '').trim())
      : row.split('\t').map((cell) => cell.trim()),
  );
  if (!isTable(rows, draft)) return draft.paragraphs.map((paragraph) => ({ paragraph }));
  return aroundRows({ before: withoutRule(draft.before), rows, after: draft.after });
};

const aroundRows = ({
  before,
  rows,
  after,
}: DrawnTable): ({ lines: Lines } | { rows: string[][] })[] => [
  ...(before.length > 0 ? [{ lines: before }] : []),
  { rows },
  ...(after.length > 0 ? [{ lines: after }] : []),
];

/** There may also be a line of symbols above the names. */
const withoutRule = (before: Lines): Lines =>
  before.slice(0, before.findLastIndex((line) => !RULE.test(line)) + 1);

/** With fewer lines, blank places line up by accident. */
const MIN_ROWS = 3;
/** Text in several columns has longer lines, and blank cells only at its end. */
const MAX_WORDS_OF_CELL = 4;
const MIN_SHARE_OF_ROWS = 0.6;

const isTable = (
  rows: readonly (readonly string[])[],
  { hasRule }: Pick<Draft<unknown>, 'hasRule'>,
): boolean => {
  const cells = rows.flatMap((row) => row.filter((cell) => cell !== ''));
  const words = cells.reduce((sum, cell) => sum + cell.split(/\s+/u).length, 0);
  const several = rows.filter((row) => row.filter((cell) => cell !== '').length > 1).length;
  const used = new Set(rows.flatMap((row) => [...row.keys()].filter((at) => row[at] !== '')));
  return (
    used.size >= MIN_COLUMNS &&
    rows.length >= (hasRule ? MIN_ROWS - 1 : MIN_ROWS) &&
    words <= MAX_WORDS_OF_CELL * cells.length &&
    several >= MIN_SHARE_OF_ROWS * rows.length
  );
};
