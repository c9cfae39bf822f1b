import { joinLine } from '../../join-lines.js';
import { spreadMerged, type MergedRow } from '../../merged-cells.js';
import type { Rule } from './drawings.js';
import type { Glyph } from './glyphs.js';
import { toLines, type Line } from './lines.js';
import { namesBeside } from './row-names.js';
import { layOutSheet, listedRows } from './ruled-sheets.js';

/** A table drawn with lines: its rows, and the characters in it. */
export type Grid = { rows: Line[]; glyphs: ReadonlySet<Glyph> };

/** Lines this close to each other, in units of the page, are one. */
const SAME = 3.5;
const TOUCH = 3.5;
const MAX_COLUMNS = 60;
const MAX_ROWS = 400;
/** A cell with more text is framed page content. */
const MAX_CELL_LENGTH = 1_500;

type Side = { at: number; from: number; to: number; isAcross: boolean };
type Lattice = { columns: number[]; rows: number[]; sides: Side[] };

/** The tables of a page, by the lines between their cells; `first` is the number of the first one. */
export const findGrids = (
  glyphs: readonly Glyph[],
  rules: readonly Rule[],
  { page, first }: { page: number; first: number },
): Grid[] => {
  const upright = glyphs.filter(({ run }) => run.frame.sin === 0);
  const [sample] = upright;
  if (sample === undefined || rules.length < MIN_SIDES) return [];
  const { left, bottom } = sample.run.frame;
  const sides = rules.map((rule): Side => {
    const { isAcross } = rule;
    return isAcross
      ? {
          at: (rule.bottom + rule.top) / 2 + bottom,
          from: rule.left + left,
          to: rule.right + left,
          isAcross,
        }
      : {
          at: (rule.left + rule.right) / 2 + left,
          from: rule.bottom + bottom,
          to: rule.top + bottom,
          isAcross,
        };
  });
  let table = first;
  const lattices = findLattices(sides);
  return lattices.flatMap((lattice) => {
    const grid = fillLattice(upright, lattice, { page, table, others: lattices });
    // Every row may be a table of its own.
    table += lattice.rows.length;
    return grid ? [grid] : [];
  });
};

const MIN_SIDES = 4;
const MAX_SIDES = 6_000;

/** Lines that touch each other, if they make at least two rows or two columns of a table. */
const findLattices = (sides: readonly Side[]): Lattice[] => {
  const groups = groupTouching(sides.slice(0, MAX_SIDES)).flatMap(partAtWalls);
  return groups.flatMap((group) => {
    const across = group.filter(({ isAcross }) => isAcross);
    const upright = group.filter(({ isAcross }) => !isAcross);
    if (across.length === 0 || upright.length === 0) return [];
    // The outer sides of a table are often not drawn.
    const columns = placesOf([...upright.map(({ at }) => at), ...endsOf(across)]);
    const rows = placesOf([...across.map(({ at }) => at), ...endsOf(upright)]).reverse();
    const isTable =
      columns.length > 2 &&
      rows.length > 2 &&
      columns.length <= MAX_COLUMNS &&
      rows.length <= MAX_ROWS;
    return isTable ? [{ columns, rows, sides: group }] : [];
  });
};

/**
 * Separates two things in one frame, such as a table and the charts next to it, at a line from top to bottom where most of the horizontal
 * lines end.
 */
const partAtWalls = (group: readonly Side[]): Side[][] => {
  const across = group.filter(({ isAcross }) => isAcross);
  const upright = group.filter(({ isAcross }) => !isAcross);
  const [bottom, top] = endsOf(upright);
  const [left, right] = endsOf(across);
  const isInner = (at: number, from: number, to: number): boolean =>
    at > from + 2 * TOUCH && at < to - 2 * TOUCH;
  const inner = across.filter(({ at }) => isInner(at, bottom, top));
  const isWall = ({ at, from, to }: Side): boolean =>
    isInner(at, left, right) &&
    from - bottom < 2 * TOUCH &&
    top - to < 2 * TOUCH &&
    !inner.some((side) => side.from < at - TOUCH && side.to > at + TOUCH) &&
    arePutDownApart(
      placesOf(inner.flatMap((side) => (Math.abs(side.to - at) <= TOUCH ? [side.at] : []))),
      placesOf(inner.flatMap((side) => (Math.abs(side.from - at) <= TOUCH ? [side.at] : []))),
    );
  const wall = upright.find(isWall);
  if (wall === undefined) return [[...group]];
  const parts = [
    cutTo(group, { from: -Infinity, to: wall.at }),
    cutTo(group, { from: wall.at, to: Infinity }),
  ];
  return parts.flatMap((part) => groupTouching(part));
};

