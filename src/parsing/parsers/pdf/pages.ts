import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { joinSpans } from './actual-text.js';
import { readDrawings, type Drawings } from './drawings.js';
import { joinColumnNames } from './column-names.js';
import { splitColumns } from './columns.js';
import { addEntries } from './field-entries.js';
import { readAnnotations } from './form-fields.js';
import { inFormOrder } from './form-order.js';
import type { Box } from './frames.js';
import { readGlyphs, type Glyph } from './glyphs.js';
import { findGrids } from './grids.js';
import { joinInitials } from './initials.js';
import { joinLateCells } from './late-cells.js';
import { createLineNumbers } from './line-numbers.js';
import { toLines, type Line } from './lines.js';
import { placeMarks } from './place-marks.js';
import { addTargets } from './links.js';
import { floatAt, type OpenPdf, type Pdfium } from './pdfium.js';
import { standHeadingsUpright } from './turned-headings.js';
import { readAxes } from './page-axes.js';
import { toGlyphs } from './read-words.js';
import { createPageLooks, findUnread, type PageLook } from './unread-pages.js';
import { keepVisible } from './visible-text.js';
import { partWatermarks, type Watermark } from './watermarks.js';

export type ReadPages = {
  lines: Line[];
  watermarks: Watermark[];
  looks: PageLook[];
  /** Pages that show something but from which no text could be read. */
  unread: number[];
  /** Pages with invisible text. */
  withHidden: number[];
  /** Pages with text that is struck out. */
  withStruck: number[];
  /** Pages on which most characters are unknown. */
  unknown: number[];
  /** Pages on which it is uncertain which columns some names belong to. */
  unclear: number[];
  /** Pages with attached files. */
  withFiles: number[];
  hasPictures: boolean;
};

/** The printed lines of all pages, and the pages that contain more than their lines. */
export const readPages = (pdf: OpenPdf, pageCount: number): ReadPages => {
  const looks: PageLook[] = [];
  const all: ReadPages = {
    lines: [],
    looks,
    watermarks: [],
    unread: [],
    withHidden: [],
    withStruck: [],
    unknown: [],
    unclear: [],
    withFiles: [],
    hasPictures: false,
  };
  let characters = 0;
  let tables = 0;
  const withoutLineNumbers = createLineNumbers();
  const lookOf = createPageLooks(pdf.pdfium);
  for (let number = 1; number <= pageCount; number += 1) {
    const page = readPage(pdf, { number, tables, withoutLineNumbers, lookOf });
    for (const line of page.lines) {
      characters += line.text.length;
      tables = Math.max(tables, (line.table ?? -1) + 1);
      all.lines.push(line);
    }
    if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
    all.watermarks.push(...page.watermarks);
    looks.push(page.look);
    if (page.hidden >= MIN_HIDDEN) all.withHidden.push(number);
    if (page.isStruck) all.withStruck.push(number);
    if (page.isUnclear) all.unclear.push(number);
    if (page.isUnknown) all.unknown.push(number);
    if (page.hasFiles) all.withFiles.push(number);
    all.hasPictures ||= page.hasPictures;
  }
  return { ...all, unread: findUnread(looks) };
};

/** Fewer letters are only a mark that a program left. */
const MIN_HIDDEN = 4;

type Page = {
  lines: readonly Line[];
  /** True if it is uncertain which columns some names belong to. */
  isUnclear: boolean;
  watermarks: Watermark[];
  look: PageLook;
  isUnknown: boolean;
  hidden: number;
  isStruck: boolean;
  hasPictures: boolean;
  hasFiles: boolean;
};

type Wanted = {
  number: number;
  /** How many tables the pages before it have. */
  tables: number;
  withoutLineNumbers: (glyphs: readonly Glyph[]) => readonly Glyph[];
  lookOf: ReturnType<typeof createPageLooks>;
};

const readPage = (pdf: OpenPdf, { number, tables, withoutLineNumbers, lookOf }: Wanted): Page =>
  withPage(pdf, number, (page) => {
    const seen = readGlyphsSeen(pdf, page, number);
    const { toPicture } = readAxes(pdf, page);
    const { drawings, box, hidden, characters, unknown } = seen;
    const parted = partWatermarks(seen.glyphs, number);
    const text = joinInitials(withoutLineNumbers(parted.glyphs));
    const glyphs = standHeadingsUpright(text, number);
    const placed = layOutLines({ glyphs, drawings, page: number, tables });
    const named = joinColumnNames(placed);
    const lines = seen.hasEntries ? inFormOrder(named.lines) : named.lines;
    return {
      lines,
      isUnclear: named.isUnclear,
      watermarks: parted.watermarks,
      look: lookOf({ lines, glyphs: seen.glyphs, drawings, box, toPicture }),
      isUnknown: unknown > MAX_UNKNOWN_SHARE * characters,
      hidden,
      isStruck: seen.isStruck,
      hasFiles: seen.hasFiles,
      hasPictures: drawings.pictures.length > 0,
    };
  });

