import type { Parser } from '../../parser.js';

/** PDF by its text layer: pages, chapters from the bookmarks or otherwise from font sizes, tables by their lines or by column gaps. */
export const pdf: Parser = {
  name: 'pdf',
  mimeType: 'application/pdf',
  label: 'PDF',
  extensions: ['.pdf'],
  recognises: { bytes: (bytes) => isPdf(bytes), begins: (beginning) => beginsAsPdf(beginning) },
  read: async (input) => (await import('./read-pdf.js')).read(input),
};

const MARK = Buffer.from('%PDF-', 'latin1');
const MARK_WITHIN = 1024;

/** The mark may come after some leading bytes; then the end has to look like a PDF's, too. */
const beginsAsPdf = (bytes: Buffer): boolean => bytes.subarray(0, MARK_WITHIN).includes(MARK);

const isPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, MARK.length).equals(MARK) ||
  (beginsAsPdf(bytes) && bytes.subarray(-2 * MARK_WITHIN).includes('startxref'));