/** The parts of the sides between two places, including the wall at one of them. */
const cutTo = (sides: readonly Side[], { from, to }: Pick<Side, 'from' | 'to'>): Side[] =>
  sides.flatMap((side) => {
    if (!side.isAcross) return from <= side.at && side.at <= to ? [side] : [];
    const isWithin = side.to > from + TOUCH && side.from < to - TOUCH;
    return isWithin
      ? [{ ...side, from: Math.max(side.from, from), to: Math.min(side.to, to) }]
      : [];
  });

const MIN_ENDS = 2;
const MAX_SHARED = 0.5;

const arePutDownApart = (one: readonly number[], other: readonly number[]): boolean => {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const shared = few.filter((place) => many.some((at) => Math.abs(at - place) <= SAME));
  return few.length >= MIN_ENDS && shared.length < MAX_SHARED * few.length;
};

const endsOf = (sides: readonly Side[]): [number, number] => [
  sides.reduce((least, { from }) => Math.min(least, from), Infinity),
  sides.reduce((most, { to }) => Math.max(most, to), -Infinity),
];

/** The places in order, each once. */
const placesOf = (all: readonly number[]): number[] => {
  const places: number[] = [];
  for (const place of all.toSorted((left, right) => left - right)) {
    if (place - (places.at(-1) ?? -Infinity) > SAME) places.push(place);
  }
  return places;
};

/** Groups of sides in which each touches another: found in one pass from left to right. */
const groupTouching = (sides: readonly Side[]): Side[][] => {
  const parents = sides.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] = parents[parents[root] ?? 0] ?? 0;
    return root;
  };
  const boxes = sides
    .map((side, at) => ({ ...toBox(side), at }))
    .toSorted((one, other) => one.left - other.left);
  let open: typeof boxes = [];
  for (const box of boxes) {
    open = open.filter(({ right }) => right + TOUCH >= box.left);
    for (const other of open) {
      const touches = other.bottom - TOUCH <= box.top && box.bottom - TOUCH <= other.top;
      if (touches) parents[rootOf(box.at)] = rootOf(other.at);
    }
    open.push(box);
  }
  const groups = new Map<number, Side[]>();
  for (const [at, side] of sides.entries()) {
    const own = groups.get(rootOf(at)) ?? [];
    own.push(side);
    groups.set(rootOf(at), own);
  }
  return [...groups.values()];
};

const toBox = ({ at, from, to, isAcross }: Side) =>
  isAcross
    ? { left: from, right: to, bottom: at, top: at }
    : { left: at, right: at, bottom: from, top: to };

type Place = { page: number; table: number };

