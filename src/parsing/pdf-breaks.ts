import type { Cell, Line } from './pdf-lines.js';

const ENDS_SENTENCE = /[.!?:;…。！？；：]["'”’»)\]」』）]*$/u;
/** How a sentence never begins, and what in some languages it may well go on with. */
const GOES_ON = /^[\p{Ll}\p{N}(\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** A line that ends this many font sizes short of another ends by itself. */
const RAGGED = 6;
const SAME_PLACE = 3;

/** Whether a line goes on with the sentence of the one before it, from which a page or a column parts it. */
export const runsOn = (previous: Line, line: Line): boolean => {
  const isBreak =
    line.page === previous.page + 1 || (line.page === previous.page && line.y > previous.y);
  if (!isBreak || ENDS_SENTENCE.test(previous.text) || line.cells.length > 1) return false;
  if (Math.abs(previous.size - line.size) > 0.5) return false;
  if (GOES_ON.test(line.text)) return true;
  // A capital letter goes on where the line before was full, as long as this one is.
  const width = previous.right - previous.x;
  return width > 0 && width + RAGGED * line.size >= line.right - line.x && line.text.length > 20;
};

const NUMBERED = /^\(?(\d{1,3})[.)]\s/;

/** Whether a number at the start of a line belongs to the sentence of the line before it, and not to an item of a list. */
export const isWrappedNumber = (text: string, before: string): boolean => {
  const number = NUMBERED.exec(text)?.[1];
  if (number === undefined || ENDS_SENTENCE.test(before.slice(-20))) return false;
  const last = NUMBERED.exec(before)?.[1];
  return Number(number) !== Number(last ?? 0) + 1;
};

/** Whether a row at the head of a page has the columns of a table from the page before. */
export const continuesTable = (header: readonly Cell[], { cells }: Line): boolean => {
  const isSame = ({ x }: Cell): boolean => header.some((cell) => Math.abs(cell.x - x) < SAME_PLACE);
  const [first] = cells;
  return (
    first !== undefined && isSame(first) && cells.length <= header.length && cells.every(isSame)
  );
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
