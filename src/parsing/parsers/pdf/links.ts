import { LinkText } from '../../link-target.js';
import type { Box } from './frames.js';
import type { Glyph } from './glyphs.js';

/** A stretch of a page that leads to an address outside the file. */
export type PageLink = Box & { target: string };

/** An area with more letters is no link in a text: a whole page leads somewhere. */
const MAX_LETTERS = 400;
/** What of a page is compared with its links; more links than that are a page of nothing else. */
const MAX_COMPARED = 2_000_000;

/** Puts the target of each link behind the words that lead there; one that runs over several lines has an area for each of them. */
export const addTargets = (glyphs: readonly Glyph[], links: readonly PageLink[]): Glyph[] => {
  if (links.length * glyphs.length > MAX_COMPARED) return [...glyphs];
  const behind = new Map<number, Glyph>();
  let last: (Found & { target: string; link: LinkText }) | undefined;
  for (const { target, ...area } of links) {
    const found = wordsIn(glyphs, area);
    if (found === null) continue;
    const isSame = last?.target === target && isNext(glyphs, last, found);
    const link = isSame && last ? last.link : new LinkText(target);
    if (isSame && last) behind.delete(last.end);
    link.add(found.text);
    last = { ...found, target, link };
    const glyph = glyphs[found.end];
    if (glyph && link.suffix !== '') behind.set(found.end, toGlyph(glyph, link.suffix));
  }
  return glyphs.flatMap((glyph, at) => {
    const target = behind.get(at);
    return target === undefined ? [glyph] : [glyph, target];
  });
};

type Found = { start: number; end: number; text: string };

const wordsIn = (glyphs: readonly Glyph[], area: Box): Found | null => {
  let [start, end, text] = [-1, -1, ''];
  for (const [at, glyph] of glyphs.entries()) {
    if (!isIn(glyph, area)) continue;
    if (start === -1) start = at;
    end = at;
    text += glyph.text;
    if (text.length > MAX_LETTERS) return null;
  }
  return start === -1 ? null : { start, end: endOfWord(glyphs, end), text };
};

/** An area may end before the last letters of a word. */
const endOfWord = (glyphs: readonly Glyph[], from: number): number => {
  let end = from;
  for (let next = glyphs[end + 1]; isWithin(glyphs[end], next); next = glyphs[end + 1]) end += 1;
  return end;
};

const isWithin = (letter: Glyph | undefined, next: Glyph | undefined): boolean =>
  letter !== undefined &&
  next !== undefined &&
  /[\p{L}\p{N}]/u.test(letter.text) &&
  /[\p{L}\p{N}]/u.test(next.text) &&
  next.y === letter.y &&
  Math.abs(next.x - letter.right) < letter.size * GAP_IN_WORD;

const GAP_IN_WORD = 0.1;

const isIn = ({ text, x, right, y, size, run: { frame } }: Glyph, area: Box): boolean => {
  const height = y - frame.bottom + size * MIDDLE_OF_LETTER;
  if (height < area.bottom || height > area.top || frame.sin !== 0) return false;
  const middle = (x + right) / 2 - frame.left;
  return middle >= area.left && middle <= area.right && text.trim() !== '';
};

/** The height of the middle of a letter above its baseline, in font sizes. */
const MIDDLE_OF_LETTER = 0.3;

/** True if nothing but white space stands between the two in the order of the page. */
const isNext = (glyphs: readonly Glyph[], before: Found, next: Found): boolean =>
  next.start > before.end &&
  glyphs.slice(before.end + 1, next.start).every(({ text }) => text.trim() === '');

/** It takes no room, so that the gap to the next word stays as it is. */
const toGlyph = ({ right, y, size, run }: Glyph, text: string): Glyph => ({
  ...{ text, x: right, right, y, size, run },
});
