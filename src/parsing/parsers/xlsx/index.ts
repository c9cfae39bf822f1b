import { MAIN_PARTS } from '../../office/main-parts.js';
import type { Parser } from '../../parser.js';

/**
 * XLSX by its sheets, each a chapter, with the charts and text boxes above its cells. Hidden sheets, rows and columns are left out;
 * formulas show the value they had when the file was saved.
 */
export const xlsx: Parser = {
  name: 'xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  label: 'XLSX',
  extensions: ['.xlsx'],
  recognises: { archive: ({ names }) => names.includes(MAIN_PARTS.xlsx) },
  read: async (input) => (await import('./read-xlsx.js')).read(input),
};
