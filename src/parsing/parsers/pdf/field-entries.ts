import { frameOf, type Box, type Frame } from './frames.js';
import type { Entry } from './form-fields.js';
import type { Glyph, Run } from './glyphs.js';

/** Inserts what was typed into fields and onto the page among the printed characters: next to the words that name it, or below them. */
export const addEntries = (
  glyphs: readonly Glyph[],
  entries: readonly Entry[],
  page: Box,
): Glyph[] => {
  if (entries.length === 0) return [...glyphs];
  const frame = glyphs.find(({ run }) => run.frame.sin === 0)?.run.frame ?? frameOf(0, page);
  const printed = glyphs
    .map((glyph, at) => ({ glyph, at }))
    .filter(({ glyph }) => isUpright(glyph));
  const added = new Map<number, Glyph[]>();
  const sorted = entries.toSorted((one, other) => other.top - one.top || one.left - other.left);
  for (const entry of sorted) {
    const place = findPlace(printed, moveInto(entry, frame), sorted);
    const own = added.get(place.at) ?? [];
    own.push(...toGlyphs(place.entry, place, frame));
    added.set(place.at, own);
  }
  return [
    ...(added.get(0) ?? []),
    ...glyphs.flatMap((glyph, at) => [glyph, ...(added.get(at + 1) ?? [])]),
  ];
};

const isUpright = ({ run, text }: Glyph): boolean => run.frame.sin === 0 && text.trim() !== '';

const moveInto = (entry: Entry, { left, bottom }: Frame): Entry => ({
  ...entry,
  left: entry.left + left,
  right: entry.right + left,
  bottom: entry.bottom + bottom,
  top: entry.top + bottom,
});

type Printed = { glyph: Glyph; at: number };
type Place = {
  /** The number of the page's characters before it. */
  at: number;
  entry: Entry;
  /** The printed character on whose line it is. */
  beside?: Glyph;
  joins?: 'before' | 'after';
};

/** Labels are closer than this, in units of the page. */
const MAX_LEFT = 260;
const MAX_RIGHT = 40;
const MAX_ABOVE = 40;
const NEAR_ABOVE = 16;

const findPlace = (printed: readonly Printed[], entry: Entry, all: readonly Entry[]): Place => {
  const onLine = printed.filter(({ glyph }) => isBeside(glyph, entry));
  const left = nearest(onLine, ({ glyph }) => entry.left - glyph.right, MAX_LEFT);
  const right = nearest(onLine, ({ glyph }) => glyph.x - entry.right, MAX_RIGHT);
  const isBox = entry.text.length === 1 && entry.right - entry.left < MAX_RIGHT;
  const isBoxBefore =
    isBox && right && (!left || gapTo(right, entry) < entry.left - left.glyph.right);
  if (left && !isBoxBefore && !isTaken(left.glyph, entry, all)) {
    return { at: left.at + 1, entry, beside: left.glyph, joins: 'before' };
  }
  if (right && isBox) return { at: right.at, entry, beside: right.glyph, joins: 'after' };
  if (left) return { at: left.at + 1, entry, beside: left.glyph };
  const above = nearest(
    printed.filter(({ glyph }) => glyph.x < entry.right && glyph.right > entry.left - MAX_ABOVE),
    ({ glyph }) => glyph.y - entry.top,
    Infinity,
  );
  const isNamed = above !== undefined && above.glyph.y - entry.top < NEAR_ABOVE;
  const text = isNamed || entry.name === '' ? entry.text : `${entry.name}: ${entry.text}`;
  return { at: endOfLine(printed, above), entry: { ...entry, text } };
};

const gapTo = ({ glyph }: Printed, { right }: Entry): number => glyph.x - right;

const isBeside = ({ y, size }: Pick<Glyph, 'y' | 'size'>, { bottom, top }: Entry): boolean => {
  const middle = y + size * 0.3;
  return middle >= bottom - size * 0.3 && middle <= top + size * 0.3;
};

/** The nearest one; those that overlap by more than a little are ignored. */
const nearest = (
  all: readonly Printed[],
  distanceOf: (one: Printed) => number,
  limit: number,
): Printed | undefined => {
  let [best, least]: [Printed | undefined, number] = [undefined, limit];
  for (const one of all) {
    const distance = distanceOf(one);
    if (distance < -OVERLAP || distance > least) continue;
    // If several are at one height, the last one ends the line.
    [best, least] = [one, distance];
  }
  return best;
};

const OVERLAP = 3;

/** True if another field is between the words and this one. */
const isTaken = ({ right, y, size }: Glyph, entry: Entry, all: readonly Entry[]): boolean =>
  all.some((other) => {
    const isOnLine = isBeside({ y, size }, other);
    return isOnLine && other.left >= right - OVERLAP && other.right <= entry.left + OVERLAP;
  });

const endOfLine = (printed: readonly Printed[], above: Printed | undefined): number => {
  if (above === undefined) return 0;
  const { y, size } = above.glyph;
  const same = printed.filter(({ glyph }) => Math.abs(glyph.y - y) < size / 2);
  return Math.max(...same.map(({ at }) => at)) + 1;
};

/** Letters of an entry have no width of their own on the page. */
const LETTER_WIDTH = 0.5;
const USUAL_SIZE = 10;
const LEADING = 1.2;

const toGlyphs = (entry: Entry, { beside, joins }: Place, frame: Frame): Glyph[] => {
  const size = beside?.size ?? Math.min(USUAL_SIZE, Math.max(4, entry.top - entry.bottom));
  const run: Run = { object: 0, frame, isFixed: false, size };
  const lines = entry.text.split(/\r\n?|\n/u).filter((line) => line.trim() !== '');
  const first = beside?.y ?? firstBase(entry, size, lines.length);
  return lines.flatMap((line, row) => {
    const letters = Array.from(line);
    const width = Math.min(LETTER_WIDTH * size, (entry.right - entry.left) / letters.length);
    return letters.map((text, at): Glyph => ({
      text,
      size,
      run,
      y: first - row * size * LEADING,
      x: entry.left + at * width,
      right: entry.left + (at + 1) * width,
      ...(joins !== undefined && at === 0 && row === 0 && { joins }),
    }));
  });
};

const firstBase = ({ top, bottom }: Entry, size: number, lines: number): number =>
  lines > 1 ? top - size : (top + bottom) / 2 - size * 0.3;
