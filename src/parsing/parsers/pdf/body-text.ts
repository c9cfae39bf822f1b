import { wordsOf } from '../../join-lines.js';
import { NOTE_MARK, type Line } from './lines.js';

/** The font size that most characters are set in. */
export const bodySize = (lines: readonly Line[]): number =>
  heaviest(lines.map(({ size, text }) => [Math.round(size * 2) / 2, text.length])) ?? 0;

/** The value with the most total weight; of equal ones the first. */
const heaviest = (weighted: readonly (readonly [number, number])[]): number | undefined => {
  const weights = new Map<number, number>();
  for (const [value, weight] of weighted) weights.set(value, (weights.get(value) ?? 0) + weight);
  return [...weights].sort(([, left], [, right]) => right - left)[0]?.[0];
};

/** Recognises notes at the foot of a page, even if the gap after their number looks like a table's. */
export const joinNoteNumbers = (lines: readonly Line[], body: number): Line[] =>
  lines.map((line) => {
    const { cells, size, text, x, right, table } = line;
    const isSmall = size < body && table === undefined;
    const isNote = isSmall && cells.length === 2 && NOTE_MARK.test(cells[0]?.text ?? '');
    return isNote ? { ...line, cells: [{ text, x, right }] } : line;
  });

/** The usual distance between lines of a paragraph, in font sizes. */
export const usualLeading = (lines: readonly Line[]): number => {
  const steps = lines.flatMap((line, position): Step[] => {
    const previous = lines[position - 1];
    if (previous?.page !== line.page || Math.abs(previous.size - line.size) > 0.5) return [];
    const leading = Math.round(((previous.y - line.y) / line.size) * 20) / 20;
    return leading > 0.8 && leading < 3 ? [{ leading, previous }] : [];
  });
  const usual = mostOften(steps) ?? 1.3;
  const within = steps.filter(({ leading }) => leading < usual / PARAGRAPH_GAP);
  const narrow = mostOften(within);
  if (narrow === undefined || within.length < MIN_WITHIN * steps.length) return usual;
  const between = steps.filter(({ leading }) => leading > narrow * PARAGRAPH_GAP);
  const width = widthOf(within.map(({ previous }) => previous));
  return areAllEnds(
    between.map(({ previous }) => previous),
    width,
  )
    ? narrow
    : usual;
};

type Step = { leading: number; previous: Line };

/** Lines that are this much farther apart than usual belong to different paragraphs. */
export const PARAGRAPH_GAP = 1.25;
const MIN_WITHIN = 0.15;

const mostOften = (steps: readonly Step[]): number | undefined =>
  heaviest(steps.map(({ leading }) => [leading, 1]));

/** The width of full lines, such as those that continue on the next line. */
const widthOf = (lines: readonly Line[]): number => {
  const widths = lines.map(({ x, right }) => right - x).toSorted((one, other) => one - other);
  return widths[widths.length >> 1] ?? 0;
};

/** True if nearly all of the lines end a paragraph: with a sentence, or before the margin. */
const areAllEnds = (lines: readonly Line[], width: number): boolean => {
  const ends = lines.filter(
    ({ text, x, right }) => ENDS_SENTENCE.test(text.slice(-20)) || right - x < SHORT * width,
  );
  return ends.length >= MIN_ENDS * lines.length;
};

const ENDS_SENTENCE = /[.!?:;…。！？：；]["'”’»)\]」』）]*$/u;
const SHORT = 0.75;
const MIN_ENDS = 0.85;

const NOTE_START = /^(?:\d{1,3}|[*†‡])[\s.)]*\p{L}/u;

const NOTE_SIZE = 0.95;

/** The notes at the foot of pages, by the positions of their lines: small lines down to the last one; the first of them has a number. */
export const findNotes = (lines: readonly Line[], body: number): Set<number> => {
  const notes = new Set<number>();
  let end = lines.length;
  while (end > 0) {
    const page = lines[end - 1]?.page;
    let start = end;
    while (isNoteLine(lines[start - 1], { page, body })) start -= 1;
    while (start < end && !NOTE_START.test(lines[start]?.text ?? '')) start += 1;
    for (let at = start; at < end; at += 1) notes.add(at);
    while (lines[end - 1]?.page === page && end > 0) end -= 1;
  }
  return notes;
};

/** Footnotes are small and numbered, but so may be the rows of a table with drawn lines, which are not footnotes. */
const isNoteLine = (line: Line | undefined, { page, body }: NotePlace): boolean =>
  line?.page === page && line?.table === undefined && (line?.size ?? body) < body * NOTE_SIZE;

type NotePlace = { page: number | undefined; body: number };

/**
 * Moves notes that the file has before the text of their page to after it, because the text may continue a sentence from the page before.
 */
