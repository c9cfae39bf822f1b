import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { frameOf, turn, turnBox, type Box, type Frame } from './frames.js';
import { doubleAt, floatAt, type Pdfium } from './pdfium.js';
import { EAST_ASIAN } from '../../../shared/scripts.js';

/** A printed character and its place, along the direction of its text. */
export type Glyph = {
  text: string;
  x: number;
  right: number;
  /** The height of the baseline. */
  y: number;
  size: number;
  run: Run;
  /** For text typed into a field: the side on which it joins the printed words it belongs to, however far away they are. */
  joins?: 'before' | 'after';
};

/** The properties shared by all characters that a program wrote in one go. */
export type Run = {
  object: number;
  frame: Frame;
  /** In a font whose letters all have the same width, as code usually is. */
  isFixed: boolean;
  size: number;
  /** How sure an engine is that has read them in a picture, from 0 to 100. */
  confidence?: number;
};

export type PageText = {
  glyphs: Glyph[];
  /** Characters that the file does not identify. */
  unknown: number;
};

type Input = { pdfium: Pdfium; page: number; box: Box };

/** Every character of a page's text layer in the order of the page, visible or not. */
export const readGlyphs = ({ pdfium, page, box }: Input): PageText => {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) throw parseFailure('document_corrupt');
  try {
    const count = pdfium._FPDFText_CountChars(text);
    if (count > PARSER_LIMITS.pageCharacters) throw parseFailure('document_too_complex');
    const reader = createReader({ pdfium, text, box });
    for (let index = 0; index < count; index += 1) reader.read(index);
    return { glyphs: standUpright(reader.glyphs, box), unknown: reader.unknown() };
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
};

type Source = { pdfium: Pdfium; text: number; box: Box };

const createReader = ({ pdfium, text, box }: Source) => {
  const { scratch } = pdfium;
  const glyphs: Glyph[] = [];
  const frames = new Map<number, Frame>();
  let run: Run | undefined;
  let unknown = 0;
  let high = '';
  const frameAt = (angle: number): Frame => {
    const key = Math.round(angle * 100);
    const frame = frames.get(key) ?? frameOf(key === 0 ? 0 : angle, box);
    frames.set(key, frame);
    return frame;
  };
  const runAt = (index: number): Run => {
    const object = pdfium._FPDFText_GetTextObject(text, index);
    if (run?.object !== object) run = readRun({ pdfium, text, index }, object, frameAt);
    return run;
  };
  return {
    glyphs,
    unknown: (): number => unknown,
    read: (index: number): void => {
      // A space or line end that PDFium has added: gaps are judged below.
      if (pdfium._FPDFText_IsGenerated(text, index) === 1) return;
      const code = pdfium._FPDFText_GetUnicode(text, index);
      if (code >= 0xd800 && code < 0xdc00) {
        high = String.fromCharCode(code);
        return;
      }
      const character = high + toText(code);
      high = '';
      if (pdfium._FPDFText_HasUnicodeMapError(text, index) === 1 || code === 0xfffd) unknown += 1;
      if (character === '') return;
      const own = runAt(index);
      if (glyphs.at(-1)?.run !== own) widenShape(pdfium, glyphs);
      pdfium._FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
      const [x, y] = turn(doubleAt(pdfium, 0), doubleAt(pdfium, 1), own.frame);
      pdfium._FPDFText_GetLooseCharBox(text, index, scratch);
      const right = Math.max(x, rightOf(pdfium, own));
      // Several letters for one shape: the file only says where they all end.
      const end =
        right - x < NO_WIDTH && /[^\s\p{M}]/u.test(character) ? endOf(pdfium, own) : right;
      glyphs.push({ text: character, x, y, right: Math.max(x, end), size: own.size, run: own });
    },
  };
};

const NO_WIDTH = 0.01;
/** In font sizes; no shape of several letters is wider. */
const MAX_SHAPE = 1.6;

/** A shape of several letters that was written by itself ends where its ink ends; the file may state the width of only one letter. */
const widenShape = (pdfium: Pdfium, glyphs: readonly Glyph[]): void => {
  const [before, last] = glyphs.slice(-2);
  if (!last || before?.run !== last.run || last.x - before.x > NO_WIDTH) return;
  const end = endOf(pdfium, last.run);
  if (end > last.right && end - last.x < MAX_SHAPE * last.size) last.right = end;
};

