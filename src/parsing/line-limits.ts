import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

/** Lines, blank ones included, and groups of lines with blank ones between them that a text may have. */
type LineLimits = { lines: number; paragraphs: number };

const { lines, markdownLines, tableRows, paragraphs } = PARSER_LIMITS;

export const TEXT_LIMITS: LineLimits = { lines, paragraphs };
/** In Markdown each line is several nodes of a syntax tree. */
export const MARKDOWN_LIMITS: LineLimits = { lines: markdownLines, paragraphs };
export const TABLE_LIMITS: LineLimits = { lines: tableRows, paragraphs };

/** Refuses a text by its lines before anything is made of them: each costs hundreds of bytes, however little stands in it. */
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
