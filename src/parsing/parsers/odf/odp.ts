import { isOpenDocument } from './open-document.js';
import type { Parser } from '../../parser.js';

/** ODP by its slides, each a page and a chapter, with tables and speaker's notes; hidden slides count as pages but are not read. */
export const odp: Parser = {
  name: 'odp',
  mimeType: 'application/vnd.oasis.opendocument.presentation',
  label: 'ODP',
  extensions: ['.odp'],
  recognises: { archive: isOpenDocument('presentation') },
  read: async (input) => (await import('./read-odp.js')).read(input),
};
