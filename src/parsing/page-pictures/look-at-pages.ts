import { parseFailure } from '../parse-failure.js';
import { imageKindOf } from '../parsers/image/index.js';
import { toPdf } from '../parsers/image/to-pdf.js';
import { pdf } from '../parsers/pdf/index.js';
import { withPdf, type OpenPdf } from '../parsers/pdf/pdfium.js';
import type { ChildMessage } from '../pool/messages.js';
import { toReadings } from '../ocr/readings.js';
import type { GreyPicture } from '../ocr/schema.js';
import { findBoxes } from './find-boxes.js';
import type { PageLook, Pixels } from './schema.js';
import { withPage } from '../parsers/pdf/pages.js';
import { toPng } from './png.js';

/**
 * Looks at pages of a PDF, or at pictures; a file of another format is `unsupported_format`. Untrusted files must be read in a parser child.
 */
export const lookAtPages = async (bytes: Buffer, look: PageLook): Promise<ChildMessage> => {
  return withPdf(await toFile(bytes, look), (opened): ChildMessage => {
    if (look.look === 'picture') return { type: 'picture', png: drawPage(opened, look) };
    if (look.look === 'scan') return { type: 'scan', ...drawGrey(opened, look) };
    const readings = toReadings(look.readings ?? []);
    return { type: 'boxes', ...findBoxes({ ...opened, readings }, look) };
  });
};

const toFile = async (bytes: Buffer, look: PageLook): Promise<Buffer> => {
  if (pdf.recognises.bytes?.(bytes) === true) return bytes;
  const kind = imageKindOf(bytes);
  if (kind === null) throw parseFailure('unsupported_format');
  if (look.look === 'boxes') return toPdf({ kind, bytes });
  const longSide = look.look === 'picture' ? look.width : LONGEST_SCAN;
  return toPdf({ kind, bytes }, { page: look.page, longSide });
};

/** For text recognition, the longer side of a picture keeps at least this many pixels, which is more than a page of A4 gets. */
const LONGEST_SCAN = 3000;

/** Four bytes per pixel in the order blue, green, red; the last one is not used. */
const BGRX = 3;
const WHITE = 0xffffffff;
/** Draws annotations and filled-in form fields; decoded images are not kept for the next page. */
const FLAGS = 0x01 | 0x200;
/** A page with more pixels than this is drawn smaller than requested. */
const MAX_PIXELS = 25_000_000;

/** Draws one page as a PNG of the given width in pixels; narrower if the page is so long that it would have more than 25 megapixels. */
const drawPage = (pdf: OpenPdf, { page, width }: { page: number; width: number }): Buffer =>
  draw(pdf, { page, sizeOf: (shape) => toSize(shape, { width, maxPixels: MAX_PIXELS }) }, toPng);

/** OCR engines read letters best at this many dots per inch: fewer lose thin strokes, more only cost time. */
const SCAN_DPI = 200;
const UNITS_PER_INCH = 72;

const drawGrey = (
  pdf: OpenPdf,
  { page, maxPixels }: { page: number; maxPixels: number },
): GreyPicture => {
  const sizeOf = (shape: Size): Size =>
    toSize(shape, { width: (shape.width * SCAN_DPI) / UNITS_PER_INCH, maxPixels });
  return draw(pdf, { page, sizeOf }, toGrey);
};

type Drawn = { page: number; sizeOf: (shape: Size) => Size };

const draw = <Result>(
  pdf: OpenPdf,
  { page: number, sizeOf }: Drawn,
  use: (pixels: Pixels) => Result,
): Result => {
  const { pdfium, document, form } = pdf;
  if (number > pdfium._FPDF_GetPageCount(document)) throw parseFailure('document_corrupt');
  return withPage(pdf, number, (page) => {
    const size = sizeOf({
      width: pdfium._FPDF_GetPageWidthF(page),
      height: pdfium._FPDF_GetPageHeightF(page),
    });
    const bitmap = pdfium._FPDFBitmap_CreateEx(size.width, size.height, BGRX, 0, 0);
    if (bitmap === 0) throw parseFailure('parser_out_of_memory');
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, WHITE);
      const area = [0, 0, size.width, size.height, 0, FLAGS] as const;
      pdfium._FPDF_RenderPageBitmap(bitmap, page, ...area);
      if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, ...area);
      return use(readPixels(pdf, bitmap, size));
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap);
    }
  });
};

/** By how bright a colour looks, in 256 parts. */
const [RED, GREEN, BLUE] = [77, 150, 29];

const toGrey = ({ width, height, perRow, values }: Pixels): GreyPicture => {
  const grey = new Uint8Array(width * height);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    for (let from = y * perRow, end = from + width; from < end; from += 1) {
      const value = values[from] ?? 0;
      const red = (value >> 16) & 0xff;
      const green = (value >> 8) & 0xff;
      grey[to] = (red * RED + green * GREEN + (value & 0xff) * BLUE) >> 8;
      to += 1;
    }
  }
  return { width, height, grey };
};

type Size = { width: number; height: number };

const toSize = (page: Size, wanted: { width: number; maxPixels: number }): Size => {
  const ratio = page.height / Math.max(1, page.width);
  const exact = Math.min(wanted.width, Math.sqrt(wanted.maxPixels / Math.max(ratio, 1e-3)));
  const width = Math.max(1, Math.floor(exact));
  const highest = Math.floor(wanted.maxPixels / width);
  return { width, height: Math.max(1, Math.min(Math.round(exact * ratio), highest)) };
};

/** The drawn page in PDFium's own memory; valid only until the next call. */
const readPixels = ({ pdfium }: OpenPdf, bitmap: number, { width, height }: Size): Pixels => {
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const perRow = pdfium._FPDFBitmap_GetStride(bitmap) / 4;
  const { buffer } = pdfium.HEAPU8;
  return { width, height, perRow, values: new Uint32Array(buffer, start, perRow * height) };
};
