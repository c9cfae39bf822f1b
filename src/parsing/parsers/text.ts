import { oneLine, type Parser } from '../parser.js';
import type { Block } from '../parsed-document.js';
import { decodeText } from '../decode-text.js';

const LIST_MARKER = /^\s*(?:[-*•‣◦]|\(?(?:\d{1,3}|[a-z])[.)]|[一二三四五六七八九十]{1,3}、)\s*\S/u;

export const text: Parser = {
  name: 'text',
  mimeType: 'text/plain',
  label: 'UTF-8 text',
  extensions: ['.txt'],
  recognises: { text: () => true },
  read: async ({ bytes }) => ({
    blocks: textToBlocks(decodeText(bytes)),
    pageCount: null,
  }),
};

/** Plain text by blank lines; a single line that is numbered, in capitals or named as a chapter is a heading. */
export const textToBlocks = (source: string): Block[] =>
  source
    .replace(/\f/gu, '\n\n')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/u)
    .flatMap(toBlocks);

const toBlocks = (paragraph: string): Block[] => {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  if (rest.length === 1 && /^\s*(?:={3,}|-{3,})\s*$/u.test(rest[0] ?? '')) {
    return [{ text: joinWrapped([first]), kind: 'heading', level: rest[0]?.includes('=') ? 1 : 2 }];
  }
  const level = rest.length === 0 ? headingLevel(first.trim()) : undefined;
  if (level !== undefined) return [{ text: joinWrapped([first]), kind: 'heading', level }];
  const listStart = lines.findIndex((line) => LIST_MARKER.test(line));
  const hasList = lines.filter((line) => LIST_MARKER.test(line)).length > 1;
  if (!hasList) return [{ text: joinWrapped(lines), kind: 'paragraph' }];
  const before = joinWrapped(lines.slice(0, listStart));
  const list: Block = { text: toItems(lines.slice(listStart)).join('\n'), kind: 'list' };
  return before === '' ? [list] : [{ text: before, kind: 'paragraph' }, list];
};

const CJK_AT_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。，、；：！？」』）》]$/u;

/** Lines wrapped by an editor join with a space, Chinese and Japanese ones without. */
const joinWrapped = (lines: readonly string[]): string => {
  const added = lines.map(oneLine);
  return added
    .map((line, position) => {
      const previous = added[position - 1];
      return previous === undefined || CJK_AT_END.test(previous.slice(-1)) ? line : ` ${line}`;
    })
    .join('');
};

const MAX_HEADING_LENGTH = 80;
const CJK_HEADING = /^第[一二三四五六七八九十百零〇\d]{1,6}[章节節条條篇部]/u;
const LARGE_PART =
  /^(?:chapter|part|book|title|article|annex|appendix|schedule|exhibit|kapitel|teil|artikel|anhang|anlage|fejezet|melléklet|chapitre|annexe|capítulo|título|anexo|artículo|artigo|capitolo|titolo|allegato|articolo|rozdział|artykuł|bölüm|madde|глава|раздел|статья|приложение|chương|điều|phụ lục)\s+(?:[IVXLC]{1,7}|\d{1,4}|[A-Z])(?:\.\d{1,3}){0,3}(?=$|[\s:.–—-])/iu;
const SMALL_PART =
  /^(?:(?:section|clause|abschnitt|ziffer|paragraph|szakasz|sección|seção|sezione|mục)\s+(?:[IVXLC]{1,7}|\d{1,4}|[A-Z])(?:\.\d{1,3}){0,3}(?=$|[\s:.–—-])|§+\s?\d{1,4}[a-z]?(?=$|[\s.:]))/iu;
/** 3.1. Title, IV. Title, A. Title, A.1 Title. */
const NUMBERED_HEADING =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVXLC]{1,6}\.|[A-Z](?:\.\d{1,2}){0,3}\.|[A-Z](?:\.\d{1,2}){1,3})\s+\p{Lu}/u;
const ENDS_LIKE_PROSE = /[.,;:!?。，；：！？]$/u;

/** How deep a single line stands as a heading; undefined where it is none. */
const headingLevel = (line: string): number | undefined => {
  if (line.length > MAX_HEADING_LENGTH) return undefined;
  const isNumberAlone = /^\S+\s+\S{1,8}\.$/u.test(line);
  if (ENDS_LIKE_PROSE.test(line) && !isNumberAlone) return undefined;
  if (CJK_HEADING.test(line)) return /^第[^章篇部]{1,6}[节節条條]/u.test(line) ? 2 : 1;
  if (LARGE_PART.test(line)) return 1;
  if (SMALL_PART.test(line)) return 2;
  if (isNumberAlone) return undefined;
  if (NUMBERED_HEADING.test(line)) {
    return Math.min(6, /^[\p{L}\d]+(?:\.\d+)*/u.exec(line)?.[0].split('.').length ?? 1);
  }
  return isCapitals(line) ? 1 : undefined;
};

const isCapitals = (line: string): boolean =>
  /\p{Lu}{2}/u.test(line) && !/\p{Ll}/u.test(line) && /[A-ZÀ-ÞА-Я]/u.test(line);

const toItems = (lines: readonly string[]): string[] => {
  const items: string[][] = [];
  for (const line of lines) {
    if (LIST_MARKER.test(line) || items.length === 0) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items.map(joinWrapped);
};
