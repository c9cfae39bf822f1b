import { alternativesOf } from '../language/index.js';

/** A citation marker in an answer: `[2]`, `[1, 3]`, `【2】`, or a form that cannot name a source, such as `[doc:9999]`. */
export type Marker = {
  start: number;
  end: number;
  /** The numbers as written, counted from 1; empty if the marker names no source. */
  numbers: number[];
};

// All characters that look like opening square brackets. No bracket may occur between two of them, so the scan stays linear; a marker never
// contains a line break.
const OPEN = '[【［⁅〔〖⟦';
const BETWEEN = String.raw`[^[\]【】［］⁅⁆〔〕〖〗⟦⟧\n]`;
const MAX_INSIDE = 380;
const BRACKETED = new RegExp(
  String.raw`\\?[${OPEN}](${BETWEEN}{1,${MAX_INSIDE}})[\]】］⁆〕〗⟧]`,
  'gu',
);
/** Matches the end of a text that may become a marker when more text arrives. */
const BEGINNING = new RegExp(String.raw`\\?[${OPEN}]${BETWEEN}{0,${MAX_INSIDE}}$|\\$`, 'u');
const MAX_CHARS = MAX_INSIDE + 20;

/** Finds the markers of an answer, in order of appearance. */
export const parseMarkers = (answer: string): Marker[] =>
  [...answer.matchAll(BRACKETED)].flatMap((match) => {
    const numbers = readInside(match[1] ?? '');
    return numbers === undefined
      ? []
      : [{ start: match.index, end: match.index + match[0].length, numbers }];
  });

/** Each number can match in only one way: with two ways, every further number in the list would double the time. */
const NUMBER = '(?:0{0,99}[1-9][0-9]{0,5}|0{1,105})';
const ITEM = String.raw`${NUMBER}(?:\s*[-‐-―−]\s*${NUMBER})?`;
const NUMBERED = new RegExp(
  String.raw`^(?:(?:${alternativesOf(({ sourceWords }) => sourceWords)})\s*[:#]?\s*)?\^?(${ITEM}(?:\s*[,;、]\s*${ITEM})*)(?:†.*)?$`,
  'iu',
);
/** Characters that look like numbers but are not read as numbers here. */
const NUMERIC = /^\p{N}[\p{N}\s,;、]*$/u;
const LONG_NUMBER = /[0-9]{7}/;
const NAMED =
  /^(?:doc|document|chunk|source|memory|tool|cite|ref|id)[^\S\n]{0,2}[:#][^\S\n]{0,2}\S{1,100}$/iu;

/** Reads the numbers inside a marker, in any spelling; undefined if the text is not a marker. */
const readInside = (inside: string): number[] | undefined => {
  const plain = toPlain(inside);
  const [, list] = NUMBERED.exec(plain) ?? [];
  if (list !== undefined) return [...new Set(list.split(/[,;、]/).flatMap(toRange))];
  const isNumeric = NUMERIC.test(plain) && !LONG_NUMBER.test(plain);
  return isNumeric || NAMED.test(plain) ? [] : undefined;
};

/** Characters that do not change a number: format characters, combining marks, emphasis, backslashes. */
const UNSEEN = /[\p{Cf}\p{M}*_`~\\]/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

const toPlain = (inside: string): string =>
  inside.normalize('NFKC').replace(UNSEEN, '').replace(FOREIGN_DIGIT, toAsciiDigit).trim();

/** In each script, the digits follow the zero in order. */
const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 60 && /^\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

/** A range is only valid if a prompt can have this many sources. */
const MAX_RANGE = 20;

const toRange = (item: string): number[] => {
  const [from = 0, to = from] = (item.match(/[0-9]+/g) ?? []).map(Number);
  if (to < from || to - from >= MAX_RANGE) return [from, to];
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
};

/** True if this text inside brackets is a marker. */
export const isMarkerInside = (inside: string): boolean =>
  inside.length <= MAX_INSIDE && readInside(inside) !== undefined;

/** The position at which an incomplete marker begins; the length of the text if there is none. */
export const findMarkerBeginning = (text: string): number => {
  const from = Math.max(0, text.length - MAX_CHARS);
  const found = text.slice(from).search(BEGINNING);
  return found === -1 ? text.length : from + found;
};

/** The text with its markers replaced by blanks, so that all offsets stay valid. */
export const blankMarkers = (text: string, markers: readonly Marker[]): string =>
  markers.reduce(
    (blanked, { start, end }) =>
      blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end),
    text,
  );

/** A marker and its replacement, which is empty if the marker is removed. */
type Replacement = { start: number; end: number; written: string };

/** Replaces the markers of a text whose links are already disabled. Works like `writeMarkers`, but returns only the text. */
export const replaceMarkers = (
  text: string,
  replacements: readonly Replacement[],
  around: { lead: string },
): string => writeMarkers(text, replacements, around).text;

/**
 * Replaces the markers of a text whose links are already disabled, and maps old positions to new ones. Inserts a blank wherever the
 * replacement would activate a link or a tag. `lead` is the text already written before.
 */
export const writeMarkers = (
  text: string,
  replacements: readonly Replacement[],
  { lead }: { lead: string },
): { text: string; toWritten: (offset: number) => number } => {
  let result = '';
  let position = 0;
  /** For each stretch between markers: its original beginning, and its beginning and end after writing. */
  const stretches: { from: number; start: number; end: number }[] = [];
  const keep = (from: number, kept: string): void => {
    stretches.push({ from, start: result.length, end: result.length + kept.length });
    result += kept;
  };
  for (const { start, end, written } of replacements) {
    const between = text.slice(position, start);
    const after = text.slice(end, end + 8);
    keep(position, written === '' ? between.replace(/[ \t]{1,8}$/, '') : between);
    position = end;
    if (written === '') {
      if (wouldJoin(lead + result, after)) result += ' ';
      continue;
    }
    const isBracketed = written.startsWith('[');
    // Without the blank, "[word]" followed by "(title)" would become a link.
    const glue = !isBracketed && (lead + result).endsWith(']') ? ' ' : '';
    const gap = isBracketed && wouldLink(result, after) ? ' ' : '';
    result += `${glue}${written}${gap}`;
  }
  keep(position, text.slice(position));
  const toWritten = (offset: number): number => {
    const stretch = stretches.findLast(({ from }) => from <= offset) ?? {
      from: 0,
      start: 0,
      end: 0,
    };
    return Math.min(stretch.start + offset - stretch.from, stretch.end);
  };
  return { text: result, toWritten };
};

const BLANK = /^\s*$/;
/** Characters that end a phrase, so that text after them cannot join text before them. */
const CLOSES = /^(?:[。，、；！？）」』》”’»…]|[.,;!?)\]'"]+(?:\s|$))/u;
const LETTER_WITHOUT_CASE = /\p{Lo}/u;

/** True if removing the marker would join the text before and after it into one word, link or tag. */
const wouldJoin = (before: string, after: string): boolean => {
  const last = before.slice(-1);
  const next = after.slice(0, 1);
  if (BLANK.test(last) || BLANK.test(next)) return false;
  if (LETTER_WITHOUT_CASE.test(last) && LETTER_WITHOUT_CASE.test(next)) return false;
  return !CLOSES.test(after);
};

const LINE_BEGINNING = /(?:^|\n)[\s>*+\d.)-]{0,200}$/;

/** True if a renderer would read `[1]` together with the text after it as a link or a link definition. */
const wouldLink = (before: string, after: string): boolean =>
  after.startsWith('(') || (after.startsWith(':') && LINE_BEGINNING.test(before));