/** The right end of all the text that was written in one go. */
const endOf = (pdfium: Pdfium, { object, frame }: Run): number => {
  const { scratch } = pdfium;
  if (frame.sin !== 0 || object === 0) return 0;
  pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  return floatAt(pdfium, 2) + frame.left;
};

/** The end of the character whose box was read last. */
const rightOf = (pdfium: Pdfium, { frame }: Run): number => {
  const [left, top] = [floatAt(pdfium, 0), floatAt(pdfium, 1)];
  const [right, bottom] = [floatAt(pdfium, 2), floatAt(pdfium, 3)];
  if (frame.sin === 0) return right * frame.cos + frame.left;
  return turnBox({ left, bottom, right, top }, frame).right;
};

/** PDFium takes it for a hyphen that splits a word at the end of a line. */
const HYPHEN_AT_END = 2;
/** Letters in the shapes that they have within Arabic words, and several letters in one shape. */
const SHAPES = /[\ufb00-\ufb4f\ufb50-\ufdfb\ufe70-\ufefc]/u;

const toText = (code: number): string => {
  if (code === HYPHEN_AT_END || code === 0xfffe) return '-';
  if (code < 0x20 || code === 0xffff) return '';
  const text = code < 0xe000 && code >= 0xd800 ? String.fromCharCode(code) : toCharacter(code);
  return SHAPES.test(text) ? text.normalize('NFKC') : text;
};

const toCharacter = (code: number): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';

const FIXED_PITCH = 1;

type Place = { pdfium: Pdfium; text: number; index: number };

const readRun = (
  { pdfium, text, index }: Place,
  object: number,
  frameAt: (angle: number) => Frame,
): Run => {
  pdfium._FPDFText_GetMatrix(text, index, pdfium.scratch);
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => floatAt(pdfium, at)) as Matrix;
  const angle = Math.atan2(b, a);
  const isUpright = Math.abs(angle) < 0.01;
  const scale = Math.hypot(c, d) || 1;
  const size = pdfium._FPDFText_GetFontSize(text, index) * scale;
  const font = object === 0 ? 0 : pdfium._FPDFTextObj_GetFont(object);
  const flags = font === 0 ? 0 : pdfium._FPDFFont_GetFlags(font);
  return {
    object,
    frame: frameAt(isUpright ? 0 : angle),
    isFixed: flags > 0 && (flags & FIXED_PITCH) !== 0,
    size: Math.abs(size),
  };
};

type Matrix = [number, number, number, number];

const CJK = new RegExp(
  String.raw`[${EAST_ASIAN}\u3000-\u303f\uff00-\uffef\u2015\u2025\u2026\ufe30-\ufe4f]`,
  'u',
);

/**
 * Columns of Japanese and Chinese that run down the page are read as lines that run across it; the page is rotated for them. Letters that
 * nothing follows stay as they are, and so do pages without a column of at least four.
 */
const standUpright = (glyphs: Glyph[], box: Box): Glyph[] => {
  if (!glyphs.some(({ text }) => CJK.test(text))) return glyphs;
  const quarter = frameOf(-Math.PI / 2, box);
  const isColumn = glyphs.map((glyph, at) => goesDown(glyph, glyphs[at + 1]));
  const isWritten = isColumn.some((down, at) => down && isColumn[at + 1] && isColumn[at + 2]);
  if (!isWritten) return glyphs;
  return glyphs.map((glyph, at) => {
    if (isColumn[at] !== true && isColumn[at - 1] !== true) return glyph;
    const { size, run } = glyph;
    const { frame } = run;
    const [x, y] = turn(glyph.x - frame.left, glyph.y - frame.bottom, quarter);
    return { ...glyph, x, y, right: x + size, run: { ...run, frame: quarter } };
  });
};

const goesDown = (glyph: Glyph, next: Glyph | undefined): boolean => {
  if (next?.run.frame !== glyph.run.frame || glyph.run.frame.sin !== 0) return false;
  const step = (glyph.y - next.y) / glyph.size;
  const isBelow = Math.abs(next.x - glyph.x) < 0.6 * glyph.size && step > 0.4 && step < 1.7;
  return isBelow && CJK.test(glyph.text) && CJK.test(next.text);
};
