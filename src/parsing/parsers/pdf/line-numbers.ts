import type { Glyph } from './glyphs.js';
import { toLines, type Cell } from './lines.js';

/**
 * Removes line numbers from a page: those in a margin of their own that count the lines of running text next to them. The numbers of a list
 * or a table count its rows, which do not continue from one to the next, and stay. Pages must come in order.
 */
export const createLineNumbers = (): ((glyphs: readonly Glyph[]) => readonly Glyph[]) => {
  let known: Column[] = [];
  return (glyphs) => {
    const numbers = findNumbers(glyphs);
    if (numbers.length === 0) return glyphs;
    const proven = findColumns(numbers).filter(
      (column) =>
        (goesOn(known, column) && isAlone(glyphs, column)) ||
        (hasEnough(column) && isAlone(glyphs, column) && countsLines(glyphs, column)),
    );
    if (proven.length === 0) return glyphs;
    known = proven;
    const dropped = new Set(proven.flatMap((column) => column.numbers.flatMap(({ own }) => own)));
    return glyphs.filter((glyph) => !dropped.has(glyph));
  };
};

/** A number that touches no other sign. */
type Numeral = { own: Glyph[]; value: number; x: number; right: number; y: number; size: number };

/** Numbers below each other that rise by the same step. */
type Column = { numbers: Numeral[]; step: number; left: number; right: number };

const MAX_DIGITS = 5;
/** What is closer to a number than this, in font sizes, belongs to it. */
const TOUCH = 0.4;

/** Checks every sign of every page: for most of them one comparison is enough. */
const findNumbers = (glyphs: readonly Glyph[]): Numeral[] => {
  const found: Numeral[] = [];
  for (let at = 0; at < glyphs.length; at += 1) {
    const first = glyphs[at];
    if (first === undefined || !isDigit(first) || first.run.frame.sin !== 0) continue;
    const from = at;
    let last = first;
    for (let next = glyphs[at + 1]; next && isDigit(next) && touches(last, next);) {
      last = next;
      at += 1;
      next = glyphs[at + 1];
    }
    if (touches(shownFrom(glyphs, from - 1, -1), first)) continue;
    if (touches(last, shownFrom(glyphs, at + 1, 1)) || at - from >= MAX_DIGITS) continue;
    const own = glyphs.slice(from, at + 1);
    const value = Number(own.map(({ text }) => text).join(''));
    found.push({ own, value, x: first.x, right: last.right, y: first.y, size: first.size });
  }
  return found;
};

const isDigit = ({ text }: Glyph): boolean => text.length === 1 && text >= '0' && text <= '9';

const isShown = ({ text }: Glyph): boolean => text.trim() !== '';

/** The first sign from a place on, to the left or to the right, that is not white space. */
const shownFrom = (glyphs: readonly Glyph[], from: number, step: 1 | -1): Glyph | undefined => {
  let at = from;
  for (let glyph = glyphs[at]; glyph && !isShown(glyph); glyph = glyphs[at]) at += step;
  return glyphs[at];
};

const touches = (before: Glyph | undefined, glyph: Glyph | undefined): boolean => {
  if (before === undefined || glyph?.run.frame !== before.run.frame) return false;
  const gap = glyph.x - before.right;
  const near = Math.max(before.size, glyph.size);
  return Math.abs(glyph.y - before.y) < 0.5 * near && gap > -near && gap < TOUCH * near;
};

/** In units of the page. */
const SAME_PLACE = 1.5;

/** Numbers with their right ends, or their left ones, at one place; if both make a column, the longer one. */
const findColumns = (numbers: readonly Numeral[]): Column[] => {
  const columns = (['right', 'x'] as const)
    .flatMap((side) => groupBySide(numbers, side))
    .flatMap((group) => countUp(group) ?? [])
    .toSorted((one, other) => other.numbers.length - one.numbers.length);
  const taken = new Set<Numeral>();
  return columns.filter((column) => {
    if (column.numbers.some((number) => taken.has(number))) return false;
    for (const number of column.numbers) taken.add(number);
    return true;
  });
};

