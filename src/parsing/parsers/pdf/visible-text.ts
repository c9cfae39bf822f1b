import type { Colour, Drawings, Fill, Ink, Rule } from './drawings.js';
import type { Box } from './frames.js';
import type { Glyph } from './glyphs.js';

type Seen = {
  /** The characters that a reader of the page sees, without struck-out ones. */
  glyphs: Glyph[];
  /** The number of invisible letters and digits. */
  hidden: number;
  isStruck: boolean;
};

/**
 * Leaves out what nobody sees on a page: letters that are not painted (unless they are the text of a scan), letters in the colour of what
 * is behind them, letters covered by something painted later, and those that are too small or outside the page. Also leaves out what is
 * struck out.
 */
export const keepVisible = (
  glyphs: readonly Glyph[],
  { drawings, box, struck }: { drawings: Drawings; box: Box; struck: readonly Box[] },
): Seen => {
  const isScan = isPicture(drawings, box);
  const isPainted = createInkTest(drawings, { isScan });
  let hidden = 0;
  let before: Glyph | undefined;
  const kept = glyphs.filter((glyph) => {
    const isSeen = glyph.size >= MIN_SIZE && isOnPage(glyph, box, before) && isPainted(glyph);
    if (isSeen) before = glyph;
    else if (/[\p{L}\p{N}]/u.test(glyph.text)) hidden += 1;
    return isSeen;
  });
  const left = findStruck(kept, drawings.rules, struck);
  const shown = left.size === 0 ? kept : kept.filter((glyph) => !left.has(glyph));
  return { glyphs: shown, hidden, isStruck: left.size > 0 };
};

/** In units of the page. */
const MIN_SIZE = 1.5;
const MIN_PICTURE_SHARE = 0.5;

const areaOf = ({ left, bottom, right, top }: Box): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

/** The share of the page that pictures cover. */
export const pictureShare = (pictures: readonly Box[], page: Box): number => {
  const areas = pictures.map((picture) =>
    areaOf({
      left: Math.max(picture.left, page.left),
      bottom: Math.max(picture.bottom, page.bottom),
      right: Math.min(picture.right, page.right),
      top: Math.min(picture.top, page.top),
    }),
  );
  return areas.reduce((sum, area) => sum + area, 0) / (areaOf(page) || 1);
};

const isPicture = (drawings: Drawings, page: Box): boolean =>
  pictureShare(drawings.pictures, page) >= MIN_PICTURE_SHARE;

/** A line that is too long for its page continues outside of it, and is read to its end. */
const isOnPage = (glyph: Glyph, page: Box, before: Glyph | undefined): boolean => {
  const [x, y] = middleOf(glyph);
  if (holds(page, x, y)) return true;
  if (before?.run.frame !== glyph.run.frame) return false;
  const gap = glyph.x - before.right;
  return Math.abs(glyph.y - before.y) < glyph.size / 2 && gap > -1 && gap < 2 * glyph.size;
};

const holds = ({ left, bottom, right, top }: Box, x: number, y: number): boolean =>
  x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top + 1;

/** Differences in a channel that are invisible. */
const SAME_COLOUR = 12;
const WHITE: Colour = [255, 255, 255];

const isLike = (one: Colour, other: Colour): boolean =>
  one.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= SAME_COLOUR);

const createInkTest = (drawings: Drawings, { isScan }: { isScan: boolean }) => {
  const { fills, pictures, tints, inks } = drawings;
  const unknown = [...pictures, ...tints];
  const risky = new Map<number, boolean>();
  /** True if a text can be hidden at all; most texts cannot: they are dark, on a page without areas of their colour. */
  const isRisky = (object: number, colour: Colour): boolean => {
    const known = risky.get(object);
    if (known !== undefined) return known;
    const found = isLike(colour, WHITE) || fills.some((fill) => isLike(fill.colour, colour));
    risky.set(object, found);
    return found;
  };
  const isOnPicture = (glyph: Glyph): boolean => {
    const [x, y] = middleOf(glyph);
    return isScan && pictures.some((picture) => holds(picture, x, y));
  };
  let safe: number | undefined;
  return (glyph: Glyph): boolean => {
    const { object } = glyph.run;
    if (object === safe) return true;
    const ink = inks.get(object);
    if (ink === undefined) return true;
    if (!ink.isDrawn) return ink.isOff !== true && isOnPicture(glyph);
    if (ink.colour === null || !isRisky(object, ink.colour)) {
      safe = object;
      return true;
    }
    return isSeenOn({ fills, unknown, glyph, ink, colour: ink.colour }) || isOnPicture(glyph);
  };
};

