import { turn, type Box, type Frame } from './frames.js';
import type { Glyph, Run } from './glyphs.js';
import { toLines, type Line } from './lines.js';
import type { RunningText } from './running-lines.js';

/** A word such as "DRAFT" that is printed across a page, with its font size. */
export type Watermark = RunningText & { size: number };

type Parted = { glyphs: readonly Glyph[]; watermarks: Watermark[] };

/**
 * Removes words that are printed across a page's text: slanted ones, and ones that are much larger than the text. Large text that crosses
 * nothing is a title, and slanted text of usual size that crosses nothing is a label of a chart.
 */
export const partWatermarks = (glyphs: readonly Glyph[], page: number): Parted => {
  const counts = countByRun(glyphs);
  const usual = usualOf(counts);
  const oddRuns = new Set(
    [...counts.keys()].filter(
      ({ frame, size }) => isSlanted(frame, usual.frame) || size >= LARGE * usual.size,
    ),
  );
  if (oddRuns.size === 0) return { glyphs, watermarks: [] };
  const isOdd = ({ run }: Glyph): boolean => oddRuns.has(run);
  const odd = glyphs.filter(isOdd);
  if (odd.length > MAX_SIGNS) return { glyphs, watermarks: [] };
  const places = glyphs.filter((glyph) => isWritten(glyph) && !isOdd(glyph)).map(middleOf);
  const found = toLines(odd, page).flatMap((line) => {
    const own = odd.filter((glyph) => isOf(line, glyph));
    const frame = own[0]?.run.frame;
    if (frame === undefined || !isWord(line)) return [];
    const isLargeSlant = isSlanted(frame, usual.frame) && line.size >= LARGE * usual.size;
    return isLargeSlant || crosses(line, frame, places) ? [{ line, own }] : [];
  });
  if (found.length === 0) return { glyphs, watermarks: [] };
  const taken = new Set(found.flatMap(({ own }) => own));
  return {
    glyphs: glyphs.filter((glyph) => !taken.has(glyph)),
    watermarks: found.flatMap(({ line: { cells, size } }) =>
      cells.map(({ text }) => ({ text, page, size })),
    ),
  };
};

/** How much larger than the usual text of a page a watermark is if it runs in the same direction. */
const LARGE = 2;
/** More signs are the text of a page with several font sizes. */
const MAX_SIGNS = 2_000;
const MAX_LENGTH = 80;
const MIN_LETTERS = 3;
/** At least this many letters and digits of the text are within a watermark. */
const MIN_CROSSED = 6;

/** How many signs each run has; those of one run are consecutive, so few look-ups are needed. */
const countByRun = (glyphs: readonly Glyph[]): Map<Run, number> => {
  const counts = new Map<Run, number>();
  let [from, run] = [0, glyphs[0]?.run];
  for (let at = 1; at <= glyphs.length; at += 1) {
    const next = glyphs[at]?.run;
    if (next === run) continue;
    if (run) counts.set(run, (counts.get(run) ?? 0) + at - from);
    [from, run] = [at, next];
  }
  return counts;
};

/** The frame and the font size of most signs. */
const usualOf = (counts: ReadonlyMap<Run, number>): { frame: Frame | undefined; size: number } => {
  const frames = new Map<Frame, number>();
  const sizes = new Map<number, number>();
  for (const [{ frame, size }, count] of counts) {
    const rounded = Math.round(size * 2) / 2;
    frames.set(frame, (frames.get(frame) ?? 0) + count);
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + count);
  }
  return { frame: mostOf(frames), size: mostOf(sizes) ?? 0 };
};

const mostOf = <Value>(counts: ReadonlyMap<Value, number>): Value | undefined =>
  [...counts].reduce<readonly [Value, number] | undefined>(
    (most, own) => (most === undefined || own[1] > most[1] ? own : most),
    undefined,
  )?.[0];

/** The angle to the usual text; text that is rotated by 90 degrees does not count as slanted. */
const MIN_SLANT = 0.1;

const isSlanted = (frame: Frame, usual: Frame | undefined): boolean => {
  if (usual === undefined || frame === usual) return false;
  const sin = frame.sin * usual.cos - frame.cos * usual.sin;
  const cos = frame.cos * usual.cos + frame.sin * usual.sin;
  return Math.min(Math.abs(sin), Math.abs(cos)) > MIN_SLANT;
};

const isWritten = ({ text }: Glyph): boolean => /[\p{L}\p{N}]/u.test(text);

const isWord = ({ cells }: Line): boolean =>
  cells.every(
    ({ text }) => text.length <= MAX_LENGTH && (text.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS,
  );

const isOf = ({ x, right, y, size, pageHeight }: Line, glyph: Glyph): boolean =>
  glyph.run.frame.height === pageHeight &&
  glyph.x >= x - 1 &&
  glyph.right <= right + 1 &&
  Math.abs(glyph.y - y) <= size / 2;

/** The middle of a sign, in the coordinates of the page itself. */
const middleOf = ({ x, y, right, size, run: { frame } }: Glyph): readonly [number, number] => {
  const [along, up] = [(x + right) / 2 - frame.left, y + size * 0.3 - frame.bottom];
  return [along * frame.cos - up * frame.sin, along * frame.sin + up * frame.cos];
};

const crosses = (
  { cells, y, size }: Line,
  frame: Frame,
  places: readonly (readonly [number, number])[],
): boolean => {
  const boxes = cells.map(({ x, right }): Box => ({
    left: x,
    right,
    bottom: y,
    top: y + 0.7 * size,
  }));
  let crossed = 0;
  for (const place of places) {
    const [x, up] = turn(...place, frame);
    if (boxes.some((box) => x > box.left && x < box.right && up > box.bottom && up < box.top)) {
      crossed += 1;
    }
    if (crossed >= MIN_CROSSED) return true;
  }
  return false;
};

type WithWatermarks = { lines: readonly Line[]; watermarks: readonly Watermark[] };

/** The lines without those that are a watermark on another page, and each watermark once, at its first place. */
export const keepWatermarksOnce = ({ lines, watermarks }: WithWatermarks) => {
  if (watermarks.length === 0) return { lines, running: [] };
  const known = new Set(watermarks.map(keyOf));
  const isKnown = (line: Line): boolean => line.table === undefined && known.has(keyOf(line));
  const all = [...watermarks, ...lines.filter(isKnown)].toSorted(
    (one, other) => one.page - other.page,
  );
  const first = new Map<string, RunningText>();
  for (const { text, page } of all) if (!first.has(text)) first.set(text, { text, page });
  return { lines: lines.filter((line) => !isKnown(line)), running: [...first.values()] };
};

const keyOf = ({ text, size }: { text: string; size: number }): string =>
  `${Math.round(size)} ${text}`;
