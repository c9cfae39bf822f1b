import type { Glyph, Run } from './glyphs.js';

/**
 * Moves initial letters that are several lines high to before the word that they begin. On paper they are next to its line and those below
 * it, and their own height matches none or all of them. No sign is dropped.
 */
export const joinInitials = (glyphs: readonly Glyph[]): readonly Glyph[] => {
  const found = findInitials(glyphs).flatMap((initial) => {
    const word = wordOf(glyphs, initial);
    return word ? [{ initial, word }] : [];
  });
  if (found.length === 0) return glyphs;
  const moved = new Set(found.flatMap(({ initial }) => initial.own));
  const before = new Map(found.map(({ initial, word }) => [word.at, toLetter(initial, word)]));
  return glyphs.flatMap((glyph, at) => [
    ...(before.get(at) ?? []),
    ...(moved.has(glyph) ? [] : [glyph]),
  ]);
};

/** A large letter that was written by itself, perhaps with a quotation mark before it. */
type Initial = { own: Glyph[]; text: string; x: number; right: number; y: number; size: number };

/** How much larger than the text an initial is at least. */
const LARGER = 1.7;
const INITIAL = /^["'“„«‹‘¿¡(]?\p{L}\p{M}?$/u;
const MAX_SIGNS = 3;
const MAX_INITIALS = 40;

/** Checks every piece of text on every page: most are too long for an initial. */
const findInitials = (glyphs: readonly Glyph[]): Initial[] => {
  const found: Initial[] = [];
  let run: Run | undefined;
  for (let at = 0; at < glyphs.length && found.length < MAX_INITIALS; at += 1) {
    const glyph = glyphs[at];
    if (glyph === undefined || glyph.run === run) continue;
    run = glyph.run;
    // The signs of one run are consecutive.
    if (glyphs[at + MAX_SIGNS]?.run === run) continue;
    const limit = run.size / LARGER;
    const before = glyphs[at - 1]?.size ?? Infinity;
    const after = glyphs[at + MAX_SIGNS]?.size ?? glyphs.at(-1)?.size ?? Infinity;
    if (before > limit && after > limit) continue;
    const initial = toInitial(glyphs.slice(at, at + MAX_SIGNS).filter((sign) => sign.run === run));
    if (initial) found.push(initial);
  }
  return found;
};

const toInitial = (signs: readonly Glyph[]): Initial | undefined => {
  const own = signs.filter(({ text }) => text.trim() !== '');
  const text = own.map((sign) => sign.text).join('');
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || !INITIAL.test(text)) return undefined;
  return { own, text, x: first.x, right: last.right, y: first.y, size: first.size };
};

/** The place, in the order of the page, of the word that continues after the letter. */
type Word = { at: number; first: Glyph; isApart: boolean };

/** How far from its letter the text next to it may begin, in its font sizes, and how far apart the starts of its lines may be. */
const MAX_GAP = 1.6;
const SAME_START = 1.2;
const SPACE = 0.2;
/** How high a capital is, in font sizes. */
const CAPITAL = 0.78;

const wordOf = (glyphs: readonly Glyph[], initial: Initial): Word | undefined => {
  const starts = startsBeside(glyphs, initial);
  const [first, ...others] = starts;
  if (first === undefined) return undefined;
  const { size } = first.glyph;
  const isRaised = Math.abs(first.glyph.y - initial.y) < 0.1 * initial.size;
  const aligned = others.filter(
    ({ glyph }) => Math.abs(glyph.x - first.glyph.x) <= SAME_START * size,
  );
  if (aligned.length === 0 && !isRaised) return undefined;
  const edge = Math.min(...aligned.map(({ glyph }) => glyph.x));
  const isIndented = aligned.length > 0 && first.glyph.x - edge > SPACE * size;
  const hasSpace =
    glyphs[first.at - 1]?.text.trim() === '' && isOnLine(glyphs[first.at - 1], first.glyph);
  const isApart = isIndented || hasSpace || !goesOn(initial, glyphs.slice(first.at, first.at + 2));
  return isRaised && isApart ? undefined : { at: first.at, first: first.glyph, isApart };
};

/** The first letters of the lines next to an initial, from the top down. */
const startsBeside = (
  glyphs: readonly Glyph[],
  { own, right, y, size }: Initial,
): { at: number; glyph: Glyph }[] => {
  const frame = own[0]?.run.frame;
  const starts = new Map<number, { at: number; glyph: Glyph }>();
  for (const [at, glyph] of glyphs.entries()) {
    if (glyph.run.frame !== frame || glyph.size * LARGER > size) continue;
    if (glyph.y > y + CAPITAL * size || glyph.y < y - 0.1 * size) continue;
    if (glyph.text.trim() === '' || glyph.x < right - 0.3 * size) continue;
    const line = Math.round(glyph.y);
    const known = starts.get(line);
    if (known === undefined || glyph.x < known.glyph.x) starts.set(line, { at, glyph });
  }
  return [...starts.values()]
    .filter(({ glyph }) => glyph.x < right + MAX_GAP * glyph.size)
    .toSorted((one, other) => other.glyph.y - one.glyph.y);
};

const isOnLine = (one: Glyph | undefined, other: Glyph): boolean =>
  one !== undefined && Math.abs(one.y - other.y) < 0.3 * other.size && one.x <= other.x;

/** True for the rest of a word: small letters, or capitals throughout. A word that has a capital of its own is a separate word. */
const goesOn = ({ text }: Initial, [first, second]: readonly Glyph[]): boolean => {
  if (first === undefined || !/^[\p{L}\p{M}'’]/u.test(first.text)) return false;
  const isName = /^\p{Lu}/u.test(first.text) && /^\p{Ll}/u.test(second?.text ?? '');
  return !isName || !/\p{Lu}/u.test(text);
};

/** The letter as a part of the line, with a space after it if it is a word of its own. */
const toLetter = ({ own, text, x }: Initial, { first, isApart }: Word): Glyph[] => {
  const [sample = first] = own;
  const { y, size } = first;
  const right = first.x - (isApart ? SPACE * size : 0);
  const letter: Glyph = { text, x: Math.min(x, right), right, y, size, run: sample.run };
  return isApart ? [letter, { ...letter, text: ' ', x: right, right: first.x }] : [letter];
};
