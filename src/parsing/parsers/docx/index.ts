import { MAIN_PARTS } from '../../office/main-parts.js';
import type { Parser } from '../../parser.js';

/**
 * DOCX by its styles, with lists and headings numbered as Word shows them, notes behind the paragraph that refers to them, and headers
 * and footers once, in front; pages where Word or the author left marks, otherwise none.
 */
export const docx: Parser = {
  name: 'docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  label: 'DOCX',
  extensions: ['.docx', '.dotx'],
  recognises: { archive: ({ names }) => names.includes(MAIN_PARTS.docx) },
  read: async (input) => (await import('./read-docx.js')).read(input),
};
