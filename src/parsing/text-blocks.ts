import { alternativesOf } from '../language/index.js';
import { findAligned } from './aligned-columns.js';
import { isCodeText } from './code-text.js';
import { joinLines, wordsOf } from './join-lines.js';
import { laidOutTable } from './laid-out-table.js';
import { createLineBreaks, type Lines } from './line-breaks.js';
import { oneLine } from './parser.js';
import type { Block } from './parsed-document.js';
import { dropPageLines } from './page-lines.js';

/** Plain text, split at blank lines; a line by itself that is numbered, in capitals or named as a chapter is a heading. */
export const textToBlocks = (source: string): Block[] => {
  const paragraphs = dropPageLines(source)
    .replace(/\f/gu, '\n\n')
    .split(/\n(?:[^\S\n]*\n)+/u)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  const endsOf = createLineBreaks(paragraphs);
  const words = wordsOf(paragraphs.flat());
  return findAligned(joinCode(paragraphs)).flatMap((part): Block[] => {
    if ('rows' in part) return laidOutTable(part);
    const { lines, isCode } =
      'lines' in part ? { lines: part.lines, isCode: false } : part.paragraph;
    return isCode
      ? [{ text: lines.join('\n'), kind: 'code' }]
      : toBlocks({ lines, ends: endsOf(lines), words });
  });
};

type Part = { lines: string[]; indent: number; isCode: boolean };

/** Code continues after a blank line with more code, and with lines that are indented deeper than its start. */
const joinCode = (paragraphs: readonly string[][]): Part[] => {
  const parts: Part[] = [];
  for (const lines of paragraphs) {
    const last = parts.at(-1);
    const isCode = isCodeText(lines);
    const indent = leastIndent(lines);
    if (last?.isCode === true && (isCode || indent > last.indent)) {
      // Added one by one, because there may be more than a call can take as arguments.
      for (const line of lines) last.lines.push(line);
    } else parts.push({ lines: isCode ? [...lines] : lines, indent, isCode });
  }
  return parts;
};

const leastIndent = (lines: Lines): number =>
  lines.reduce((least, line) => Math.min(least, line.search(/\S/u)), Infinity);

/** Lines, whether each was ended on purpose, and the words of the whole document. */
type Paragraph = { lines: Lines; ends: readonly boolean[]; words: ReadonlySet<string> };

const UNDERLINE = /^\s*(?:={3,}|-{3,})\s*$/u;

const toBlocks = (paragraph: Paragraph): Block[] => {
  const { lines } = paragraph;
  const [first = '', second = ''] = lines;
  if (lines.length === 2 && UNDERLINE.test(second)) {
    return [{ text: oneLine(first), kind: 'heading', level: second.includes('=') ? 1 : 2 }];
  }
  const blocks: Block[] = [];
  let from = 0;
  for (const [at, level] of findHeadings(paragraph)) {
    const heading: Block = { text: oneLine(lines[at] ?? ''), kind: 'heading', level };
    blocks.push(...toText(paragraph, { from, to: at }), heading);
    from = at + 1;
  }
  return [...blocks, ...toText(paragraph, { from, to: lines.length })];
};

const LIST_MARKER = new RegExp(
  String.raw`^\s*(?:[-*•‣◦・]|\(?(?:\d{1,3}|[a-z])[.)]|${alternativesOf(({ itemNumbers }) => itemNumbers)})\s*\S`,
  'u',
);
/** A dash may also be part of a sentence, if the line was wrapped there. */
const DASH = /^\s*[–—]\s+\S/u;

const toText = ({ lines, ends, words }: Paragraph, { from, to }: Span): Block[] => {
  const isApart = (at: number): boolean => at === from || ends[at - 1] === true;
  const isItem = (at: number): boolean =>
    LIST_MARKER.test(lines[at] ?? '') || (isApart(at) && DASH.test(lines[at] ?? ''));
  const listStart = findListStart({ from, to }, isItem);
  // One group of lines at a time, because there may be millions.
  const join = (own: Span): string[] => {
    const joined: string[] = [];
    let group: string[] = [];
    const endGroup = (): void => {
      if (group.length > 0) joined.push(joinLines(group, { words }));
      group = [];
    };
    for (let at = own.from; at < own.to; at += 1) {
      if (isApart(at) || (listStart < to && isItem(at))) endGroup();
      group.push(oneLine(lines[at] ?? ''));
    }
    endGroup();
    return joined;
  };
  const before = join({ from, to: listStart });
  const list = join({ from: listStart, to });
  return [...toParagraph(before), ...(list.length > 0 ? [toList(list)] : [])];
};

/** The first of several items, or the end. */
const findListStart = ({ from, to }: Span, isItem: (at: number) => boolean): number => {
  let first: number | undefined;
  for (let at = from; at < to; at += 1) {
    if (!isItem(at)) continue;
    if (first !== undefined) return first;
    first = at;
  }
  return to;
};

const toParagraph = (lines: Lines): Block[] => {
  if (lines.length === 0) return [];
  const text = lines.join('\n');
  return [{ text, kind: 'paragraph', ...(lines.length > 1 && { keepsLines: true }) }];
};

