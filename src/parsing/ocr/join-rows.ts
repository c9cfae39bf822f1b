import type { ReadLine, ReadWord } from './schema.js';

/**
 * Joins pieces of one printed line that the engine took for two columns. This happens with monospaced letters, where spaces often stand
 * below each other. A gap between real columns is wider than a space.
 */
export const joinRows = (lines: readonly ReadLine[], aspect: number): ReadLine[] => {
  const joined: ReadLine[] = [];
  /** The joined lines by the row of a raster that they end in, so that only neighbouring lines are compared. */
  const rows = new Map<number, number[]>();
  for (const line of lines) {
    const first = line.words[0];
    const near = first === undefined ? [] : (rows.get(rowOf(first)) ?? []);
    const at = near.findLast((place) => {
      const last = joined[place]?.words.at(-1);
      return first !== undefined && last !== undefined && follows(last, first, aspect);
    });
    const before = at === undefined ? undefined : joined[at];
    const fits = before !== undefined && before.words.length + line.words.length <= MAX_WORDS;
    const place = fits && at !== undefined ? at : joined.length;
    joined[place] = fits ? { ...before, words: [...before.words, ...line.words] } : line;
    const end = line.words.at(-1);
    if (end === undefined) continue;
    for (const row of [rowOf(end) - 1, rowOf(end), rowOf(end) + 1]) {
      const known = rows.get(row);
      if (known) known.push(place);
      else rows.set(row, [place]);
    }
  }
  return joined;
};

const MAX_WORDS = 2_000;
const ROWS = 400;

const rowOf = ({ bottom }: ReadWord): number => Math.round(bottom * ROWS);

/**
 * The widest space between two words, by the height of what is printed around it: after a full stop in Courier it is 1.3, and columns are
 * at least 1.7 apart.
 */
const MAX_SPACE = 1.4;
/** Two words are on one line if they overlap by at least this share of the smaller height. */
const MIN_OVERLAP = 0.6;

/** `aspect` is the picture's width divided by its height, because positions are fractions of width and height. */
const follows = (left: ReadWord, right: ReadWord, aspect: number): boolean => {
  const heights = [left.bottom - left.top, right.bottom - right.top];
  const overlap = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top);
  const gap = (right.left - left.right) * aspect;
  return (
    overlap >= MIN_OVERLAP * Math.min(...heights) &&
    gap > 0 &&
    gap <= MAX_SPACE * Math.max(...heights)
  );
};
