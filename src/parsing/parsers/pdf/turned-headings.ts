import { joinLine } from '../../join-lines.js';
import type { Frame } from './frames.js';
import type { Glyph, Run } from './glyphs.js';
import { toLines, type Cell, type Line } from './lines.js';

/**
 * Turns headings upright that are rotated to save space above the columns of a table, so that they are read as its first row. Text that is
 * rotated for any other reason stays as it is, because it never has two pieces with rows of cells below them.
 */
export const standHeadingsUpright = (glyphs: readonly Glyph[], page: number): readonly Glyph[] => {
  if (!hasTurned(glyphs)) return glyphs;
  const turned = glyphs.filter(({ run }) => Math.abs(run.frame.sin) > MIN_TURN);
  const main = glyphs.find(({ run }) => run.frame.sin === 0)?.run.frame;
  if (main === undefined || 2 * turned.length > glyphs.length) return glyphs;
  const groups = groupBeside(readHeadings(turned, { main, page }));
  if (groups.length === 0) return glyphs;
  const upright = glyphs.filter(({ run }) => run.frame === main);
  const lines = toLines(upright, page);
  return groups.reduce<readonly Glyph[]>((all, group) => {
    const table = findTable(group, { lines, upright });
    return table === undefined ? all : replace(all, { ...table, main });
  }, glyphs);
};

const MIN_TURN = 0.5;

/** Checks only the first sign of every piece of text. */
const hasTurned = (glyphs: readonly Glyph[]): boolean => {
  let run: Run | undefined;
  for (const glyph of glyphs) {
    if (glyph.run === run) continue;
    run = glyph.run;
    if (Math.abs(run.frame.sin) > MIN_TURN) return true;
  }
  return false;
};

/** A rotated text with its place on the page: `x` is the place of its end nearest to the table. */
type Heading = {
  text: string;
  own: Glyph[];
  x: number;
  bottom: number;
  top: number;
  size: number;
  goesUp: boolean;
};

type Page = { main: Frame; page: number };

const readHeadings = (turned: readonly Glyph[], { main, page }: Page): Heading[] => {
  const byFrame = new Map<Frame, Glyph[]>();
  for (const glyph of turned) {
    const own = byFrame.get(glyph.run.frame);
    if (own) own.push(glyph);
    else byFrame.set(glyph.run.frame, [glyph]);
  }
  return [...byFrame].flatMap(([frame, own]) =>
    toLines(own, page).map((line): Heading => {
      const { size, x, right, text } = line;
      const middle = line.y + 0.3 * size;
      const [start, end] = [onPage([x, middle], frame, main), onPage([right, middle], frame, main)];
      const near = start[1] < end[1] ? start : end;
      return {
        text,
        size,
        goesUp: frame.sin > 0,
        x: near[0],
        own: own.filter((glyph) => isIn(line, glyph)),
        bottom: near[1],
        top: Math.max(start[1], end[1]),
      };
    }),
  );
};

const isIn = ({ x, right, y, size }: Line, glyph: Glyph): boolean =>
  glyph.x >= x - 1 && glyph.right <= right + 1 && Math.abs(glyph.y - y) <= size / 2;

/** A place along a rotated text, in the coordinates of upright text. */
const onPage = ([x, y]: readonly [number, number], turn: Frame, main: Frame): [number, number] => {
  const [along, up] = [x - turn.left, y - turn.bottom];
  return [
    along * turn.cos - up * turn.sin + main.left,
    along * turn.sin + up * turn.cos + main.bottom,
  ];
};

/** Headings at one height, at least two. */
const groupBeside = (headings: readonly Heading[]): Heading[][] => {
  const groups: Heading[][] = [];
  for (const heading of headings) {
    const beside = groups.find((group) =>
      group.every(({ bottom, top }) => bottom < heading.top && heading.bottom < top),
    );
    if (beside) beside.push(heading);
    else groups.push([heading]);
  }
  return groups.filter(({ length }) => length > 1);
};

type Table = {
  /** The headings over one column each, from the left to the right. */
  columns: { middle: number; headings: Heading[] }[];
  y: number;
  /** The line before or after which they are read. */
  line: Line;
  isBehind: boolean;
};

/** In font sizes: how far below the headings the table may begin, and how far to the side of a column its heading may be. */
const MAX_DISTANCE = 4;
const MAX_SHIFT = 2.5;
const ROWS = 3;

type Below = { lines: readonly Line[]; upright: readonly Glyph[] };

const findTable = (group: readonly Heading[], { lines, upright }: Below): Table | undefined => {
  const bottom = Math.min(...group.map((heading) => heading.bottom));
  const size = Math.max(...group.map((heading) => heading.size));
  const left = Math.min(...group.map(({ x }) => x));
  // Text to their left, at the height of their lower ends, is the name of the first column.
  const isBeside = ({ cells }: Row): boolean => cells.every(({ right }) => right < left);
  const below = rowsBelow(lines, bottom + 0.2 * size)
    .slice(0, ROWS + 1)
    .map((row) => ({ ...row, cells: partCells(row, upright) }));
  const rows = (below[0] && isBeside(below[0]) ? below.slice(1) : below).slice(0, ROWS);
  const [first, second] = rows;
  if (first === undefined || second === undefined) return undefined;
  if (bottom - first.y > MAX_DISTANCE * size) return undefined;
  const columns = new Map<Cell, Heading[]>();
  for (const heading of group) {
    const cell = nearest(first.cells, heading);
    if (cell === undefined || nearest(second.cells, heading) === undefined) continue;
    columns.set(cell, [...(columns.get(cell) ?? []), heading]);
  }
  if (columns.size < 2) return undefined;
  const beside = lines.filter(
    ({ y, right }) => y >= bottom - 0.5 * size && y < first.y + 6 * size && right < left,
  );
  const header = beside.findLast(({ y }) => group.some((one) => y < one.top));
  const named = [...columns].map(([{ x, right }, headings]) => ({
    middle: (x + right) / 2,
    headings,
  }));
  return {
    columns: withEmpty(named, group),
    y: header?.y ?? Math.max(bottom, first.y + 1.2 * size),
    line: header ?? first.line,
    isBehind: header !== undefined,
  };
};

