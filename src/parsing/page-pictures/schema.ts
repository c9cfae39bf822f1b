import { z } from 'zod';
import type { PageReading } from '../ocr/schema.js';

/**
 * A request about a file's pages: one page as a picture of a given width in pixels, or in grey for an engine that reads it, or the boxes
 * around a span of its text.
 */
export type PageLook =
  | { look: 'picture'; page: number; width: number }
  | { look: 'scan'; page: number; maxPixels: number }
  | ({ look: 'boxes'; readings?: readonly PageReading[] } & PageSpan);

/** A part of the normalised text of a document. */
export type PageSpan = {
  /** The pages that it may be on. */
  firstPage: number;
  lastPage: number;
  text: string;
  /** The end of the text before it, because the same words may be on a page twice. */
  before: string;
};

const Fraction = z.number().min(0).max(1);

/** A rectangle on a page, in fractions of its width and height, from the upper left corner of its picture. */
export const PageBox = z.object({
  page: z.int().min(1),
  left: Fraction,
  top: Fraction,
  width: Fraction,
  height: Fraction,
});
export type PageBox = z.infer<typeof PageBox>;

/** `exact` marks the letters of the span; `lines` marks whole lines, if only some of its letters were found; `none` marks nothing. */
export const FoundBoxes = z.object({
  match: z.enum(['exact', 'lines', 'none']),
  boxes: z.array(PageBox),
});
export type FoundBoxes = z.infer<typeof FoundBoxes>;

/** Drawn pixels, row by row, each blue in its lowest byte, then green, then red. */
export type Pixels = {
  width: number;
  height: number;
  /** Places of a row in `values`; may be more than its width. */
  perRow: number;
  values: Uint32Array;
};
