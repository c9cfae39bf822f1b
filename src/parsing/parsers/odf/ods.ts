import { isOpenDocument } from './open-document.js';
import type { Parser } from '../../parser.js';

/**
 * ODS by its sheets, each a chapter, with what lies above the cells; hidden sheets, rows and columns are left out, formulas stand with
 * the value they had when saved.
 */
export const ods: Parser = {
  name: 'ods',
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
  label: 'ODS',
  extensions: ['.ods'],
  recognises: { archive: isOpenDocument('spreadsheet') },
  read: async (input) => (await import('./read-ods.js')).read(input),
};
