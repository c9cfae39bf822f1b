import { oneLine } from '../../parser.js';

/** The part of a pdf.js text item that we read. */
export type TextItem = {
  str: string;
  width: number;
  height: number;
  transform: readonly number[];
  hasEOL: boolean;
  /** Set in a font whose letters are all equally wide, as code is. */
  isFixed?: boolean;
};

export type Cell = { text: string; x: number };

/** How wide each letter is where nearly all of a line is set in letters of one width. */
type FixedWidth = number | undefined;

/** One printed line; several cells where wide gaps part it, as in a table row. */
export type Line = {
  text: string;
  cells: Cell[];
  x: number;
  /** Where its last cell ends. */
  right: number;
  y: number;
  size: number;
  page: number;
  pageHeight: number;
  letterWidth?: FixedWidth;
};

type Page = { number: number; height: number };
type Position = { x: number; y: number; size: number };
type Draft = Position & { cells: Cell[]; right: number; fixed: Measured; others: number };
/** Of the letters of one width: how many they are, and how wide in all. */
type Measured = { letters: number; width: number };

const SAME_LINE = 0.5;
const NOTE_MARK = /^(?:\d{1,3}|[ivxlc]{1,5}|[*†‡])$/;

/** Puts a page's text items, in the order of the content stream, together to printed lines. */
export const toLines = (items: readonly TextItem[], page: Page): Line[] => {
  const lines: Line[] = [];
  let draft: Draft | undefined;
  const close = (): void => {
    const line = draft && toLine(draft, page);
    if (line) lines.push(line);
    draft = undefined;
  };
  for (const item of items) {
    // White space is judged by the gap it leaves, which also finds table columns.
    if (item.str.trim() === '') continue;
    const at = positionOf(item);
    const isSameLine =
      draft && Math.abs(draft.y - at.y) <= SAME_LINE * Math.max(draft.size, at.size);
    if (!isSameLine) close();
    draft ??= { ...at, cells: [], right: at.x, fixed: { letters: 0, width: 0 }, others: 0 };
    if (!isNoteMark(draft, item, at)) append(draft, item, at);
    if (item.hasEOL) close();
  }
  close();
  return lines;
};

const toLine = (draft: Draft, page: Page): Line | undefined => {
  const cells = draft.cells
    .map(({ text, x }) => ({ text: oneLine(text), x }))
    .filter(({ text }) => text !== '');
  if (cells.length === 0) return undefined;
  const text = cells.map((cell) => cell.text).join(' ');
  const { x, right, y, size, fixed, others } = draft;
  const isCode = fixed.letters > 0 && others <= MAX_OTHER_SHARE * fixed.letters;
  const letterWidth = isCode ? fixed.width / fixed.letters : undefined;
  const place = { page: page.number, pageHeight: page.height };
  return { text, cells, x, right, y, size, ...place, letterWidth };
};

/** Of letters and digits; brackets and quotes of code are often taken from another font. */
const MAX_OTHER_SHARE = 0.05;

const positionOf = ({ transform, height }: TextItem): Position => {
  const size = height > 0 ? height : Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
  return { x: transform[4] ?? 0, y: transform[5] ?? 0, size };
};

