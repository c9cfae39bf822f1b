import { MAIN_PARTS } from '../../office/main-parts.js';
import type { Parser } from '../../parser.js';

/**
 * XLSX by its sheets, each a chapter, with the charts and text boxes that lie on it; hidden sheets, rows and columns are left out,
 * formulas stand with the value they had when saved.
 */
export const xlsx: Parser = {
  name: 'xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  label: 'XLSX',
  extensions: ['.xlsx'],
  recognises: { archive: ({ names }) => names.includes(MAIN_PARTS.xlsx) },
  read: async (input) => (await import('./read-xlsx.js')).read(input),
};