const groupBySide = (numbers: readonly Numeral[], side: 'right' | 'x'): Numeral[][] => {
  const groups: Numeral[][] = [];
  for (const number of numbers.toSorted((one, other) => one[side] - other[side])) {
    const last = groups.at(-1);
    const isNear = number[side] - (last?.at(-1)?.[side] ?? -Infinity) < SAME_PLACE;
    if (last && isNear) last.push(number);
    else groups.push([number]);
  }
  return groups;
};

/** The numbers as a column if all of them rise by one step from the top down. */
const countUp = (numbers: readonly Numeral[]): Column | undefined => {
  const sorted = numbers.toSorted((one, other) => other.y - one.y);
  const steps = sorted.slice(1).map(({ value }, at) => value - (sorted[at]?.value ?? 0));
  const step = steps[0] ?? 0;
  if (steps.some((other) => other !== step || step <= 0)) return undefined;
  return {
    numbers: sorted,
    step,
    left: Math.min(...sorted.map(({ x }) => x)),
    right: Math.max(...sorted.map(({ right }) => right)),
  };
};

/** True if nothing else is above or below a number of the column, as far as the column reaches. */
const isAlone = (glyphs: readonly Glyph[], { numbers, left, right }: Column): boolean => {
  const own = new Set(numbers.flatMap((number) => number.own));
  const { top, bottom } = heightOf(numbers);
  return !glyphs.some(
    (glyph) =>
      glyph.x < right + 1 &&
      glyph.right > left - 1 &&
      glyph.y < top &&
      glyph.y > bottom &&
      isShown(glyph) &&
      !own.has(glyph),
  );
};

const heightOf = (numbers: readonly Numeral[]): { top: number; bottom: number } => {
  const [first, last] = [numbers[0], numbers.at(-1)];
  return {
    top: (first?.y ?? 0) + (first?.size ?? 0) * 2,
    bottom: (last?.y ?? 0) - (last?.size ?? 0) * 2,
  };
};

/** True if the column continues where one of the page before ended, or restarts at the same place. */
const goesOn = (known: readonly Column[], { numbers, left, right }: Column): boolean =>
  known.some((before) => {
    const [first] = numbers;
    const isInPlace =
      Math.abs(before.right - right) < SAME_PLACE || Math.abs(before.left - left) < SAME_PLACE;
    const last = before.numbers.at(-1)?.value ?? 0;
    const isNext = first?.value === last + before.step || first?.value === before.step;
    const steps = numbers.slice(1).map(({ value }, at) => value - (numbers[at]?.value ?? 0));
    return (
      isInPlace && (isNext || first?.value === 1) && steps.every((step) => step === before.step)
    );
  });

/** This many numbers prove that lines are counted; hardly anything else has a number on every fifth or tenth line. */
const MIN_NUMBERS = 8;
/** Used for a page that contains little else. */
const MIN_ON_SHORT_PAGE = 5;
const MAX_OTHER_LINES = 3;
const MIN_WIDE_NUMBERS = 3;
const MIN_SHARE = 0.8;

/** Most numbers on a page are single ones and need no further checks. */
const hasEnough = ({ numbers, step }: Column): boolean =>
  numbers.length >= (step === 1 ? MIN_ON_SHORT_PAGE : MIN_WIDE_NUMBERS);

const countsLines = (glyphs: readonly Glyph[], column: Column): boolean => {
  const { numbers, step } = column;
  if (step === 1 && numbers.length < MIN_NUMBERS && !fillsPage(glyphs, column)) return false;
  return linesBeside(glyphs, column).some((lines) => {
    const places = numbers.map(({ y, size }) =>
      lines.findIndex((line) => Math.abs(line.y - y) < 0.6 * size),
    );
    const pairs = places.slice(1).map((place, at) => [places[at] ?? -1, place] as const);
    const exact = pairs.filter(
      ([before, place]) => before >= 0 && place >= 0 && place - before === step,
    );
    if (step > 1) return exact.length >= MIN_SHARE * pairs.length;
    const isEach = exact.length >= MIN_SHARE * pairs.length || isEven(numbers);
    return isEach && isRunningText(lines);
  });
};

