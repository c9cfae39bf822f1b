import { readText } from '../decode-text.js';
import type { Parser } from '../parser.js';

export const text: Parser = {
  name: 'text',
  mimeType: 'text/plain',
  label: 'UTF-8 text',
  extensions: ['.txt'],
  isPlainText: true,
  recognises: { text: () => true },
  read: async ({ bytes }) => {
    const { textToBlocks } = await import('../text-blocks.js');
    const { text: source, warnings } = readText(bytes);
    return { blocks: textToBlocks(source), pageCount: null, warnings };
  },
};