type Ground = {
  fills: readonly Fill[];
  unknown: Drawings['tints'];
  glyph: Glyph;
  ink: Ink;
  colour: Colour;
};

/**
 * The greatest height, in font sizes, of an area that hides letters of its own colour; a larger one may be clipped to less than it seems.
 */
const MAX_BAR = 4;

/** True if a character stands out from the paint below it, and nothing in its colour was painted over it. */
const isSeenOn = ({ fills, unknown, glyph, ink, colour }: Ground): boolean => {
  const [x, y] = middleOf(glyph);
  const around = fills.filter((fill) => holds(fill, x, y));
  const isWhite = isLike(colour, WHITE);
  const isBar = ({ top, bottom }: Fill): boolean => top - bottom < MAX_BAR * glyph.size;
  const isCovered = around.some(
    (fill) => fill.order > ink.order && isBar(fill) && isLike(fill.colour, colour),
  );
  if (isCovered) return false;
  const below = around.findLast(({ order }) => order < ink.order);
  if (unknown.some((area) => area.order > (below?.order ?? 0) && holds(area, x, y))) return true;
  if (below === undefined) return !isWhite;
  return !isLike(colour, below.colour) || (!isWhite && !isBar(below));
};

/** The middle of a character, in the coordinates of the page itself. */
const middleOf = ({ x, y, right, size, run: { frame } }: Glyph): readonly [number, number] => {
  const [along, up] = [(x + right) / 2 - frame.left, y + size * 0.3 - frame.bottom];
  if (frame.sin === 0) return [along, up];
  return [along * frame.cos - up * frame.sin, along * frame.sin + up * frame.cos];
};

/** The greatest thickness of a line through words, and the range of its height above their baseline, in font sizes. */
const MAX_STRIKE = 0.14;
const STRIKE_FROM = 0.15;
const STRIKE_TO = 0.48;

/** The characters with a line through them that is exactly as long as they are, or that a reader's annotation strikes out. */
const findStruck = (
  glyphs: readonly Glyph[],
  rules: readonly Rule[],
  marks: readonly Box[],
): ReadonlySet<Glyph> => {
  const across = rules
    .filter(({ isAcross, bottom, top }) => isAcross && top - bottom < MAX_RULE)
    .toSorted((left, right) => left.bottom - right.bottom);
  const found = new Set<Glyph>();
  if (across.length === 0 && marks.length === 0) return found;
  const through = new Map<Rule, Glyph[]>();
  for (const glyph of glyphs) {
    const rule = glyph.run.frame.sin === 0 ? ruleThrough(across, glyph) : undefined;
    const own = rule && through.get(rule);
    if (own) own.push(glyph);
    else if (rule) through.set(rule, [glyph]);
    if (marks.length === 0) continue;
    const [x, y] = middleOf(glyph);
    if (marks.some((mark) => holds(mark, x, y))) found.add(glyph);
  }
  for (const [rule, own] of through) {
    const [{ size, run } = { size: 0, run: undefined }] = own;
    const left = run?.frame.left ?? 0;
    const first = own.reduce((least, { x }) => Math.min(least, x), Infinity) - left;
    const last = own.reduce((most, { right }) => Math.max(most, right), -Infinity) - left;
    const isAsLong = first - rule.left < size && rule.right - last < size;
    if (isAsLong) for (const glyph of own) found.add(glyph);
  }
  return found;
};

/** In units of the page. */
const MAX_RULE = 8;

const ruleThrough = (
  across: readonly Rule[],
  { size, x, right, y, run: { frame } }: Glyph,
): Rule | undefined => {
  const [base, middle] = [y - frame.bottom, (x + right) / 2 - frame.left];
  const [lowest, highest] = [base + STRIKE_FROM * size, base + STRIKE_TO * size];
  for (let at = firstAbove(across, lowest - MAX_STRIKE * size); ; at += 1) {
    const rule = across[at];
    if (rule === undefined || rule.bottom > highest) return undefined;
    if (rule.left > middle || rule.right < middle) continue;
    const height = (rule.bottom + rule.top) / 2;
    const isThrough = height >= lowest && height <= highest;
    if (isThrough && rule.top - rule.bottom <= MAX_STRIKE * size) return rule;
  }
};

/** The position of the first rule that is not below a height. */
const firstAbove = (sorted: readonly Rule[], height: number): number => {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.bottom ?? 0) < height) from = middle + 1;
    else to = middle;
  }
  return from;
};