/** True if nearly every line of the page has one of the numbers next to it. */
const fillsPage = (glyphs: readonly Glyph[], { numbers }: Column): boolean => {
  const own = new Set(numbers.flatMap((number) => number.own));
  const heights = toLines(
    glyphs.filter((glyph) => !own.has(glyph)),
    1,
  ).map(({ y }) => Math.round(y));
  return new Set(heights).size <= numbers.length + MAX_OTHER_LINES;
};

/** Pleading paper numbers the places of lines, whether or not there is a line. */
const isEven = (numbers: readonly Numeral[]): boolean => {
  const steps = numbers.slice(1).map(({ y }, at) => (numbers[at]?.y ?? 0) - y);
  const usual = steps.toSorted((one, other) => one - other)[steps.length >> 1] ?? 0;
  return numbers[0]?.value === 1 && steps.every((one) => Math.abs(one - usual) < 0.05 * usual);
};

type Beside = Cell & { y: number; size: number };

/** The column of text to the right of the numbers, and the one to the left of them. */
const linesBeside = (glyphs: readonly Glyph[], { numbers, left, right }: Column): Beside[][] => {
  const own = new Set(numbers.flatMap((number) => number.own));
  const { top, bottom } = heightOf(numbers);
  const text = glyphs.filter(
    (glyph) => glyph.y < top && glyph.y > bottom && glyph.run.frame.sin === 0 && !own.has(glyph),
  );
  const lines = toLines(text, 1)
    .filter(({ letterWidth }) => letterWidth === undefined)
    .toSorted((one, other) => other.y - one.y);
  const toRight = lines.flatMap(({ cells, y, size }) => {
    const cell = cells.find(({ x }) => x > right);
    return cell ? [{ ...cell, y, size }] : [];
  });
  const toLeft = lines.flatMap(({ cells, y, size }) => {
    const cell = cells.filter((one) => one.right < left).at(-1);
    return cell ? [{ ...cell, y, size }] : [];
  });
  const edge = Math.min(...toRight.map(({ x }) => x));
  return [toRight.filter(({ x, size }) => x < edge + MAX_INDENT * size), toLeft].filter(
    (some) => some.length > 0,
  );
};

/** In font sizes. */
const MAX_INDENT = 6;
const MIN_WIDTH = 16;
const MIN_FULL = 4;
const MIN_FULL_SHARE = 0.5;
const ENDS_SENTENCE = /[.!?:;…。！？：；]["'”’»)\]」』）]*$/u;

/** True for lines that end where the next word would not have fitted: the text was wrapped there. */
const isRunningText = (lines: readonly Beside[]): boolean => {
  const edge = Math.max(...lines.map(({ right }) => right));
  const [x, size] = [Math.min(...lines.map((line) => line.x)), lines[0]?.size ?? 0];
  // In a narrow column no line has room for another word, so this proves nothing.
  if (edge - x < MIN_WIDTH * size) return false;
  const open = lines.slice(0, -1).filter(({ text }) => !ENDS_SENTENCE.test(text));
  const full = open.filter((line) => {
    const next = lines[lines.indexOf(line) + 1];
    if (next === undefined) return false;
    const word = /^\S+/u.exec(next.text)?.[0] ?? '';
    const width = (word.length * (next.right - next.x)) / Math.max(1, next.text.length);
    return line.right + width + WORD_GAP * line.size > edge;
  });
  return full.length >= MIN_FULL && full.length >= MIN_FULL_SHARE * open.length;
};

const WORD_GAP = 0.25;
