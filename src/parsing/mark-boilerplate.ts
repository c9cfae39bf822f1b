import { alternativesOf, byLanguage } from '../language/index.js';
import { createContentsProof, LEADERS, type Candidate } from './contents-proof.js';
import type { Block } from './parsed-document.js';

/**
 * Marks text that is no evidence for anything: proven tables of contents and indexes, page numbers, and licences in a larger document. It
 * stays in the document's text but is left out of its passages. A document that consists of nothing else keeps all of it.
 */
export const markBoilerplate = (blocks: readonly Block[]): Block[] => {
  const marked = blocks.map((block) => block.isBoilerplate === true || isPageNumber(block));
  markContents(blocks, marked);
  for (const section of findLicences(blocks)) marked.fill(true, section.from, section.to);
  markEmptyHeadings(blocks, marked);
  const kept = lengthOf(blocks.filter((_, at) => !marked[at]));
  if (kept < MIN_KEPT_SHARE * lengthOf(blocks)) marked.fill(false);
  return blocks.map(({ isBoilerplate: _, ...block }, at) =>
    marked[at] ? { ...block, isBoilerplate: true } : block,
  );
};

/** If less than this share would be left, the document itself is a table of contents or similar. */
const MIN_KEPT_SHARE = 0.2;

const lengthOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text }) => sum + text.length, 0);

/** One line of a table of contents that ends in a page number. */
const ENTRY = /(?:\.[ \u00a0]?){4,}[ \u00a0|]*(?:\d{1,4}|[ivxlc]{1,6})?[ \u00a0]*$/iu;
const MAX_ENTRY_LENGTH = 200;
/** Contents have only titles between their leader dots; a form to fill in has more text there. */
const MAX_LETTERS_PER_LEADER = 160;

const MONEY = alternativesOf(({ moneySigns }) => moneySigns);
/** Dots can also lead to values: a price, a share, an amount, a time, a phone number, an address or a name. */
const VALUES = [
  String.raw`(?:\p{Sc}|EUR|USD|GBP|CHF|HUF|PLN)[ \u00a0]?\d`,
  String.raw`\d[\d.,]*[ \u00a0]?(?:[\p{Sc}%]|(?:EUR|USD|GBP|CHF|HUF|PLN|${MONEY}|min|h|km|kg)(?!\p{L}))`,
  String.raw`\d+[.,:]\d\d(?!\d|[.,]\d)`,
  String.raw`(?:\+|\(?0)\d[\d ()/-]{4,}\d|\d{3}-\d{4}(?!\d)`,
  String.raw`[\p{L}\d._+-]+@[\p{L}\d]|https?:|www\.`,
  String.raw`\p{Lu}[\p{Ll}.]+(?:[ \u00a0]\p{Lu}\p{Ll}|[ \u00a0]*(?:\n|$))`,
];
const VALUE = new RegExp(String.raw`^[ \u00a0|]*(?:${VALUES.join('|')})`, 'u');

const isContents = ({ kind, text }: Block): boolean => {
  if (kind === 'code') return false;
  const [, ...ledTo] = text.split(LEADERS);
  const leaders = ledTo.length;
  const values = ledTo.filter((after) => VALUE.test(after)).length;
  if (leaders <= 2 * values) return false;
  if (leaders === 1) return text.length <= MAX_ENTRY_LENGTH && ENTRY.test(text);
  const letters = text.replace(LEADERS, '').length;
  return letters / leaders <= MAX_LETTERS_PER_LEADER;
};

const BEFORE_PAGE = alternativesOf(({ pages }) => pages?.before);
const OF_PAGES = alternativesOf(({ pages }) => pages?.of);
const AFTER_PAGE = alternativesOf(({ pages }) => pages?.after);
const PAGE_NUMBER = new RegExp(
  String.raw`^(?:[-–—]\s?)?(?:(?:${BEFORE_PAGE})\s?)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s?(?:${OF_PAGES}|\/)\s?\d{1,4})?(?:\s?[-–—]|${AFTER_PAGE})?$`,
  'iu',
);

/** Only if pages are known: in other documents a number alone may be an answer. */
const isPageNumber = ({ kind, text, page }: Block): boolean =>
  page !== undefined && kind === 'paragraph' && text.length <= 20 && PAGE_NUMBER.test(text.trim());

/** Index letters and fragments of titles between the lines of a table of contents. */
const MAX_CRUMB_LENGTH = 60;

/** The number that is printed above the title of a chapter. */
const CHAPTER_NUMBER = new RegExp(
  String.raw`^(?:${alternativesOf(({ titles }) => titles?.chapters)})\s+(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])\.?$`,
  'iu',
);

/** Marks the lists that this document proves to be its contents, including what is between their lines and the title above them. */
const markContents = (blocks: readonly Block[], marked: boolean[]): void => {
  const isLed = blocks.map((block) => block.isBoilerplate !== true && isContents(block));
  const isListed = [...isLed];
  for (const section of sectionsOf(blocks)) {
    const { kind = 'paragraph', text = '' } = blocks[section.from] ?? {};
    const isTitle = kind === 'heading' && isContentsTitle(text);
    if (isTitle) listEntries(blocks, { isListed, marked }, section);
  }
  const isProven = createContentsProof(blocks, isListed);
  for (const candidate of candidatesOf(blocks, { isListed, marked })) {
    if (isProven(candidate)) marked.fill(true, candidate.from, candidate.to);
  }
  const isContentsAt = (at: number): boolean =>
    (marked[at] === true && isLed[at] === true) || blocks[at]?.isBoilerplate === true;
  for (const [at, { text }] of blocks.entries()) {
    const isLetter = text.length <= 2 && (isContentsAt(at - 1) || isContentsAt(at + 1));
    if (isLetter) marked[at] = true;
  }
  for (const [at, { text }] of blocks.entries()) {
    const touches = isContentsAt(at - 1) || isContentsAt(at + 1);
    if (touches && isContentsTitle(text)) marked[at] = true;
    if (blocks[at + 1]?.kind === 'heading' && CHAPTER_NUMBER.test(text)) marked[at] = true;
  }
};

