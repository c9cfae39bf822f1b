import { MAIN_PARTS } from '../../office/main-parts.js';
import type { Parser } from '../../parser.js';

/**
 * PPTX by its slides, each a page and a chapter, with tables, charts, diagrams and speaker's notes; the footers come once, at the start.
 * Hidden slides count as pages but are not read.
 */
export const pptx: Parser = {
  name: 'pptx',
  mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  label: 'PPTX',
  extensions: ['.pptx'],
  recognises: { archive: ({ names }) => names.includes(MAIN_PARTS.pptx) },
  read: async (input) => (await import('./read-pptx.js')).read(input),
};
