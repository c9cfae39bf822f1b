import { parseFailure } from '../parse-failure.js';
import { pdf } from '../parsers/pdf/index.js';
import { withPdf, type OpenPdf } from '../parsers/pdf/pdfium.js';
import type { ChildMessage } from '../pool/messages.js';
import { findBoxes } from './find-boxes.js';
import type { PageLook, Pixels } from './schema.js';
import { withPage } from '../parsers/pdf/pages.js';
import { toPng } from './png.js';

/** Looks at pages of a PDF; a file of another format is `unsupported_format`. Untrusted files belong in a parser child. */
export const lookAtPages = async (bytes: Buffer, look: PageLook): Promise<ChildMessage> => {
  if (pdf.recognises.bytes?.(bytes) !== true) throw parseFailure('unsupported_format');
  return withPdf(bytes, (opened): ChildMessage =>
    look.look === 'picture'
      ? { type: 'picture', png: drawPage(opened, look.page, look.width) }
      : { type: 'boxes', ...findBoxes(opened, look) },
  );
};

/** The format of four bytes a pixel in the order blue, green, red, of which the last is not used. */
const BGRX = 3;
const WHITE = 0xffffffff;
/** Notes and what was typed onto the page are drawn; decoded images are not kept for the next page. */
const FLAGS = 0x01 | 0x200;
/** A page that is longer than this is drawn smaller than it was asked for. */
const MAX_PIXELS = 25_000_000;

/** Draws one page as a PNG so many pixels wide, or fewer where the page is so long that it would have more than 25 megapixels. */
const drawPage = (pdf: OpenPdf, number: number, width: number): Buffer => {
  const { pdfium, document, form } = pdf;
  if (number > pdfium._FPDF_GetPageCount(document)) throw parseFailure('document_corrupt');
  return withPage(pdf, number, (page) => {
    const size = toSize(
      { width: pdfium._FPDF_GetPageWidthF(page), height: pdfium._FPDF_GetPageHeightF(page) },
      width,
    );
    const bitmap = pdfium._FPDFBitmap_CreateEx(size.width, size.height, BGRX, 0, 0);
    if (bitmap === 0) throw parseFailure('parser_out_of_memory');
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, WHITE);
      const area = [0, 0, size.width, size.height, 0, FLAGS] as const;
      pdfium._FPDF_RenderPageBitmap(bitmap, page, ...area);
      if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, ...area);
      return toPng(readPixels(pdf, bitmap, size));
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap);
    }
  });
};

type Size = { width: number; height: number };

const toSize = (page: Size, wanted: number): Size => {
  const ratio = page.height / Math.max(1, page.width);
  const width = Math.min(wanted, Math.sqrt(MAX_PIXELS / Math.max(ratio, 1e-3)));
  return {
    width: Math.max(1, Math.floor(width)),
    height: Math.max(1, Math.min(Math.round(width * ratio), MAX_PIXELS / Math.floor(width))),
  };
};

/** The drawn page as PDFium's memory has it, which is good until its next call. */
const readPixels = ({ pdfium }: OpenPdf, bitmap: number, { width, height }: Size): Pixels => {
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const perRow = pdfium._FPDFBitmap_GetStride(bitmap) / 4;
  const { buffer } = pdfium.HEAPU8;
  return { width, height, perRow, values: new Uint32Array(buffer, start, perRow * height) };
};
