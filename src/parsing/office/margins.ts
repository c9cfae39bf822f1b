import type { Block } from '../parsed-document.js';
import { oneLine } from '../parser.js';

/** Placeholder for the page number, which differs on each page. */
export const PAGE_NUMBER = '\u0001';

/** The headers and footers of a document as one block, each line once, without page numbers and without lines that the text repeats. */
export const marginBlock = (margins: readonly Block[], body: readonly Block[]): Block[] => {
  const known = new Set(body.map(({ text }) => oneLine(text)));
  const lines = new Set<string>();
  for (const { text } of margins) {
    for (const line of text.split('\n')) {
      const shown = withoutPageNumber(line);
      if (shown !== '' && !known.has(shown)) lines.add(shown);
    }
  }
  if (lines.size === 0) return [];
  return [{ text: [...lines].join('\n'), kind: 'paragraph', keepsLines: true, page: 1 }];
};

/** “Page 3 of 12” is only a page number, “Contract 4417, page 3” is more. */
const withoutPageNumber = (line: string): string => {
  if (!line.includes(PAGE_NUMBER)) return oneLine(line.replace(/^[-•]\s+/u, ''));
  return oneLine(
    line
      .split(/\s+\|\s+|\s{2,}|\t/u)
      .filter((part) => !part.includes(PAGE_NUMBER) || saysMore(part))
      .join(' | '),
  )
    .replaceAll(PAGE_NUMBER, '')
    .replace(/[\s,;:|/–-]+$/u, '');
};

const saysMore = (part: string): boolean => {
  const words = part.replaceAll(PAGE_NUMBER, ' ').trim().split(/\s+/u);
  return words.filter((word) => /\p{L}/u.test(word)).length > 2 || words.some(isIdentifier);
};

const isIdentifier = (word: string): boolean => /\p{L}\S*\d|\d\S*\p{L}|\d[-/.]\d/u.test(word);
