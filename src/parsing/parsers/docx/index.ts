import { MAIN_PARTS } from '../../office/main-parts.js';
import type { Parser } from '../../parser.js';

/**
 * DOCX by its styles. Lists and headings are numbered as Word shows them, notes follow the paragraph that refers to them, and headers and
 * footers come once, at the start. Pages are known only if Word or the author left marks.
 */
export const docx: Parser = {
  name: 'docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  label: 'DOCX',
  extensions: ['.docx', '.dotx'],
  recognises: { archive: ({ names }) => names.includes(MAIN_PARTS.docx) },
  read: async (input) => (await import('./read-docx.js')).read(input),
};
