import type { Glyph } from './glyphs.js';

/**
 * Moves vowel signs and other marks back to directly after their letters. Programs draw a mark that is slightly shifted as text of its own,
 * and PDFium then reads it at the end of the line, or within another word.
 */
export const placeMarks = (glyphs: readonly Glyph[]): readonly Glyph[] => {
  const apart = [...glyphs.keys()].filter((at) => isMark(glyphs[at]) && isApart(glyphs, at));
  if (apart.length === 0) return glyphs;
  const letterBefore = createLetters(glyphs);
  const moved = new Map<number, Glyph[]>();
  const taken = new Set<number>();
  for (const at of apart) {
    const mark = glyphs[at];
    const base = mark && letterBefore(mark);
    if (!mark || base === undefined) continue;
    const { right } = glyphs[base] ?? mark;
    const own = { ...mark, x: Math.min(mark.x, right), right };
    taken.add(at);
    const others = moved.get(base);
    if (others) others.push(own);
    else moved.set(base, [own]);
  }
  return glyphs.flatMap((glyph, at) => (taken.has(at) ? [] : [glyph, ...(moved.get(at) ?? [])]));
};

const MARK = /^\p{M}+$/u;
/** Unicode has no marks below this code point. */
const FIRST_MARK = 0x300;

const isMark = (glyph: Glyph | undefined): boolean =>
  glyph !== undefined && glyph.text.charCodeAt(0) >= FIRST_MARK && MARK.test(glyph.text);

const LETTER = /[\p{L}\p{N}\u25cc]/u;
/** In font sizes: how far a mark may be from the end of its letter. */
const NEAR = 0.3;
/** No letter carries more of them. */
const MAX_MARKS = 8;

/** True for a mark that is not at the letter before it in the order of the page. */
const isApart = (glyphs: readonly Glyph[], at: number): boolean => {
  const mark = glyphs[at];
  let before = at - 1;
  while (before >= at - MAX_MARKS && isMark(glyphs[before])) before -= 1;
  const letter = glyphs[before];
  if (!mark || !letter || !LETTER.test(letter.text)) return true;
  const reach = NEAR * mark.size;
  return (
    !isOnLine(mark, letter) ||
    mark.x < letter.x - reach ||
    mark.x > letter.right + mark.size + reach
  );
};

const isOnLine = (one: Glyph, other: Glyph): boolean =>
  one.run.frame === other.run.frame && Math.abs(one.y - other.y) <= SAME_LINE * one.size;

const SAME_LINE = 0.5;
/** In font sizes: a letter that begins less than this before a mark is the one after the mark's letter. */
const LEAST_AHEAD = 0.1;
/** How many units of a page above and below are searched. */
const MAX_SHIFT = 20;

/** Finds the letter of a mark: the last one on its line that begins before it and ends no further away than it is wide. */
const createLetters = (glyphs: readonly Glyph[]) => {
  const lines = new Map<number, number[]>();
  for (const [at, { text, y }] of glyphs.entries()) {
    if (!LETTER.test(text)) continue;
    const line = lines.get(Math.round(y));
    if (line) line.push(at);
    else lines.set(Math.round(y), [at]);
  }
  const startOf = (at: number): number => glyphs[at]?.x ?? 0;
  for (const line of lines.values()) line.sort((one, other) => startOf(one) - startOf(other));
  return (mark: Glyph): number | undefined => {
    const limit = mark.x - LEAST_AHEAD * mark.size;
    const shift = Math.min(MAX_SHIFT, Math.ceil(SAME_LINE * mark.size));
    let found: number | undefined;
    for (let y = Math.round(mark.y) - shift; y <= Math.round(mark.y) + shift; y += 1) {
      const line = lines.get(y) ?? [];
      const at = line[countBelow(line, (place) => startOf(place) < limit) - 1];
      const letter = at === undefined ? undefined : glyphs[at];
      if (at === undefined || !letter || !isOnLine(mark, letter)) continue;
      if (mark.x > letter.right + NEAR * mark.size) continue;
      if (found === undefined || startOf(at) > startOf(found)) found = at;
    }
    return found;
  };
};

/** How many places at the start of a sorted list pass a test that all later ones fail. */
const countBelow = (places: readonly number[], isBelow: (place: number) => boolean): number => {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBelow(places[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
};