/** Opens a page, given by its number from 1, while `work` runs. */
export const withPage = <Result>(
  { pdfium, document }: OpenPdf,
  number: number,
  work: (page: number) => Result,
): Result => {
  const page = pdfium._FPDF_LoadPage(document, number - 1);
  // A document with a page missing would give wrong answers without any sign of it.
  if (page === 0) throw parseFailure('document_corrupt');
  try {
    return work(page);
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
};

type SeenOnPage = {
  glyphs: Glyph[];
  drawings: Drawings;
  box: Box;
  /** The number of invisible letters and digits. */
  hidden: number;
  isStruck: boolean;
  /** The number of characters in the text layer, and the number of those that the file does not identify. */
  characters: number;
  unknown: number;
  hasFiles: boolean;
  /** True if the page has form fields, filled in or not. */
  hasEntries: boolean;
};

/** The characters that a reader of a page sees, including what was typed into its fields. */
export const readGlyphsSeen = (pdf: OpenPdf, page: number, number: number): SeenOnPage => {
  const own = readOwnGlyphs(pdf, page);
  const reading = pdf.readings?.get(number);
  if (reading === undefined) return own;
  const read = toGlyphs(reading, { axes: readAxes(pdf, page), box: own.box });
  if (reading.areas !== undefined) return { ...own, glyphs: [...own.glyphs, ...read] };
  // What the file says of a page that had to be read is a stamp, or wrong.
  return read.length === 0 ? own : { ...own, glyphs: read, hidden: 0, unknown: 0 };
};

const readOwnGlyphs = (pdf: OpenPdf, page: number): SeenOnPage => {
  const { pdfium } = pdf;
  const objects = pdfium._FPDFPage_CountObjects(page);
  if (objects > PARSER_LIMITS.pageCharacters) throw parseFailure('document_too_complex');
  const box = readBox(pdfium, page);
  const text = readGlyphs({ pdfium, page, box });
  const drawings = readDrawings(pdf, page);
  const { entries, struck, links, hasFiles } = readAnnotations(pdf, page);
  const spans = joinSpans(pdfium, { glyphs: text.glyphs, objects: drawings.inks.keys() });
  const glyphs = placeMarks(spans);
  const seen = keepVisible(glyphs, { drawings, box, struck });
  return {
    glyphs: addEntries(addTargets(dropDoubles(seen.glyphs), links), entries, box),
    drawings,
    box,
    hidden: seen.hidden,
    isStruck: seen.isStruck,
    hasFiles,
    hasEntries: entries.length > 0,
    characters: text.glyphs.length,
    unknown: text.unknown,
  };
};

const MAX_UNKNOWN_SHARE = 0.2;

const readBox = (pdfium: Pdfium, page: number): Box => {
  pdfium._FPDF_GetPageBoundingBox(page, pdfium.scratch);
  const [left, top, right, bottom] = [0, 1, 2, 3].map((at) => floatAt(pdfium, at)) as [
    number,
    number,
    number,
    number,
  ];
  return { left, bottom, right, top };
};

type Layout = {
  glyphs: readonly Glyph[];
  drawings: Drawings;
  page: number;
  tables: number;
};

/** Tables drawn with lines are placed where their first character was; everything else stays in the order of the page. */
const layOutLines = ({ glyphs, drawings, page, tables }: Layout): Line[] => {
  const grids = findGrids(glyphs, drawings.rules, { page, first: tables });
  const plain = (some: readonly Glyph[]): Line[] =>
    splitColumns(joinWrappedCells(joinLateCells(toLines(some, page))));
  if (grids.length === 0) return plain(glyphs);
  const lines: Line[] = [];
  const placed = new Set<number>();
  let between: Glyph[] = [];
  for (const glyph of glyphs) {
    const at = grids.findIndex((grid) => grid.glyphs.has(glyph));
    if (at === -1) {
      between.push(glyph);
    } else if (!placed.has(at)) {
      lines.push(...plain(between), ...(grids[at]?.rows ?? []));
      between = [];
      placed.add(at);
    }
  }
  return [...lines, ...plain(between)];
};

/** Letters that are printed over each other are this close, in font sizes; no two letters of one word are. */
const SAME_PLACE = 0.12;

/** Leaves out letters that are printed twice, for bold text or a shadow. */
const dropDoubles = (glyphs: readonly Glyph[]): Glyph[] => {
  const seen = new Map<string, Map<number, Glyph[]>>();
  return glyphs.filter((glyph) => {
    if (glyph.text === ' ') return true;
    const rows = seen.get(glyph.text) ?? new Map<number, Glyph[]>();
    if (rows.size === 0) seen.set(glyph.text, rows);
    const row = Math.floor(glyph.y / ROW);
    const near = SAME_PLACE * Math.min(glyph.size, MAX_SIZE);
    for (let at = Math.floor((glyph.y - near) / ROW); at <= (glyph.y + near) / ROW; at += 1) {
      if (rows.get(at)?.some((other) => isUpon(other, glyph))) return false;
    }
    const own = rows.get(row);
    if (own) own.push(glyph);
    else rows.set(row, [glyph]);
    return true;
  });
};

/** Higher than any distance that counts, in units of the page. */
const ROW = 8;

const isUpon = (one: Glyph, other: Glyph): boolean => {
  const near = SAME_PLACE * Math.min(one.size, MAX_SIZE);
  return (
    one.run.frame === other.run.frame &&
    one.run.object !== other.run.object &&
    Math.abs(one.x - other.x) < near &&
    Math.abs(one.y - other.y) < near &&
    Math.abs(one.size - other.size) < SAME_PLACE * one.size
  );
};

const MAX_SIZE = 60;

const SAME_LINE = 0.5;
const MAX_WRAPPED_LINES = 8;

/**
 * Table cells may be drawn one after the other, each with its wrapped lines: a line that goes back up, to the right of a line at the same
 * height a little earlier, is the next cell of that row. If no other row has its cells at the same places, these are columns of text, drawn
 * one after the other.
 */
const joinWrappedCells = (lines: readonly Line[]): Line[] => {
  const bases = findBases(lines);
  if (bases.size === 0) return [...lines];
  const joined: Line[] = [];
  const placeOf = new Map<Line, number>();
  for (const line of lines) {
    const base = bases.get(line);
    const at = base && placeOf.get(base);
    const row = at === undefined ? undefined : joined[at];
    if (row === undefined || at === undefined) {
      placeOf.set(line, joined.length);
      joined.push({ ...line });
      continue;
    }
    const wrapped = joined.splice(at + 1);
    const cells = row.cells.map((cell) => ({ ...cell }));
    const last = cells.at(-1);
    if (last) last.text = [last.text, ...wrapped.map(({ text }) => text)].join(' ');
    row.cells = [...cells, ...line.cells];
    row.right = line.right;
    row.text = row.cells.map(({ text }) => text).join(' ');
    placeOf.set(line, at);
  }
  return joined;
};

/** For each line that is a later cell of a row: the line that the row began with. */
const findBases = (lines: readonly Line[]): ReadonlyMap<Line, Line> => {
  const bases = new Map<Line, Line>();
  const counts = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    for (const pair of pairsOf(line)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    const previous = lines[at - 1];
    const isUpRight =
      previous !== undefined &&
      line.y > previous.y + line.size * SAME_LINE &&
      line.x > previous.x + line.size;
    const recent = isUpRight ? lines.slice(Math.max(0, at - MAX_WRAPPED_LINES), at) : [];
    const base = recent.findLast(({ y }) => Math.abs(y - line.y) <= line.size * SAME_LINE);
    if (base === undefined) continue;
    bases.set(line, bases.get(base) ?? base);
    const key = keyOf(base.x, line.x);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isTable = ([line, { x }]: [Line, Line]): boolean => (counts.get(keyOf(x, line.x)) ?? 0) > 1;
  return new Map([...bases].filter(isTable));
};

const pairsOf = ({ cells }: Line): string[] =>
  cells.length < 2 ? [] : cells.slice(1).map(({ x }) => keyOf(cells[0]?.x ?? 0, x));

const keyOf = (first: number, second: number): string =>
  `${Math.round(first / 4)}-${Math.round(second / 4)}`;
