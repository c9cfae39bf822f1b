import { parseFailure, PARSER_LIMITS } from '../parse-failure.js';

/** A syntax tree takes up to 10 KB for a line, so no more than so many lines are in one where a heading parts them. */
const PIECE_LINES = 5_000;

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/u;
const HEADING = /^#{1,6}(?:[ \t]|$)/u;

/** The addresses that links name, wherever they stand. */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[^\n]{1,2000}$/gmu;
const MAX_DEFINITIONS = 2_000;

/** A long text of Markdown in pieces that begin at headings, each with all definitions of links; refuses one that has no place to be parted at. */
export const toPieces = (source: string): string[] => {
  const pieces = partAtHeadings(source);
  if (pieces.length === 1) return pieces;
  const definitions = (source.match(DEFINITION) ?? []).slice(0, MAX_DEFINITIONS).join('\n');
  return definitions === '' ? pieces : pieces.map((piece) => `${piece}\n\n${definitions}`);
};

const partAtHeadings = (source: string): string[] => {
  const pieces: string[] = [];
  let from = 0;
  let lines = 0;
  let isFenced = false;
  for (let start = 0; start < source.length;) {
    const next = source.indexOf('\n', start);
    const end = next === -1 ? source.length : next;
    const beginning = source.slice(start, Math.min(end, start + 10));
    if (FENCE.test(beginning)) isFenced = !isFenced;
    if (lines >= PIECE_LINES && !isFenced && HEADING.test(beginning)) {
      pieces.push(source.slice(from, start));
      from = start;
      lines = 0;
    }
    lines += 1;
    if (lines > PARSER_LIMITS.markdownLinesInOne) throw parseFailure('document_too_complex');
    start = end + 1;
  }
  return [...pieces, source.slice(from)];
};