type Column = Table['columns'][number];

/** In font sizes: the lines of one heading are closer than this. */
const MAX_LEADING = 1.5;
/** How much wider than between other headings a gap may be. */
const MAX_WIDER = 2;

/**
 * The columns from left to right. A heading above empty cells gets one too, if it is about as far from the others as they are from each
 * other.
 */
const withEmpty = (named: readonly Column[], group: readonly Heading[]): Column[] => {
  const columns = named.toSorted((one, other) => one.middle - other.middle);
  const gaps = columns.map(({ middle }, at) => middle - (columns[at - 1]?.middle ?? middle));
  const limit = MAX_WIDER * Math.max(...gaps);
  const placed = new Set(columns.flatMap(({ headings }) => headings));
  const first = columns[0]?.middle ?? Infinity;
  for (const heading of group.toSorted((one, other) => one.x - other.x)) {
    if (placed.has(heading) || heading.x < first) continue;
    const distanceOf = ({ middle }: Column): number => Math.abs(middle - heading.x);
    const [near] = columns.toSorted((one, other) => distanceOf(one) - distanceOf(other));
    if (near === undefined || distanceOf(near) > limit) continue;
    const isNextLine = distanceOf(near) < MAX_LEADING * heading.size;
    if (isNextLine) near.headings.push(heading);
    else columns.push({ middle: heading.x, headings: [heading] });
  }
  return columns.sort((one, other) => one.middle - other.middle);
};

type Row = { cells: Cell[]; y: number; line: Line };

/** The rows of cells below a height, from the top down, in whatever order their cells are stored. */
const rowsBelow = (lines: readonly Line[], height: number): Row[] => {
  const rows: Row[] = [];
  const below = lines.filter(({ y }) => y < height).toSorted((one, other) => other.y - one.y);
  for (const line of below) {
    const last = rows.at(-1);
    if (last && last.y - line.y < 0.5 * line.size) last.cells.push(...line.cells);
    else rows.push({ cells: [...line.cells], y: line.y, line });
  }
  return rows;
};

/** In font sizes: columns under rotated headings are so narrow that the gaps between them are smaller than elsewhere. */
const CELL_GAP = 0.6;

/** The cells of a row by the gaps between its letters. */
const partCells = ({ line, y }: Row, upright: readonly Glyph[]): Cell[] => {
  const letters = upright
    .filter(({ text }) => text.trim() !== '')
    .filter((glyph) => Math.abs(glyph.y - y) < 0.5 * line.size)
    .toSorted((one, other) => one.x - other.x);
  const cells: Cell[] = [];
  for (const { text, x, right, size } of letters) {
    const last = cells.at(-1);
    if (last === undefined || x - last.right > CELL_GAP * size) cells.push({ text, x, right });
    else Object.assign(last, { text: last.text + text, right: Math.max(last.right, right) });
  }
  return cells;
};

const nearest = (cells: readonly Cell[], { x, size }: Heading): Cell | undefined => {
  const distance = (cell: Cell): number => Math.abs((cell.x + cell.right) / 2 - x);
  const [best] = cells.toSorted((one, other) => distance(one) - distance(other));
  return best && distance(best) <= MAX_SHIFT * size ? best : undefined;
};

const replace = (
  glyphs: readonly Glyph[],
  { columns, y, line, isBehind, main }: Table & { main: Frame },
): Glyph[] => {
  const moved = new Set(columns.flatMap(({ headings }) => headings.flatMap(({ own }) => own)));
  const upright = columns.flatMap(({ middle, headings }): Glyph[] => {
    const sample = headings[0]?.own[0];
    if (sample === undefined) return [];
    const { size, run } = sample;
    // As narrow as a stroke: it must not touch the heading of the next column.
    const place = { x: middle - 0.1, right: middle + 0.1, y, size };
    return [{ text: textOf(headings), ...place, run: { ...run, frame: main } }];
  });
  const isOfLine = (glyph: Glyph): boolean =>
    glyph.run.frame === main &&
    Math.abs(glyph.y - line.y) < 0.1 &&
    glyph.x >= line.x - 1 &&
    glyph.right <= line.right + 1;
  const at = isBehind ? glyphs.findLastIndex(isOfLine) + 1 : glyphs.findIndex(isOfLine);
  const kept = (some: readonly Glyph[]): Glyph[] => some.filter((glyph) => !moved.has(glyph));
  return [...kept(glyphs.slice(0, at)), ...upright, ...kept(glyphs.slice(at))];
};

const NO_WORDS = { words: new Set<string>() };

/** The lines of one heading: text that is rotated anticlockwise has its next line to the right. */
const textOf = (headings: readonly Heading[]): string => {
  const sorted = headings.toSorted((one, other) =>
    one.goesUp ? one.x - other.x : other.x - one.x,
  );
  const [first, ...others] = sorted.map(({ text }) => text);
  return others.reduce((text, line) => joinLine(text, line, NO_WORDS), first ?? '');
};
