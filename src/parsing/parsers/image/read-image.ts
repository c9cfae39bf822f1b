import { parseFailure } from '../../parse-failure.js';
import type { Parser, ParserInput } from '../../parser.js';
import { read as readPdf } from '../pdf/read-pdf.js';
import type { ImageKind } from './image-page.js';
import { toPdf } from './to-pdf.js';

/** What an engine has read in the pictures, laid out as on the pages of a PDF; nothing is decoded for it. */
export const read = async (
  kind: ImageKind,
  { bytes, ...input }: ParserInput,
): ReturnType<Parser['read']> => {
  const file = await toPdf({ kind, bytes });
  if (input.ocr === undefined) throw parseFailure('document_image_only');
  return readPdf({ ...input, bytes: file });
};
