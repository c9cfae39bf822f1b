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
    const { withoutTerminalCodes } = await import('../terminal-codes.js');
    const { text: source, warnings } = readText(bytes);
    return { blocks: textToBlocks(withoutTerminalCodes(source)), pageCount: null, warnings };
  },
};