export const putNotesLast = (lines: readonly Line[], body: number): Line[] => {
  const ordered: Line[] = [];
  let own: Line[] = [];
  for (const [at, line] of lines.entries()) {
    own.push(line);
    if (lines[at + 1]?.page === line.page) continue;
    for (const placed of withNotesLast(own, body)) ordered.push(placed);
    own = [];
  }
  return ordered;
};

const withNotesLast = (lines: readonly Line[], body: number): readonly Line[] => {
  const isSmall = ({ size, cells, table }: Line): boolean =>
    size < body * NOTE_SIZE && cells.length === 1 && table === undefined;
  const isStart = (line: Line | undefined): boolean =>
    line !== undefined && isSmall(line) && NOTE_START.test(line.text);
  if (!lines.some(isStart)) return lines;
  const lowest = lowestOf(lines.filter((line) => !isSmall(line)));
  const isAtFoot = ({ x, right, y }: Line): boolean =>
    bandsOf(x, right).every((band) => (lowest.get(band) ?? Infinity) > y);
  const notes = new Set<Line>();
  for (let at = 0; at < lines.length; at += 1) {
    if (!isStart(lines[at])) continue;
    let end = at;
    for (let line = lines[end]; line && isSmall(line) && isAtFoot(line); line = lines[end])
      end += 1;
    // The text that follows is above them: it begins the page, or the next column.
    const isBefore = end < lines.length && (lines[end]?.y ?? 0) > (lines[at]?.y ?? 0);
    if (isBefore) for (const note of lines.slice(at, end)) notes.add(note);
    at = Math.max(at, end - 1);
  }
  if (notes.size === 0) return lines;
  return [...lines.filter((line) => !notes.has(line)), ...notes];
};

/** The height of the lowest line in each upright band of a page. */
const lowestOf = (lines: readonly Line[]): Map<number, number> => {
  const lowest = new Map<number, number>();
  for (const { x, right, y } of lines) {
    for (const band of bandsOf(x, right)) lowest.set(band, Math.min(lowest.get(band) ?? y, y));
  }
  return lowest;
};

const BAND = 12;
const MAX_BANDS = 100;

const bandsOf = (left: number, right: number): number[] => {
  const first = Math.floor(left / BAND);
  const count = Math.min(MAX_BANDS, Math.max(1, Math.ceil(right / BAND) - first));
  return Array.from({ length: count }, (_, at) => first + at);
};

/** If most of a document is in letters of one width, it was typed that way, and its code cannot be distinguished. */
const MAX_CODE_SHARE = 0.5;

/** The lines, without the widths of letters if most of the document has letters of one width. */
export const keepCode = (lines: readonly Line[]): Line[] => {
  const lengthOf = (some: readonly Line[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0);
  const code = lines.filter(({ letterWidth }) => letterWidth !== undefined);
  if (lengthOf(code) <= MAX_CODE_SHARE * lengthOf(lines)) return [...lines];
  return lines.map((line) => ({ ...line, letterWidth: undefined }));
};

const HYPHEN = /[\p{L}\p{M}][-\u2010]$/u;
const LAST_WORD = /[\p{L}\p{M}]+(?=[-\u2010]$)/u;
const FIRST_WORD = /^\p{Ll}[\p{L}\p{M}]*/u;
/** Lines that end this close to each other, in font sizes, end at the same margin. */
const SAME_END = 0.6;
const MIN_FULL_SHARE = 0.4;
const MIN_EVEN = 4;

/**
 * True if the hyphens at line ends were written by the author: the text is not justified to an even margin, and no word that is split
 * between two lines is found elsewhere in one piece.
 */
export const hasWrittenHyphens = (lines: readonly Line[]): boolean => {
  const parted = lines.flatMap(({ text }, at) => {
    const left = HYPHEN.test(text.slice(-4)) ? LAST_WORD.exec(text.slice(-60))?.[0] : undefined;
    const right = FIRST_WORD.exec(lines[at + 1]?.text.slice(0, 60) ?? '')?.[0];
    return left !== undefined && right !== undefined ? [(left + right).toLowerCase()] : [];
  });
  if (parted.length === 0 || isEven(lines)) return false;
  const words = wordsOf(lines.map(({ text }) => text));
  return !parted.some((word) => words.has(word));
};

/** True if the lines of text end at one margin, except for the last lines of paragraphs. */
const isEven = (lines: readonly Line[]): boolean => {
  const running = lines.filter((line, at) => {
    return lines[at + 1]?.page === line.page && line.cells.length === 1;
  });
  const ends = running.map(({ right, size }) => Math.round(right / (size * SAME_END)));
  const most = mostTogether(ends);
  return most >= MIN_EVEN && most >= MIN_FULL_SHARE * running.length;
};

/** The largest number of values that are equal or one apart. */
const mostTogether = (values: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const value of values) {
    for (const near of [value, value + 1]) counts.set(near, (counts.get(near) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
};