/** Puts characters into the cells of a table; undefined if it is not a table but a frame around text, or boxes of a drawing. */
const fillLattice = (
  glyphs: readonly Glyph[],
  lattice: Lattice,
  { page, table, others }: Place & { others: readonly Lattice[] },
): Grid | undefined => {
  const { columns, rows } = lattice;
  const width = columns.length - 1;
  const cells = new Map<number, Glyph[]>();
  const found = new Set<Glyph>();
  const areas = findAreas(lattice);
  let before: { glyph: Glyph; area: number | undefined } | undefined;
  for (const glyph of glyphs) {
    // A text that is too wide for its cell continues into the next one.
    const isSame = before !== undefined && goesOn(before.glyph, glyph);
    const column = bandOf(columns, (glyph.x + glyph.right) / 2);
    const row = bandOf(rows, glyph.y + glyph.size * 0.25);
    const isInside = column !== undefined && row !== undefined;
    const area = isSame ? before?.area : isInside ? areas[row * width + column] : undefined;
    before = { glyph, area };
    if (area === undefined) continue;
    const own = cells.get(area) ?? [];
    own.push(glyph);
    cells.set(area, own);
    found.add(glyph);
  }
  const linesOf = new Map([...cells].map(([area, own]) => [area, linesDown(own, page)]));
  const texts = new Map([...linesOf].map(([area, lines]) => [area, textOf(lines)]));
  if ([...texts.values()].some(({ length }) => length > MAX_CELL_LENGTH)) return undefined;
  const [sample] = found;
  if (sample === undefined) return undefined;
  const sheets = sheetsOf(lattice, { areas, cells, page, table });
  const filled = rows
    .slice(0, -1)
    .map((top, row) => {
      const own = areas.slice(row * width, (row + 1) * width);
      // A cell that spans several columns is written into the first of them, and into each of its rows.
      const firsts = own.map((area, column) => (own[column - 1] === area ? undefined : area));
      const shown = firsts.map((area) => (area === undefined ? area : (texts.get(area) ?? '')));
      const parts = firsts.map((area) => linesOf.get(area ?? -1) ?? []);
      return { top, sheet: sheets[row], texts: shown, parts };
    })
    .filter((row) => row.texts.some(Boolean));
  const spread = spreadMerged(filled.map((row) => row.texts));
  const textsAt = (row: number): string[] => spreadOver(filled[row]?.texts ?? [], spread[row]);
  if (!isTable(filled.map((_, row) => textsAt(row)))) return undefined;
  const names = others.some((other) => isLeftOf(other, lattice))
    ? undefined
    : namesBeside(glyphs, toFrame(lattice, filled), page);
  for (const glyph of names?.glyphs ?? []) found.add(glyph);
  return {
    glyphs: found,
    rows: filled.flatMap(({ top, sheet, parts }, row) => {
      const name = names?.at.get(baselineOf(parts) ?? Number.NaN) ?? '';
      const own = names ? [name, ...textsAt(row)] : textsAt(row);
      const listed = (names ? undefined : listedRows(parts)) ?? [own];
      return (
        sheet ?? listed.map((one) => toRow({ top, texts: one }, { columns, sample, page, table }))
      );
    }),
  };
};

/** The text of a row in each of its columns. A column in which no cell of the table begins is left out. */
const spreadOver = (texts: MergedRow, spread: readonly string[] = []): string[] =>
  spread.length === texts.length ? [...spread] : texts.map((text) => text ?? '');

