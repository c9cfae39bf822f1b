import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

/** How many lines (including blank ones), and groups of lines separated by blank ones, a text may have. */
type LineLimits = { lines: number; paragraphs: number };

const { lines, markdownLines, tableRows, paragraphs } = PARSER_LIMITS;

export const TEXT_LIMITS: LineLimits = { lines, paragraphs };
/** In Markdown each line becomes several nodes of a syntax tree. */
export const MARKDOWN_LIMITS: LineLimits = { lines: markdownLines, paragraphs };
export const TABLE_LIMITS: LineLimits = { lines: tableRows, paragraphs };

/** Checks the number of lines of a text before anything is built from them, because each costs hundreds of bytes, however short it is. */
export const refuseManyLines = (text: string, most: LineLimits): void => {
  let lineCount = 0;
  let paragraphCount = 0;
  let isBlankAbove = true;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const isBlank = isBlankBetween(text, start, end);
    lineCount += 1;
    if (isBlankAbove && !isBlank) paragraphCount += 1;
    if (lineCount > most.lines || paragraphCount > most.paragraphs) {
      throw parseFailure('document_too_complex');
    }
    isBlankAbove = isBlank;
    start = end + 1;
  }
};

const BLANKS = ' \t\f\r';

const isBlankBetween = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 1) {
    if (!BLANKS.includes(text.charAt(at))) return false;
  }
  return true;
};
