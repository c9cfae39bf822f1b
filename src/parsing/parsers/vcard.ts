import type { Parser } from '../parser.js';

/** vCard versions 2.1 to 4.0: each contact is a chapter with what is known about it; pictures, sounds and keys are left out. */
export const vcard: Parser = {
  name: 'vcard',
  mimeType: 'text/vcard',
  label: 'vCard',
  extensions: ['.vcf', '.vcard'],
  recognises: { text: ({ sample }) => /^\s*BEGIN:VCARD\s/iu.test(sample) },
  read: async ({ bytes }) => {
    const { readVcard } = await import('./vcard/read-vcard.js');
    const { readFolded } = await import('../content-lines.js');
    const { text, warnings } = readFolded(bytes);
    return { ...readVcard(text), pageCount: null, warnings };
  },
};