/** The baseline of the figures of a row; undefined for a row without any. */
const baselineOf = (parts: readonly (readonly Line[])[]): number | undefined => {
  const figures = parts.flatMap((lines) => lines.filter(({ text }) => /^[\d(+−-]/u.test(text)));
  return figures[0]?.y;
};

const toFrame = (
  { columns, rows }: Lattice,
  filled: readonly { parts: readonly (readonly Line[])[] }[],
) => ({
  left: columns[0] ?? 0,
  top: rows[0] ?? 0,
  bottom: rows.at(-1) ?? 0,
  baselines: filled.flatMap(({ parts }) => baselineOf(parts) ?? []),
});

/** True for another table to the left of this one. */
const isLeftOf = (other: Lattice, { columns, rows }: Lattice): boolean =>
  (other.columns.at(-1) ?? 0) <= (columns[0] ?? 0) + TOUCH &&
  (other.rows[0] ?? 0) > (rows.at(-1) ?? 0) &&
  (other.rows.at(-1) ?? 0) < (rows[0] ?? 0);

type Filled = Place & { areas: readonly number[]; cells: ReadonlyMap<number, Glyph[]> };

/** For each row the lines of its box, if it is not a row of this table but contains a table. */
const sheetsOf = (
  { columns, rows }: Lattice,
  { areas, cells, page, table }: Filled,
): (Line[] | undefined)[] => {
  const width = columns.length - 1;
  const across = (columns.at(-1) ?? 0) - (columns[0] ?? 0);
  const boxes = rows.slice(0, -1).map((_, row) => {
    const own = new Set(areas.slice(row * width, (row + 1) * width));
    const reachesOut = areas.some((area, at) => own.has(area) && Math.floor(at / width) !== row);
    return reachesOut ? [] : [...own].map((area) => cells.get(area) ?? []);
  });
  const layOut = (isKnown: boolean): (Line[] | undefined)[] =>
    boxes.map((parts, row) =>
      layOutSheet({ parts, width: across, page, table: table + row + 1, isKnown }),
    );
  const found = layOut(false);
  return found.some(Boolean) ? layOut(true) : found;
};

/** Letters of one text; those of the next cell were written separately, or are further away. */
const goesOn = (before: Glyph, { x, y, size, run, text }: Glyph): boolean =>
  run.object === before.run.object &&
  run.object !== 0 &&
  Math.abs(y - before.y) < size / 2 &&
  x >= before.x &&
  (text.trim() === '' || x - before.right < MAX_SPACE * size);

const MAX_SPACE = 0.6;

type Context = { columns: readonly number[]; sample: Glyph } & Place;

const toRow = (
  { top, texts }: { top: number; texts: readonly string[] },
  { columns, sample, page, table }: Context,
): Line => ({
  text: texts.filter((text) => text !== '').join(' '),
  cells: texts.map((text, at) => ({ text, x: columns[at] ?? 0, right: columns[at + 1] ?? 0 })),
  x: columns[0] ?? 0,
  right: columns.at(-1) ?? 0,
  y: top - sample.size,
  size: sample.size,
  page,
  pageHeight: sample.run.frame.height,
  letterWidth: undefined,
  table,
});

/** At least two rows with two cells each, or rows in different columns. */
const isTable = (rows: readonly (readonly string[])[]): boolean => {
  const used = new Set(rows.flatMap((row) => [...row.keys()].filter((at) => row[at] !== '')));
  return rows.length > 1 && used.size > 1;
};

/** The band between two neighbouring places that contains a position; places may rise or fall. */
const bandOf = (places: readonly number[], at: number): number | undefined => {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  if (at < Math.min(first, last) || at > Math.max(first, last)) return undefined;
  const isDown = first > last;
  const band = places.findIndex((place) => (isDown ? place <= at : place >= at)) - 1;
  return Math.max(0, band);
};

/** For each cell the number of the area that it belongs to: cells without a line between them are one area. */
const findAreas = ({ columns, rows, sides }: Lattice): number[] => {
  const [width, height] = [columns.length - 1, rows.length - 1];
  const areas = Array.from({ length: width * height }, (_, at) => at);
  const rename = (from: number, to: number): void => {
    for (const [at, area] of areas.entries()) if (area === from) areas[at] = to;
  };
  const upright = sides.filter(({ isAcross }) => !isAcross);
  const across = sides.filter(({ isAcross }) => isAcross);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const middleY = ((rows[row] ?? 0) + (rows[row + 1] ?? 0)) / 2;
      const middleX = ((columns[column] ?? 0) + (columns[column + 1] ?? 0)) / 2;
      const [here, beside, below] = [areas[at] ?? at, areas[at + 1], areas[at + width]];
      const isOpenRight =
        column + 1 < width && !isDrawn(upright, columns[column + 1] ?? 0, middleY);
      if (isOpenRight && beside !== undefined) rename(beside, here);
      const isOpenBelow = row + 1 < height && !isDrawn(across, rows[row + 1] ?? 0, middleX);
      if (isOpenBelow && below !== undefined) rename(below, areas[at] ?? at);
    }
  }
  return areas;
};

const isDrawn = (sides: readonly Side[], place: number, along: number): boolean =>
  sides.some(({ at, from, to }) => Math.abs(at - place) <= SAME && from <= along && along <= to);

const NO_WORDS = { words: new Set<string>() };

const linesDown = (glyphs: readonly Glyph[], page: number): Line[] =>
  toLines(glyphs, page).toSorted((one, other) => other.y - one.y);

/** The lines of a cell as one text. */
const textOf = ([first, ...others]: readonly Line[]): string => {
  if (first === undefined) return '';
  return others.reduce((text, line) => joinLine(text, line.text, NO_WORDS), first.text);
};
