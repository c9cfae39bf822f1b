import type { Parser } from '../../parser.js';

/** RTF by its styles. It has pages only if its author set all the page ends that the program counted. */
export const rtf: Parser = {
  name: 'rtf',
  mimeType: 'application/rtf',
  label: 'RTF',
  extensions: ['.rtf'],
  recognises: { bytes: (bytes) => bytes.subarray(0, MARK.length).equals(MARK) },
  read: async (input) => (await import('./read-rtf.js')).read(input),
};

const MARK = Buffer.from('{\\rtf', 'latin1');
