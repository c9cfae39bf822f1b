import { parseFailure } from '../parse-failure.js';
import { pdf } from '../parsers/pdf/index.js';
import { withPdf } from '../parsers/pdf/pdfium.js';
import type { ChildMessage } from '../pool/messages.js';
import { drawPage } from './draw-page.js';
import { findBoxes } from './find-boxes.js';
import type { PageLook } from './schema.js';

/** Looks at pages of a PDF; a file of another format is `unsupported_format`. Untrusted files belong in a parser child. */
export const lookAtPages = async (bytes: Buffer, look: PageLook): Promise<ChildMessage> => {
  if (pdf.recognises.bytes?.(bytes) !== true) throw parseFailure('unsupported_format');
  return withPdf(bytes, (opened): ChildMessage =>
    look.look === 'picture'
      ? { type: 'picture', png: drawPage(opened, look.page, look.width) }
      : { type: 'boxes', ...findBoxes(opened, look) },
  );
};