/** Behind a word or a sentence; behind a unit or a number a raised digit is a power. */
const TAKES_NOTE = /(?:\p{L}{3}|[.,;:!?)"”’。，；：！？）」]|[\p{sc=Han}])$/u;

/** The raised number of a note, which would make another word of the one before it. */
const isNoteMark = (draft: Draft, item: TextItem, at: Position): boolean =>
  at.size < draft.size * 0.8 &&
  at.y > draft.y + draft.size * 0.2 &&
  NOTE_MARK.test(item.str.trim()) &&
  TAKES_NOTE.test(draft.cells.at(-1)?.text.slice(-8) ?? '');

/** A gap wider than this many font sizes parts two table cells; justified text stays below it. */
const CELL_GAP = 1.1;

const SPACE_GAP = 0.15;

const append = (draft: Draft, item: TextItem, at: Position): void => {
  const gap = at.x - draft.right;
  const last = draft.cells.at(-1);
  if (!last || gap > CELL_GAP * draft.size) draft.cells.push({ text: item.str, x: at.x });
  else last.text += (gap > SPACE_GAP * draft.size ? ' ' : '') + item.str;
  draft.right = at.x + item.width;
  draft.size = Math.max(draft.size, at.size);
  if (item.isFixed !== true) {
    draft.others += item.str.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    return;
  }
  draft.fixed.letters += item.str.length;
  draft.fixed.width += item.width;
};

/**
 * Table cells may be drawn one after the other, each with its wrapped lines: a line that goes back up, to the right of
 * a line at the same height a little earlier, is the next cell of that row.
 */
export const joinWrappedCells = (lines: readonly Line[]): Line[] => {
  const joined: Line[] = [];
  for (const line of lines) {
    const isSameHeight = ({ y }: Line): boolean => Math.abs(y - line.y) <= line.size * SAME_LINE;
    const previous = joined.at(-1);
    const isUpRight =
      previous?.page === line.page &&
      line.y > previous.y + line.size * SAME_LINE &&
      line.x > previous.x + line.size;
    const recent = isUpRight ? joined.slice(-MAX_WRAPPED_LINES) : [];
    const base = recent.findLastIndex(isSameHeight);
    const row = recent[base];
    if (!row) {
      joined.push({ ...line });
      continue;
    }
    const wrapped = joined.splice(joined.length - recent.length + base + 1);
    const cells = row.cells.map((cell) => ({ ...cell }));
    const last = cells.at(-1);
    if (last) last.text = [last.text, ...wrapped.map(({ text }) => text)].join(' ');
    row.cells = [...cells, ...line.cells];
    row.right = line.right;
    row.text = row.cells.map(({ text }) => text).join(' ');
  }
  return joined;
};

const MAX_WRAPPED_LINES = 8;
const MIN_REPEATS = 3;

/**
 * Drops running headers, footers and page numbers: margin lines that half of the pages repeat but for their numbers, and those that
 * name the chapter, which stand apart from the text at one height.
 */
export const dropRunningLines = (lines: readonly Line[], pageCount: number): Line[] => {
  const pagesWith = new Map<string, Set<number>>();
  const margins = lines.filter(isInMargin);
  for (const line of margins) {
    const pages = pagesWith.get(marginKey(line)) ?? new Set();
    pagesWith.set(marginKey(line), pages.add(line.page));
  }
  const repeats = (line: Line): number => pagesWith.get(marginKey(line))?.size ?? 0;
  const needed = Math.max(MIN_REPEATS, pageCount / 2.5);
  const apart = findLinesApart(lines, pageCount);
  const isRunning = (line: Line): boolean =>
    isInMargin(line) &&
    (repeats(line) >= needed ||
      (apart.has(line) && (repeats(line) > 1 || NAMES_PLACE.test(line.text))));
  return lines.filter((line) => !isRunning(line));
};

/** A number at either end, or the number of a chapter. */
const NAMES_PLACE =
  /^\d{1,4}\s|\s\d{1,4}$|^(?:chapter|appendix|section|part|kapitel|anhang|chapitre|annexe|capítulo|capitolo|chương|phụ lục|глава|第)\s?[\dA-ZIVX]/iu;

const MIN_APART_SHARE = 0.3;
/** How far a running line stands from the text, in font sizes. */
const MIN_GAP = 1.8;

/** The first and last lines of pages that are set apart from the text, at a height where many pages have such a line; none set larger than the text. */
const findLinesApart = (lines: readonly Line[], pageCount: number): ReadonlySet<Line> => {
  const body = bodySize(lines);
  const byPage = new Map<number, Line[]>();
  for (const line of lines) {
    const own = byPage.get(line.page) ?? [];
    own.push(line);
    byPage.set(line.page, own);
  }
  const byHeight = new Map<string, Line[]>();
  for (const own of byPage.values()) {
    const sorted = own.toSorted((left, right) => right.y - left.y);
    for (const [edge, next] of [sorted, sorted.toReversed()]) {
      if (!edge || !next || edge.size > body * 1.05) continue;
      if (Math.abs(edge.y - next.y) < MIN_GAP * edge.size) continue;
      const height = String(Math.round(edge.y / 2));
      byHeight.set(height, [...(byHeight.get(height) ?? []), edge]);
    }
  }
  const needed = Math.max(MIN_REPEATS, pageCount * MIN_APART_SHARE);
  return new Set([...byHeight.values()].filter(({ length }) => length >= needed).flat());
};

const MARGIN_SHARE = 0.09;

const isInMargin = ({ y, pageHeight }: Line): boolean =>
  y < pageHeight * MARGIN_SHARE || y > pageHeight * (1 - MARGIN_SHARE);

const marginKey = ({ text }: Line): string =>
  text.replace(/\p{N}+/gu, '#').replace(/^[ivxlc]{1,7}$/iu, '#');

/** The font size that most characters are set in. */
export const bodySize = (lines: readonly Line[]): number =>
  heaviest(lines.map(({ size, text }) => [Math.round(size * 2) / 2, text.length])) ?? 0;

/** The value that has the most weight in all; of equals the first. */
const heaviest = (weighted: readonly (readonly [number, number])[]): number | undefined => {
  const weights = new Map<number, number>();
  for (const [value, weight] of weighted) weights.set(value, (weights.get(value) ?? 0) + weight);
  return [...weights].sort(([, left], [, right]) => right - left)[0]?.[0];
};

/** Takes notes at the foot of a page for what they are, where the gap behind their number looks like a table's. */
export const joinNoteNumbers = (lines: readonly Line[], body: number): Line[] =>
  lines.map((line) => {
    const { cells, size, text, x } = line;
    const isNote = size < body && cells.length === 2 && NOTE_MARK.test(cells[0]?.text ?? '');
    return isNote ? { ...line, cells: [{ text, x }] } : line;
  });

/** The usual distance between lines of a paragraph, in font sizes. */
export const usualLeading = (lines: readonly Line[]): number => {
  const leadings = lines.flatMap((line, position): [number, number][] => {
    const previous = lines[position - 1];
    if (previous?.page !== line.page || Math.abs(previous.size - line.size) > 0.5) return [];
    const leading = Math.round(((previous.y - line.y) / line.size) * 20) / 20;
    return leading > 0.8 && leading < 3 ? [[leading, 1]] : [];
  });
  return heaviest(leadings) ?? 1.3;
};

const NOTE_START = /^(?:\d{1,3}|[*†‡])[\s.)]*\p{L}/u;

