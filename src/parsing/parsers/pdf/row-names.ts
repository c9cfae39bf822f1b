import type { Glyph } from './glyphs.js';
import { toLines } from './lines.js';

type Table = {
  /** The left side of its lines, its top and its bottom. */
  left: number;
  top: number;
  bottom: number;
  /** The baseline of each row with figures. */
  baselines: readonly number[];
};

/** The name of each row by its baseline, and the letters of all names. */
export type RowNames = { at: ReadonlyMap<number, string>; glyphs: readonly Glyph[] };

/** In units of the page: a name further away belongs to something else. */
const MAX_DISTANCE = 150;
const MIN_NAMES = 3;
const MIN_SHARE = 0.8;
const MAX_NAME_LENGTH = 40;
/** In font sizes. */
const SAME_LINE = 0.35;
const GOES_ON = /^\p{Ll}/u;

/**
 * The row names to the left of a table, outside its lines: one at the height of nearly every row, and nothing else. A column of text does
 * not keep to the heights of the rows, so it is not taken for names.
 */
export const namesBeside = (
  glyphs: readonly Glyph[],
  { left, top, bottom, baselines }: Table,
  page: number,
): RowNames | undefined => {
  if (baselines.length < MIN_NAMES) return undefined;
  const beside = glyphs.filter(
    ({ x, right, y }) => right < left + 1 && x > left - MAX_DISTANCE && y < top && y > bottom,
  );
  if (beside.length === 0) return undefined;
  const at = new Map<number, string>();
  for (const { text, cells, y, size } of toLines(beside, page)) {
    const own = baselines.find((baseline) => Math.abs(baseline - y) < SAME_LINE * size);
    const isName = cells.length === 1 && text.length <= MAX_NAME_LENGTH && !GOES_ON.test(text);
    if (own === undefined || !isName || at.has(own)) return undefined;
    at.set(own, text);
  }
  return at.size >= MIN_SHARE * baselines.length && at.size >= MIN_NAMES
    ? { at, glyphs: beside }
    : undefined;
};