type Marks = { isListed: readonly boolean[]; marked: readonly boolean[] };

/** Runs of listed blocks; page numbers and single fragments between them do not end a run. */
const candidatesOf = (blocks: readonly Block[], { isListed, marked }: Marks): Candidate[] => {
  const candidates: Candidate[] = [];
  for (const at of blocks.keys()) {
    if (isListed[at] !== true) continue;
    const last = candidates.at(-1);
    if (last && isOneList(blocks, { from: last.to, to: at }, marked)) last.to = at + 1;
    else candidates.push({ from: at, to: at + 1 });
  }
  return candidates;
};

/** If there are more blocks between two lists than a page footer and header have, the lists are separate. */
const MAX_BETWEEN = 4;

const isOneList = (
  blocks: readonly Block[],
  { from, to }: Candidate,
  marked: readonly boolean[],
): boolean => {
  if (to - from > MAX_BETWEEN) return false;
  const crumbs = blocks.slice(from, to).filter((_, at) => marked[from + at] !== true);
  return crumbs.length <= 1 && crumbs.every(isCrumb);
};

const isCrumb = ({ kind, text }: Block): boolean =>
  kind !== 'heading' && kind !== 'code' && text.length <= MAX_CRUMB_LENGTH;

type Section = { from: number; to: number };

/** A heading and what follows it up to the next heading; the part before the first heading has none. */
const sectionsOf = (blocks: readonly Block[]): Section[] => {
  const starts = blocks.flatMap(({ kind }, at) => (kind === 'heading' || at === 0 ? [at] : []));
  return starts.map((from, position) => ({ from, to: starts[position + 1] ?? blocks.length }));
};

const CONTENTS_TITLE = new RegExp(
  String.raw`^(?:${alternativesOf(({ titles }) => titles?.contents)})\s*[:：]?$`,
  'iu',
);

/** True for the title of a table of contents, in any language. */
export const isContentsTitle = (text: string): boolean => CONTENTS_TITLE.test(text.trim());

const ENDS_IN_NUMBER = /(?:^|\s|\|)(?:\d{1,4}|[ivxlc]{1,6})\s*$/iu;

/** After such a title come lists, and lines that end in a page number. */
const listEntries = (
  blocks: readonly Block[],
  { isListed, marked }: { isListed: boolean[]; marked: readonly boolean[] },
  { from, to }: Section,
): void => {
  for (let at = from + 1; at < to; at += 1) {
    if (marked[at] === true) continue;
    const { kind = 'code', text = '' } = blocks[at] ?? {};
    const isEntry =
      isListed[at] === true ||
      kind === 'list' ||
      (kind !== 'code' && text.length <= MAX_ENTRY_LENGTH && ENDS_IN_NUMBER.test(text));
    if (!isEntry) return;
    isListed[at] = true;
  }
};

/** A heading is boilerplate if all of its text is. */
const markEmptyHeadings = (blocks: readonly Block[], marked: boolean[]): void => {
  for (const { from, to } of sectionsOf(blocks)) {
    const isAll = marked.slice(from + 1, to).every(Boolean);
    if (to > from + 1 && isAll && blocks[from]?.kind === 'heading') marked[from] = true;
  }
};

const LICENCE_TITLE = new RegExp(
  alternativesOf(({ titles }) => titles?.licence),
  'iu',
);
const LICENCE_PHRASES = [...byLanguage(({ licencePhrases }) => licencePhrases).values()].flat();
const MIN_PHRASES = 4;
/** People may ask about a sentence or two on the licence, but not about its full text. */
const MIN_LICENCE_LENGTH = 2_000;
/** In a larger document a licence is the smaller part; if it is more than this, the document is a licence. */
const MAX_LICENCE_SHARE = 1 / 3;

/** Chapters, including their subchapters, that contain the text of a licence. */
const findLicences = (blocks: readonly Block[]): Section[] => {
  const chapters = blocks.flatMap((block, from) => {
    if (block.kind !== 'heading' || !LICENCE_TITLE.test(block.text)) return [];
    const level = block.level ?? 1;
    const end = blocks.findIndex(
      (other, at) => at > from && other.kind === 'heading' && (other.level ?? 1) <= level,
    );
    return [{ from, to: end === -1 ? blocks.length : end }];
  });
  const licences = chapters.filter(({ from, to }) => isLicence(blocks.slice(from, to)));
  const isIn = (at: number): boolean => licences.some(({ from, to }) => at >= from && at < to);
  const length = lengthOf(blocks.filter((_, at) => isIn(at)));
  return length > MAX_LICENCE_SHARE * lengthOf(blocks) ? [] : licences;
};

const isLicence = (blocks: readonly Block[]): boolean => {
  const text = blocks.map((block) => block.text).join('\n');
  if (text.length < MIN_LICENCE_LENGTH) return false;
  return LICENCE_PHRASES.filter((phrase) => phrase.test(text)).length >= MIN_PHRASES;
};
