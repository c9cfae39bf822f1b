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
    return { blocks: textToBlocks(withoutTerminalCodes(source)), pageCount: null, warnings };
  },
};

/* eslint-disable no-control-regex -- they begin with a control character */
/** Colours, cursor moves and window titles that programs send to a terminal: ECMA-48, 5.4 (CSI) and 5.6 (OSC). */
const TERMINAL_CODES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/gu;

/* eslint-enable no-control-regex */

const withoutTerminalCodes = (text: string): string =>
  text.includes('\u001b') ? text.replace(TERMINAL_CODES, '') : text;
