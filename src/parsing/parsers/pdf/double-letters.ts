import type { Glyph } from './glyphs.js';

/** Letters that lie upon each other are this near, in font sizes; no two of one word are. */
const SAME_PLACE = 0.12;

/** Leaves out letters that are printed twice, to look bold or to throw a shadow. */
export const dropDoubles = (glyphs: readonly Glyph[]): Glyph[] => {
  const seen = new Map<string, Map<number, Glyph[]>>();
  return glyphs.filter((glyph) => {
    if (glyph.text === ' ') return true;
    const rows = seen.get(glyph.text) ?? new Map<number, Glyph[]>();
    if (rows.size === 0) seen.set(glyph.text, rows);
    const row = Math.floor(glyph.y / ROW);
    const near = SAME_PLACE * Math.min(glyph.size, MAX_SIZE);
    for (let at = Math.floor((glyph.y - near) / ROW); at <= (glyph.y + near) / ROW; at += 1) {
      if (rows.get(at)?.some((other) => isUpon(other, glyph))) return false;
    }
    const own = rows.get(row);
    if (own) own.push(glyph);
    else rows.set(row, [glyph]);
    return true;
  });
};

/** Higher than any distance that counts, in units of the page. */
const ROW = 8;

const isUpon = (one: Glyph, other: Glyph): boolean => {
  const near = SAME_PLACE * Math.min(one.size, MAX_SIZE);
  return (
    one.run.frame === other.run.frame &&
    one.run.object !== other.run.object &&
    Math.abs(one.x - other.x) < near &&
    Math.abs(one.y - other.y) < near &&
    Math.abs(one.size - other.size) < SAME_PLACE * one.size
  );
};

const MAX_SIZE = 60;
