import type { Archive } from '../../archive.js';
import type { Parser } from '../../parser.js';

/** ODT by its styles. It has pages if the program that saved it noted where they end, or if its author set all page breaks. */
export const odt: Parser = {
  name: 'odt',
  mimeType: 'application/vnd.oasis.opendocument.text',
  label: 'ODT',
  extensions: ['.odt'],
  recognises: { archive: (archive) => isOpenDocument(archive, 'text') },
  read: async (input) => (await import('./read-odt.js')).read(input),
};

/** ODP by its slides, each a page and a chapter, with tables and speaker's notes; hidden slides count as pages but are not read. */
export const odp: Parser = {
  name: 'odp',
  mimeType: 'application/vnd.oasis.opendocument.presentation',
  label: 'ODP',
  extensions: ['.odp'],
  recognises: { archive: (archive) => isOpenDocument(archive, 'presentation') },
  read: async (input) => (await import('./read-odp.js')).read(input),
};

/**
 * ODS by its sheets, each a chapter, with the objects above its cells. Hidden sheets, rows and columns are left out; formulas show the
 * value they had when the file was saved.
 */
export const ods: Parser = {
  name: 'ods',
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
  label: 'ODS',
  extensions: ['.ods'],
  recognises: { archive: (archive) => isOpenDocument(archive, 'spreadsheet') },
  read: async (input) => (await import('./read-ods.js')).read(input),
};

type Kind = 'text' | 'presentation' | 'spreadsheet';

/** True for an archive that declares itself an OpenDocument file of this kind, or a template for one. */
const isOpenDocument = ({ contents }: Archive, kind: Kind): boolean => {
  const mimeType = contents.get('mimetype')?.toString('latin1').trimEnd() ?? '';
  const ours = `application/vnd.oasis.opendocument.${kind}`;
  return mimeType === ours || mimeType === `${ours}-template`;
};
