import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { readDrawings, type Drawings } from './drawings.js';
import { splitColumns } from './columns.js';
import { dropDoubles } from './double-letters.js';
import { addEntries } from './field-entries.js';
import { readAnnotations } from './form-fields.js';
import type { Box } from './frames.js';
import { readGlyphs, type Glyph } from './glyphs.js';
import { findGrids } from './grids.js';
import { toLines, type Line } from './lines.js';
import { floatAt, type OpenPdf, type Pdfium } from './pdfium.js';
import { joinWrappedCells } from './wrapped-cells.js';
import { keepVisible, pictureShare } from './visible-text.js';

export type ReadPages = {
  lines: Line[];
  /** Pages that show something, of which no text could be read. */
  unread: number[];
  /** Pages with text that nobody sees on them. */
  withHidden: number[];
  /** Pages most of whose characters cannot be told. */
  unknown: number[];
  hasPictures: boolean;
};

/** The printed lines of all pages, and which pages say more than their lines. */
export const readPages = (pdf: OpenPdf, pageCount: number): ReadPages => {
  const all: ReadPages = {
    ...{ lines: [], unread: [], withHidden: [], unknown: [], hasPictures: false },
  };
  let characters = 0;
  let tables = 0;
  for (let number = 1; number <= pageCount; number += 1) {
    const page = readPage(pdf, { number, tables });
    for (const line of page.lines) {
      characters += line.text.length;
      tables = Math.max(tables, (line.table ?? -1) + 1);
      all.lines.push(line);
    }
    if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
    if (page.isUnread) all.unread.push(number);
    if (page.hidden >= MIN_HIDDEN) all.withHidden.push(number);
    if (page.isUnknown) all.unknown.push(number);
    all.hasPictures ||= page.hasPictures;
  }
  return all;
};

/** Fewer letters are a mark of a program. */
const MIN_HIDDEN = 4;

type Page = {
  lines: Line[];
  isUnread: boolean;
  isUnknown: boolean;
  hidden: number;
  hasPictures: boolean;
};

const readPage = (pdf: OpenPdf, { number, tables }: { number: number; tables: number }): Page =>
  withPage(pdf, number, (page) => {
    const { glyphs, drawings, box, hidden, characters, unknown } = readGlyphsSeen(pdf, page);
    const lines = layOutLines({ glyphs, drawings, page: number, tables });
    const letters = countLetters(lines);
    const share = pictureShare(drawings, box);
    return {
      lines,
      isUnread: isUnread({ letters, share, shapes: drawings.shapes + drawings.inks.size }),
      isUnknown: unknown > MAX_UNKNOWN_SHARE * characters,
      hidden,
      hasPictures: drawings.pictures.length > 0,
    };
  });

/** Opens a page, which is a number, for as long as the work lasts. Pages are counted from 1. */
export const withPage = <Result>(
  { pdfium, document }: OpenPdf,
  number: number,
  work: (page: number) => Result,
): Result => {
  const page = pdfium._FPDF_LoadPage(document, number - 1);
  // A document with a page missing would answer wrongly without a sign of it.
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
  /** The number of letters and digits that nobody sees. */
  hidden: number;
  /** The number of characters in the text layer, and the number of those that the file does not identify. */
  characters: number;
  unknown: number;
};

/** The characters that a reader of a page sees, what was typed into its fields among them. */
export const readGlyphsSeen = (pdf: OpenPdf, page: number): SeenOnPage => {
  const { pdfium } = pdf;
  const objects = pdfium._FPDFPage_CountObjects(page);
  if (objects > PARSER_LIMITS.pageCharacters) throw parseFailure('document_too_complex');
  const box = readBox(pdfium, page);
  const text = readGlyphs({ pdfium, page, box });
  const drawings = readDrawings(pdfium, page);
  const { entries, struck } = readAnnotations(pdf, page);
  const seen = keepVisible(text.glyphs, { drawings, box, struck });
  return {
    glyphs: addEntries(dropDoubles(seen.glyphs), entries, box),
    ...{ drawings, box, hidden: seen.hidden },
    ...{ characters: text.glyphs.length, unknown: text.unknown },
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

const countLetters = (lines: readonly Line[]): number =>
  lines.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);

/** A page with fewer letters shows a stamp or its number, and whatever its picture holds. */
const MIN_LETTERS = 30;
const MIN_PAGE_PICTURE = 0.5;
/** A picture of that size may be of text, where there is no other on the page. */
const MIN_PICTURE = 0.04;
/** Letters that were turned into drawings, or whose font is not in the file; fewer are a logo. */
const MIN_SHAPES = 60;

const isUnread = (page: { letters: number; share: number; shapes: number }): boolean =>
  page.letters === 0
    ? page.share >= MIN_PICTURE || page.shapes >= MIN_SHAPES
    : page.letters < MIN_LETTERS && page.share >= MIN_PAGE_PICTURE;

type Layout = {
  glyphs: readonly Glyph[];
  drawings: Drawings;
  page: number;
  tables: number;
};

/** Tables that are drawn with lines stand where their first character stood; all else in the order of the page. */
const layOutLines = ({ glyphs, drawings, page, tables }: Layout): Line[] => {
  const grids = findGrids(glyphs, drawings.rules, { page, first: tables });
  const plain = (some: readonly Glyph[]): Line[] =>
    splitColumns(joinWrappedCells(toLines(some, page)));
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
