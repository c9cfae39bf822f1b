import { LinkText } from '../../link-target.js';
import type { Box } from './frames.js';
import type { Glyph } from './glyphs.js';

/** An area of a page that links to an address outside the file. */
export type PageLink = Box & { target: string };

/** An area with more letters is not a link in a text: a whole page is linked. */
const MAX_LETTERS = 400;
/** How many comparisons of letters with links are made; a page with more links than that consists of nothing else. */
const MAX_COMPARED = 2_000_000;

/** Adds the target of each link after its words; a link that runs over several lines has an area for each of them. */
export const addTargets = (glyphs: readonly Glyph[], links: readonly PageLink[]): Glyph[] => {
  if (links.length === 0 || links.length * glyphs.length > MAX_COMPARED) return [...glyphs];
  const letters = byHeight(glyphs);
  const behind = new Map<number, Glyph>();
  let last: (Found & { target: string; link: LinkText }) | undefined;
  for (const { target, ...area } of links) {
    const found = wordsIn(glyphs, lettersIn(letters, area));
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

/** A letter of the page with the height of its middle; `at` is its place in the order of the page. */
type Letter = { at: number; glyph: Glyph; height: number };

const byHeight = (glyphs: readonly Glyph[]): Letter[] =>
  glyphs
    .map((glyph, at) => ({ at, glyph, height: heightOf(glyph) }))
    .filter(({ glyph: { text, run } }) => run.frame.sin === 0 && text.trim() !== '')
    .toSorted((one, other) => one.height - other.height);

const heightOf = ({ y, size, run: { frame } }: Glyph): number =>
  y - frame.bottom + size * MIDDLE_OF_LETTER;

/** The height of the middle of a letter above its baseline, in font sizes. */
const MIDDLE_OF_LETTER = 0.3;

const lettersIn = (letters: readonly Letter[], area: Box): Letter[] => {
  const found: Letter[] = [];
  for (let next = placeOf(letters, area.bottom); next < letters.length; next += 1) {
    const letter = letters[next];
    if (letter === undefined || letter.height > area.top) break;
    const { x, right, run } = letter.glyph;
    const middle = (x + right) / 2 - run.frame.left;
    if (middle >= area.left && middle <= area.right) found.push(letter);
  }
  return found.sort((one, other) => one.at - other.at);
};

/** The place of the first letter at this height or higher. */
const placeOf = (letters: readonly Letter[], height: number): number => {
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((letters[middle]?.height ?? Infinity) < height) low = middle + 1;
    else high = middle;
  }
  return low;
};

const wordsIn = (glyphs: readonly Glyph[], letters: readonly Letter[]): Found | null => {
  const [first, last] = [letters[0], letters.at(-1)];
  if (first === undefined || last === undefined) return null;
  const text = letters.map(({ glyph }) => glyph.text).join('');
  if (text.length > MAX_LETTERS) return null;
  return { start: first.at, end: endOfWord(glyphs, last.at), text };
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

/** True if only white space is between the two in the order of the page. */
const isNext = (glyphs: readonly Glyph[], before: Found, next: Found): boolean =>
  next.start > before.end &&
  glyphs.slice(before.end + 1, next.start).every(({ text }) => text.trim() === '');

/** A glyph without width, so that the gap to the next word does not change. */
const toGlyph = ({ right, y, size, run }: Glyph, text: string): Glyph => ({
  text,
  x: right,
  right,
  y,
  size,
  run,
});