const toList = (lines: Lines): Block => ({ text: lines.join('\n'), kind: 'list' });

type Span = { from: number; to: number };

/** The headings of a paragraph by their lines: those at its start, and those in the middle that are named as a part. */
const findHeadings = ({ lines, ends }: Paragraph): Map<number, number> => {
  const levels = lines.map((line, at) => {
    const isApart = ends[at] === true && (at === 0 || ends[at - 1] === true);
    const isCell = lines.length > 1 && COLUMNS.test(line.trim());
    return isApart && !isCell ? headingLevel(line.trim()) : undefined;
  });
  const found = new Map<number, number>();
  let open = 0;
  while (isDeeper(levels, open)) open += 1;
  const isShouted = lines.length > 1 && lines.slice(0, 2).every(isCapitals);
  const isList = levels[open] !== undefined || isShouted || isFirstOfMany(lines, ends);
  for (const [at, level] of levels.entries()) {
    if (level === undefined) continue;
    const isPart = isNamedPart(lines[at] ?? '') && !isBeside(levels, at);
    if (at < open ? !isList : isPart) found.set(at, level);
  }
  return found;
};

const COLUMNS = /\t|\S {3,}\S/u;

/** A heading at the start, or one below a larger one. */
const isDeeper = (levels: readonly (number | undefined)[], at: number): boolean => {
  const level = levels[at];
  return level !== undefined && (at === 0 || level > (levels[at - 1] ?? 0));
};

/** Consecutive lines of the same level are a table of contents. */
const isBeside = (levels: readonly (number | undefined)[], at: number): boolean =>
  [levels[at - 1], levels[at + 1]].includes(levels[at]);

/** "1. one", "2. two": items. */
const isFirstOfMany = (lines: Lines, ends: readonly boolean[]): boolean => {
  const [first, ...others] = lines.map((line) => NUMBERED.exec(line.trim())?.[0].trim());
  if (first === undefined) return false;
  const shape = toShape(first);
  return others.some((mark, at) => mark !== undefined && ends[at] && toShape(mark) === shape);
};

const NUMBERED =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVXLC]{1,6}\.|[A-Z](?:\.\d{1,2}){0,3}\.|[A-Z](?:\.\d{1,2}){1,3})\s/u;

const toShape = (mark: string): string => mark.replace(/[A-Z]+/gu, 'A').replace(/\d+/gu, '1');

const MAX_HEADING_LENGTH = 80;
const NUMBERED_PART = new RegExp(`^(?:${alternativesOf(({ titles }) => titles?.numbered)})`, 'u');
const SMALL_NUMBERED_PART = new RegExp(
  `^(?:${alternativesOf(({ titles }) => titles?.numberedSmall)})`,
  'u',
);
const LARGE = [
  alternativesOf(({ titles }) => titles?.chapters),
  alternativesOf(({ titles }) => titles?.largeParts),
].join('|');
const PART_NUMBER = String.raw`\s+(?:[IVXLC]{1,7}|\d{1,4}|[A-Z])(?:\.\d{1,3}){0,3}(?=$|[\s:.–—-])`;
const LARGE_PART = new RegExp(`^(?:${LARGE})${PART_NUMBER}`, 'iu');
const SMALL = alternativesOf(({ titles }) => titles?.smallParts);
const SMALL_PART = new RegExp(
  String.raw`^(?:(?:${SMALL})${PART_NUMBER}|§+\s?\d{1,4}[a-z]?(?=$|[\s.:]))`,
  'iu',
);
/** 3.1. Title, IV. Title, A. Title, A.1 Title. */
const NUMBERED_HEADING = new RegExp(`${NUMBERED.source}+\\p{Lu}`, 'u');
/** Leader dots before a page number, which show that a line belongs to a table of contents. */
const LEADER = /(?:\. ?){4}|…{2}|·{4}|_{4}/u;
const ENDS_LIKE_PROSE = /[.,;:!?。，；：！？]$/u;

const isNamedPart = (line: string): boolean =>
  [NUMBERED_PART, LARGE_PART, SMALL_PART].some((part) => part.test(line.trim()));

/** The level of a single line as a heading; undefined if it is not a heading. */
const headingLevel = (line: string): number | undefined => {
  if (line.length > MAX_HEADING_LENGTH || LEADER.test(line)) return undefined;
  const isNumberAlone = /^\S+\s+\S{1,8}\.$/u.test(line);
  if (ENDS_LIKE_PROSE.test(line) && !isNumberAlone) return undefined;
  if (NUMBERED_PART.test(line)) return SMALL_NUMBERED_PART.test(line) ? 2 : 1;
  if (LARGE_PART.test(line)) return 1;
  if (SMALL_PART.test(line)) return 2;
  if (isNumberAlone) return undefined;
  if (NUMBERED_HEADING.test(line)) {
    return Math.min(6, /^[\p{L}\d]+(?:\.\d+)*/u.exec(line)?.[0].split('.').length ?? 1);
  }
  return isCapitals(line) ? 1 : undefined;
};

const isCapitals = (line: string): boolean =>
  /\p{Lu}{2}/u.test(line) && !/\p{Ll}/u.test(line) && /[A-Z\u00c0-\u00de\u0410-\u042f]/u.test(line);
