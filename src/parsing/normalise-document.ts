import { toPlainLine } from '../shared/plain-line.js';
import type { PageStart, Block, PlacedBlock } from './parsed-document.js';

const SEPARATOR = '\n\n';

/** No real paragraph runs over more pages. For each page, all the text before it is cleaned again. */
const MAX_PAGE_STARTS = 50;

/** Joins blocks into the one text that is stored; every block's text is `text.slice(charStart, charEnd)`. */
export const normaliseDocument = (
  blocks: readonly Block[],
): { text: string; blocks: PlacedBlock[] } => {
  const placed: PlacedBlock[] = [];
  const parts: string[] = [];
  let position = 0;
  for (const block of blocks) {
    const text = cleanText(block);
    if (text === '') continue;
    placed.push({
      ...block,
      ...cleanStarts(block),
      text,
      charStart: position,
      charEnd: position + text.length,
    });
    parts.push(text);
    position += text.length + SEPARATOR.length;
  }
  return { text: parts.join(SEPARATOR), blocks: placed };
};

/**
 * Control characters except the line feed, and unpaired surrogates: PostgreSQL and JSON accept neither. Also characters that only allow a
 * line break: within an identifier they would split it into two words.
 */
// eslint-disable-next-line no-control-regex -- removing them is the purpose
const UNSEEN = /[\0-\x08\v-\x1f\x7f-\x9f\xad\u200b\u2060\ufffe\uffff]|\p{Cs}/gu;

const cleanText = ({ text, kind, keepsLines }: Block): string => {
  const stored = text.normalize('NFC').replace(UNSEEN, '');
  if (kind === 'code') return cleanCode(stored);
  const lines = stored.split('\n').map((line) => {
    const indent = kind === 'list' ? (/^ {0,12}/u.exec(line)?.[0] ?? '') : '';
    return indent + line.replace(/\s+/gu, ' ').trim();
  });
  // It becomes the chapter of what follows, and the title of a document that has no other title.
  if (kind === 'heading') return toPlainLine(lines.join(' ').replace(ANCHOR, ''));
  return kind === 'list' || kind === 'table' || keepsLines === true
    ? lines
        .filter((line) => line.trim() !== '')
        .join('\n')
        .trim()
    : lines.join(' ').trim();
};

/** The sign that documentation tools add after a heading as a link to it. */
const ANCHOR = /\s*[¶🔗]\s*$/u;

const INDENT = /^[ \t]*/;

/** Code keeps its lines, and their indentation relative to each other. */
const cleanCode = (text: string): string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const depths = lines.map((line) => INDENT.exec(line)?.[0].length ?? 0);
  const depth = depths.reduce((least, own) => Math.min(least, own), MAX_INDENT);
  return lines.map((line) => line.slice(depth).trimEnd()).join('\n');
};

/** No code is indented deeper as a whole. */
const MAX_INDENT = 200;

const cleanStarts = (block: Block): Pick<Block, 'pageStarts'> => {
  const { text, pageStarts } = block;
  if (pageStarts === undefined) return {};
  const clean = (part: string): string => cleanText({ ...block, text: part });
  return { pageStarts: cleanPageStarts({ text, pageStarts }, clean) };
};

/** The same places in the cleaned text. */
export const cleanPageStarts = (
  { text, pageStarts }: { text: string; pageStarts: readonly PageStart[] },
  clean: (text: string) => string,
): PageStart[] =>
  pageStarts
    .slice(0, MAX_PAGE_STARTS)
    .map(({ at, page }) => ({ at: clean(text.slice(0, at)).length, page }));
