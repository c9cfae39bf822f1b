import type { Glyph } from './glyphs.js';
import { floatAt, withKey, type Pdfium } from './pdfium.js';

type Input = {
  glyphs: readonly Glyph[];
  /** All objects of the page that are text. */
  objects: Iterable<number>;
};

/**
 * Reads every span whose text the file states (ActualText) only once, and as wide as all of its shapes. Programs write a Hindi syllable as
 * several objects in one such span; PDFium repeats the text if the objects of two syllables overlap, and uses the width of the first.
 */
export const joinSpans = (pdfium: Pdfium, { glyphs, objects }: Input): readonly Glyph[] => {
  if (!glyphs.some(mayHaveMark)) return glyphs;
  const spanOf = new Map<number, number>();
  const ends = new Map<number, number>();
  const hasText = createTextTest(pdfium);
  for (const object of objects) {
    const span = findSpan(pdfium, object, hasText);
    if (span === undefined) continue;
    spanOf.set(object, span);
    ends.set(span, Math.max(ends.get(span) ?? -Infinity, endOf(pdfium, object)));
  }
  const owners = new Map<number, number>();
  return glyphs.flatMap((glyph) => {
    const { object, frame } = glyph.run;
    const span = spanOf.get(object);
    if (span === undefined) return [glyph];
    if ((owners.get(span) ?? object) !== object) return [];
    owners.set(span, object);
    const end = (ends.get(span) ?? 0) + frame.left;
    const isWider = frame.sin === 0 && end > glyph.right && end - glyph.x < MAX_WIDTH * glyph.size;
    return [isWider ? { ...glyph, right: end } : glyph];
  });
};

/** Unicode has no combining marks below this code point, and most pages have few characters above it. */
const FIRST_MARK = 0x300;

const mayHaveMark = ({ text }: Glyph): boolean =>
  (text.length > 1 || text.charCodeAt(0) >= FIRST_MARK) && /\p{M}/u.test(text);

/** In font sizes; no syllable is wider. */
const MAX_WIDTH = 4;

/** The innermost mark of an object that states a text; objects of one span share it. */
const findSpan = (
  pdfium: Pdfium,
  object: number,
  hasText: (mark: number) => boolean,
): number | undefined => {
  const count = pdfium._FPDFPageObj_CountMarks(object);
  for (let at = Math.min(count, MAX_MARKS) - 1; at >= 0; at -= 1) {
    const mark = pdfium._FPDFPageObj_GetMark(object, at);
    if (hasText(mark)) return mark;
  }
  return undefined;
};

const MAX_MARKS = 16;

const createTextTest = (pdfium: Pdfium): ((mark: number) => boolean) => {
  const known = new Map<number, boolean>();
  return (mark) => {
    const found = known.get(mark) ?? statesText(pdfium, mark);
    known.set(mark, found);
    return found;
  };
};

const statesText = (pdfium: Pdfium, mark: number): boolean =>
  withKey(
    pdfium,
    'ActualText',
    (key) => pdfium._FPDFPageObjMark_GetParamStringValue(mark, key, 0, 0, pdfium.scratch) === 1,
  );

const endOf = (pdfium: Pdfium, object: number): number => {
  const { scratch } = pdfium;
  pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  return floatAt(pdfium, 2);
};
