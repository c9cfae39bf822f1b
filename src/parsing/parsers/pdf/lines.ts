import { oneLine } from '../../parser.js';
import { lowerText, raiseText } from '../../raised-text.js';
import type { Frame } from './frames.js';
import type { Glyph } from './glyphs.js';
import { keepTextsWhole } from './overlaid-texts.js';
import { hasRightToLeft, runsRightToLeft, toReadingOrder } from './right-to-left.js';
import { EAST_ASIAN } from '../../../shared/scripts.js';

export type Cell = { text: string; x: number; right: number };

/** The width of each letter if nearly all of a line is in letters of one width; otherwise undefined. */
type FixedWidth = number | undefined;

/** One printed line; it has several cells if wide gaps separate them, as in a table row. */
export type Line = {
  text: string;
  cells: Cell[];
  x: number;
  /** The right end of its rightmost cell. */
  right: number;
  y: number;
  size: number;
  page: number;
  pageHeight: number;
  letterWidth?: FixedWidth;
  /** The number of the table, for a row of a table drawn with lines; every such row has all of its cells. */
  table?: number;
  /** How sure an engine is that has read it in a picture, from 0 to 100. */
  confidence?: number | undefined;
};

const SAME_LINE = 0.5;
export const NOTE_MARK = /^(?:\d{1,3}|[ivxlc]{1,5}|[*†‡])$/;

/** Combines a page's characters, in the order of the page, into printed lines. */
export const toLines = (glyphs: readonly Glyph[], page: number): Line[] => {
  const lines: Line[] = [];
  let draft: Glyph[] = [];
  let main: Glyph | undefined;
  const upright = new Set<Line>();
  const close = (): void => {
    const line = toLine(draft, page);
    if (line) lines.push(line);
    if (line && main?.run.frame.sin === -1) upright.add(line);
    draft = [];
    main = undefined;
  };
  for (const glyph of glyphs) {
    const isSpace = glyph.text.trim() === '';
    // White space is judged by its gap; the sign itself only says that there may be one.
    if (isSpace && draft.length === 0) continue;
    if (main && !isOnLine(main, glyph)) close();
    if (isSpace && draft.length === 0) continue;
    draft.push(glyph);
    if (!isSpace && (!main || glyph.size > main.size * BASE_SIZE)) main = glyph;
  }
  close();
  return upright.size < 2 ? lines : orderUpright(lines, upright);
};

/** Columns that run down the page side by side are read from right to left, in whatever order they are stored. */
const orderUpright = (lines: readonly Line[], upright: ReadonlySet<Line>): Line[] => {
  const ordered: Line[] = [];
  let side: Line[] = [];
  const flush = (): void => {
    ordered.push(...side.toSorted((one, other) => other.y - one.y));
    side = [];
  };
  for (const line of lines) {
    const isBeside =
      upright.has(line) && side.every(({ x, right }) => x < line.right && line.x < right);
    if (!isBeside) flush();
    if (upright.has(line)) side.push(line);
    else ordered.push(line);
  }
  flush();
  return ordered;
};

/** A character larger by this factor sets the base of its line; the smaller ones may be raised above it. */
const BASE_SIZE = 1.2;

const isOnLine = (main: Glyph, glyph: Glyph): boolean =>
  glyph.run.frame === main.run.frame &&
  Math.abs(main.y - glyph.y) <= SAME_LINE * Math.max(main.size, glyph.size);

const toLine = (glyphs: readonly Glyph[], page: number): Line | undefined => {
  const letters = glyphs.filter(({ text }) => text.trim() !== '');
  const [first] = letters;
  if (first === undefined) return undefined;
  const base = baseOf(letters);
  const cells = readCells(glyphs, base);
  if (cells.length === 0) return undefined;
  return {
    text: cells.map(({ text }) => text).join(' '),
    cells,
    x: Math.min(...cells.map(({ x }) => x)),
    right: Math.max(...cells.map(({ right }) => right)),
    y: base.y,
    size: base.size,
    page,
    pageHeight: heightOf(base.frame),
    letterWidth: fixedWidthOf(letters),
    confidence: confidenceOf(letters),
  };
};

const confidenceOf = (letters: readonly Glyph[]): number | undefined => {
  const known = letters.flatMap(({ run }) => run.confidence ?? []);
  return known.length === 0
    ? undefined
    : Math.round(known.reduce((sum, confidence) => sum + confidence, 0) / known.length);
};

