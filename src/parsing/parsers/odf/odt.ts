import { isOpenDocument } from './open-document.js';
import type { Parser } from '../../parser.js';

/** ODT by its styles; pages where the program that saved it noted their ends, or its author set all of them. */
export const odt: Parser = {
  name: 'odt',
  mimeType: 'application/vnd.oasis.opendocument.text',
  label: 'ODT',
  extensions: ['.odt'],
  recognises: { archive: isOpenDocument('text') },
  read: async (input) => (await import('./read-odt.js')).read(input),
};