const NOTE_SIZE = 0.95;

/** The notes at the feet of pages, by the positions of their lines: small ones down to the last, of which the first has a number. */
export const findNotes = (lines: readonly Line[], body: number): Set<number> => {
  const notes = new Set<number>();
  let end = lines.length;
  while (end > 0) {
    const page = lines[end - 1]?.page;
    let start = end;
    while (lines[start - 1]?.page === page && (lines[start - 1]?.size ?? body) < body * NOTE_SIZE) {
      start -= 1;
    }
    while (start < end && !NOTE_START.test(lines[start]?.text ?? '')) start += 1;
    for (let at = start; at < end; at += 1) notes.add(at);
    while (lines[end - 1]?.page === page && end > 0) end -= 1;
  }
  return notes;
};

/** A document whose text is all set in letters of one width has been typed so; its code cannot be told from it. */
const MAX_CODE_SHARE = 0.5;

/** The lines, without the widths of letters where most of the document has one. */
export const keepCode = (lines: readonly Line[]): Line[] => {
  const lengthOf = (some: readonly Line[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0);
  const code = lines.filter(({ letterWidth }) => letterWidth !== undefined);
  if (lengthOf(code) <= MAX_CODE_SHARE * lengthOf(lines)) return [...lines];
  return lines.map((line) => ({ ...line, letterWidth: undefined }));
};