const heightOf = ({ height }: Frame): number => height;

/** Counts only letters and digits; brackets and quotes in code are often in another font. */
const MAX_OTHER_SHARE = 0.05;

const fixedWidthOf = (letters: readonly Glyph[]): FixedWidth => {
  const fixed = letters.filter(({ run }) => run.isFixed);
  const others = letters.filter(({ run, text }) => !run.isFixed && /[\p{L}\p{N}]/u.test(text));
  if (fixed.length === 0 || others.length > MAX_OTHER_SHARE * fixed.length) return undefined;
  return fixed.reduce((sum, { x, right }) => sum + right - x, 0) / fixed.length;
};

/** The baseline and the size of most letters of a line. */
type Base = { y: number; size: number; frame: Frame };

const baseOf = (letters: readonly Glyph[]): Base => {
  const counts = new Map<number, number>();
  for (const { size } of letters) {
    const key = Math.round(size * 4);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [key] = [...counts].toSorted(
    ([size, count], [otherSize, other]) => other - count || otherSize - size,
  )[0] ?? [0];
  const base = letters.find(({ size }) => Math.round(size * 4) === key) ?? letters[0];
  return base
    ? { y: base.y, size: base.size, frame: base.run.frame }
    : { y: 0, size: 0, frame: { cos: 1, sin: 0, left: 0, bottom: 0, width: 0, height: 0 } };
};

/** A gap wider than this many font sizes separates two table cells; justified text stays below it. */
const CELL_GAP = 1.1;
const SPACE_GAP = 0.15;
/** Chinese and Japanese are spread over the line without spaces. */
const UNSPACED_GAP = 0.5;
const UNSPACED = new RegExp(String.raw`[${EAST_ASIAN}\u3000-\u303f\uff00-\uffef]`, 'u');

/** A character with the marks on it, and the spaces before it. */
type Sign = {
  text: string;
  x: number;
  right: number;
  glyph: Glyph;
  isSpaced: boolean;
  /** Begins a text that covers the end of the one before it. */
  isBehind?: true;
};

const readCells = (glyphs: readonly Glyph[], base: Base): Cell[] => {
  const isMixed = glyphs.some(({ text }) => hasRightToLeft(text));
  const signs = inPlace(toSigns(glyphs), { isMixed });
  const joints = findJoints(signs);
  const parts: Sign[][] = [];
  for (const [at, sign] of signs.entries()) {
    const before = signs[at - 1];
    const size = Math.max(sign.glyph.size, before?.glyph.size ?? 0, base.size * 0.5);
    const gap = before ? sign.x - before.right : Infinity;
    const isJoined = sign.glyph.joins === 'before' || before?.glyph.joins === 'after';
    const isFar = gap > CELL_GAP * size || sign.isBehind === true;
    const isCell = !isJoined && joints[at] === undefined && isFar;
    const isApart = isJoined || isSpaceBetween({ before, sign, size }, joints[at]);
    if (isCell || before === undefined) parts.push([]);
    parts.at(-1)?.push({ ...sign, isSpaced: isApart && !isCell });
  }
  const isRightToLeft = isMixed && runsRightToLeft(textOf(parts.flat()));
  const cells = parts.map((part, at) => ({
    text: oneLine(isMixed ? readMixed(part, base) : readText(part, base)),
    x: part[0]?.x ?? 0,
    right: endOfPart(part, parts[at + 1]),
  }));
  return (isRightToLeft ? cells.reverse() : cells).filter(({ text }) => text !== '');
};

/** A text that the next one covers is visible up to that one. */
const endOfPart = (part: readonly Sign[], next: readonly Sign[] | undefined): number => {
  const right = part.at(-1)?.right ?? 0;
  const [first] = next ?? [];
  return first?.isBehind === true ? Math.min(right, first.x - first.glyph.size) : right;
};

const textOf = (signs: readonly Sign[]): string =>
  signs.map(({ text, isSpaced }) => (isSpaced ? ` ${text}` : text)).join('');

type Pair = { before: Sign | undefined; sign: Sign; size: number };

const isSpaceBetween = ({ before, sign, size }: Pair, joint: Joint): boolean => {
  if (joint !== undefined) return joint === 'space';
  if (before === undefined) return false;
  const isUnspaced = UNSPACED.test(before.text) && UNSPACED.test(sign.text);
  const gap = sign.x - before.right;
  return (sign.isSpaced && gap > -size) || gap > (isUnspaced ? UNSPACED_GAP : SPACE_GAP) * size;
};

/** Marks are joined to the letter before them; alone they would be sorted by their own place. */
const toSigns = (glyphs: readonly Glyph[]): Sign[] => {
  const signs: Sign[] = [];
  let isSpaced = false;
  for (const glyph of glyphs) {
    const last = signs.at(-1);
    const { text, x, right } = glyph;
    if (text.trim() === '') isSpaced = true;
    else if (last && !isSpaced && isPartOf(last, glyph)) {
      last.text += text;
      last.right = Math.max(last.right, right);
    } else {
      signs.push({ text, x, right, glyph, isSpaced });
      isSpaced = false;
    }
  }
  return signs;
};

/** Marks, and the letters of one printed shape. */
const isPartOf = (last: Sign, { text, x, run }: Glyph): boolean =>
  /^\p{M}/u.test(text) || (run === last.glyph.run && Math.abs(x - last.glyph.x) < SAME_SHAPE);

/** Sorted by place if the order of the page differs from that on paper. */
const inPlace = (signs: Sign[], { isMixed }: { isMixed: boolean }): Sign[] => {
  const jumpsBack = signs.some(({ x, glyph }, at) => {
    const before = signs[at - 1];
    return before !== undefined && x < before.x - glyph.size * 0.5;
  });
  if (!isMixed && !jumpsBack) return signs;
  const whole = isMixed ? undefined : keepTextsWhole(signs);
  if (whole) return whole;
  const spaces = isMixed ? signs.map((sign) => ({ ...sign, isSpaced: false })) : signs;
  return spaces.toSorted((left, right) => left.x - right.x);
};

/** In units of the page. */
const SAME_SHAPE = 0.01;

type Height = 'raised' | 'lowered' | undefined;

const SMALL = 0.88;
const RAISED_FROM = 0.12;
const LOWERED_FROM = 0.04;
/** Letters of full size count as raised if they are this much higher, directly after what they belong to. */
const RAISED_WHOLE = 0.22;
const NEAR = 0.5;

/** The height of a sign: raised or lowered, like a power or a footnote mark; undefined for any other. */
const heightAt = (sign: Sign, before: Sign | undefined, base: Base): Height => {
  if (before === undefined || sign.x - before.right > NEAR * base.size) return undefined;
  const { size, y } = sign.glyph;
  const rise = (y - base.y) / base.size;
  if (size > SMALL * base.size) {
    const isDigit = /^[\d*†‡]/u.test(sign.text);
    return isDigit && rise > RAISED_WHOLE && size <= base.size * 1.01 ? 'raised' : undefined;
  }
  if (rise > RAISED_FROM) return 'raised';
  return rise < -LOWERED_FROM && size < SMALL * base.size ? 'lowered' : undefined;
};

const readText = (signs: readonly Sign[], base: Base): string => {
  let written = '';
  let held = '';
  let height: Height;
  const marks = countMarks(signs, base);
  const flush = (): void => {
    if (held !== '') written += placeAt(height, held, written);
    held = '';
  };
  for (const [at, sign] of signs.entries()) {
    const before = signs[at - 1];
    const own = at < marks ? undefined : heightAt(sign, before, base);
    if (own !== height || sign.isSpaced) flush();
    height = own;
    // A note's own number is raised before its text.
    const isAfterMark = at > 0 && at === marks;
    if (sign.isSpaced || isAfterMark) written += ' ';
    if (own === undefined) written += sign.text;
    else held += sign.text;
  }
  flush();
  return written;
};

/** The number of signs at the start of a line that form the number of a note. */
const countMarks = (signs: readonly Sign[], base: Base): number => {
  const first = signs.findIndex(
    ({ glyph }) => glyph.size >= SMALL * base.size || glyph.y <= base.y,
  );
  const text = signs.slice(0, Math.max(0, first)).map((sign) => sign.text);
  return NOTE_MARK.test(text.join('')) ? first : 0;
};

/** After a word or a sentence; after a unit or a number a raised digit is a power. */
const TAKES_NOTE = /(?:\p{L}{3}|[.,;:!?)"”’。，；：！？）」]|[\p{sc=Han}])$/u;
const UNIT = /(?:^|[^\p{L}])(?:mol|rad|bar|min|sec|lux|atm|ohm|rpm)$/u;

const placeAt = (height: Height, held: string, before: string): string => {
  if (height === undefined) return held;
  if (height === 'lowered') return lowerText(held);
  const end = before.slice(-8).trimEnd();
  // A footnote mark, which would turn the word before it into another word.
  const isNote = NOTE_MARK.test(held) && TAKES_NOTE.test(end) && !UNIT.test(end);
  return isNote ? '' : raiseText(held, before);
};

/** A line with letters of both directions, which is put into reading order. */
const readMixed = (signs: readonly Sign[], base: Base): string => {
  const shown = signs.flatMap((sign, at) => {
    const height = heightAt(sign, signs[at - 1], base);
    const text = height === undefined ? sign.text : placeAt(height, sign.text, '');
    return sign.isSpaced ? [' ', text] : [text];
  });
  return toReadingOrder(shown, { isRightToLeft: runsRightToLeft(shown.join('')) });
};

type Placed = {
  text: string;
  x: number;
  right: number;
  isSpaced: boolean;
  glyph: { size: number };
};

/** The join between a letter of a spaced word and the one before it; undefined if the gaps mean what they seem to mean. */
type Joint = 'none' | 'space' | undefined;

/** Fewer spaced letters are initials, or the answers of a test. */
const MIN_LETTERS = 5;
const APART = 0.15;
const MIN_LETTER_SHARE = 0.75;

/**
 * Words whose letters are spaced for emphasis: W A R N I N G. The distance between the letters is constant, from start to start or from end
 * to start; a larger one separates two words.
 */
const findJoints = (signs: readonly Placed[]): Joint[] => {
  const joints: Joint[] = signs.map(() => undefined);
  let from = 0;
  for (let at = 1; at <= signs.length; at += 1) {
    if (at < signs.length && isApart(signs[at - 1], signs[at])) continue;
    // A letter at either end that touches another one belongs to a normal word.
    const start = from > 0 && isNear(signs[from - 1], signs[from]) ? from + 1 : from;
    const end = at < signs.length && isNear(signs[at - 1], signs[at]) ? at - 1 : at;
    if (end - start >= MIN_LETTERS) join(signs.slice(start, end), joints, start);
    from = at;
  }
  return joints;
};

const isApart = (before: Placed | undefined, sign: Placed | undefined): boolean =>
  before !== undefined &&
  sign !== undefined &&
  sign.x - before.right > APART * sign.glyph.size &&
  sign.x - before.right < MAX_GAP * sign.glyph.size &&
  !UNSPACED.test(sign.text);

const isNear = (before: Placed | undefined, sign: Placed | undefined): boolean =>
  before !== undefined && sign !== undefined && sign.x - before.right <= APART * sign.glyph.size;

/** The largest gap between two words spaced like this, in font sizes. */
const MAX_GAP = 3;

const join = (signs: readonly Placed[], joints: Joint[], from: number): void => {
  const letters = signs.filter(({ text }) => /^\p{L}/u.test(text));
  if (letters.length < MIN_LETTER_SHARE * signs.length) return;
  const steps = signs.slice(1).map(({ x }, at) => x - (signs[at]?.x ?? 0));
  const gaps = signs.slice(1).map(({ x }, at) => x - (signs[at]?.right ?? 0));
  const limit = limitOf(steps, STEP) ?? limitOf(gaps, GAP);
  if (limit === undefined) return;
  const measured = limitOf(steps, STEP) === undefined ? gaps : steps;
  for (const [at, distance] of measured.entries()) {
    joints[from + at + 1] = distance > limit ? 'space' : 'none';
  }
};

type Evenness = { tolerance: number; wider: number };
const STEP: Evenness = { tolerance: 0.08, wider: 1.5 };
const GAP: Evenness = { tolerance: 0.35, wider: 1.8 };
const MIN_EVEN_SHARE = 0.65;

/** The distance from which on words are separated, if most of the distances are equal. */
const limitOf = (distances: readonly number[], evenness: Evenness): number | undefined => {
  const usual = distances.toSorted((left, right) => left - right)[distances.length >> 1] ?? 0;
  const isEven = (distance: number): boolean =>
    Math.abs(distance - usual) <= evenness.tolerance * usual;
  const share = distances.filter(isEven).length / distances.length;
  return share >= MIN_EVEN_SHARE ? usual * evenness.wider : undefined;
};
