import { readText } from '../decode-text.js';
import type { Parser, TextFile } from '../parser.js';

/** A program's log, line by line; traces below a line keep their indentation. */
export const log: Parser = {
  name: 'log',
  mimeType: 'text/x-log',
  label: 'log',
  extensions: ['.log'],
  isPlainText: true,
  recognises: { text: (file) => isLog(file) },
  read: async ({ bytes }) => {
    const { toCodeBlocks } = await import('../code-blocks.js');
    const { withoutTerminalCodes } = await import('../terminal-codes.js');
    const { text, warnings } = readText(bytes);
    return { blocks: toCodeBlocks(withoutTerminalCodes(text)), pageCount: null, warnings };
  },
};

const isLog = ({ sample, extension }: TextFile): boolean =>
  log.extensions.includes(extension) || isByTime(sample);

const CLOCK = String.raw`\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?`;
/** ISO, syslog, or a web server's access log; a comma or a bar after the time would mean columns. */
const BEGINS_BY_TIME = new RegExp(
  String.raw`^(?:\S{1,60} \S{1,60} \S{1,60} )?\[?(?:\d{4}[-/]\d{2}[-/]\d{2}[ T]|[A-Z][a-z]{2} [ \d]\d |\d{2}/[A-Z][a-z]{2}/\d{4}:)${CLOCK}\]?:? +[^\s|]`,
  'u',
);
const SAMPLE_LINES = 200;
const MIN_LINES = 3;
/** The other lines are traces, and text that was printed in between. */
const MIN_SHARE = 0.6;

const isByTime = (sample: string): boolean => {
  const lines = sample
    .split('\n', SAMPLE_LINES)
    .filter((line) => /^\S/u.test(line))
    .map((line) => line.slice(0, 300));
  const timed = lines.filter((line) => BEGINS_BY_TIME.test(line)).length;
  return timed >= MIN_LINES && timed >= MIN_SHARE * lines.length;
};
