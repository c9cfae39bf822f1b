import { alternativesOf } from '../language/index.js';

/** A citation marker in an answer: `[2]`, `[1, 3]`, `【2】`, or a form that can name no source, such as `[doc:9999]`. */
export type Marker = {
  start: number;
  end: number;
  /** Numbers as written, from 1; empty when the marker names nothing. */
  numbers: number[];
};

// Whatever a reader takes for square brackets. Nothing between two of them is a bracket, so the scan stays linear; a line
// break is in no marker.
const OPEN = '[【［⁅〔〖⟦';
const BETWEEN = String.raw`[^[\]【】［］⁅⁆〔〕〖〗⟦⟧\n]`;
const MAX_INSIDE = 380;
const BRACKETED = new RegExp(
  String.raw`\\?[${OPEN}](${BETWEEN}{1,${MAX_INSIDE}})[\]】］⁆〕〗⟧]`,
  'gu',
);
/** Matches the end of a text that may become a marker when more text comes. */
const BEGINNING = new RegExp(String.raw`\\?[${OPEN}]${BETWEEN}{0,${MAX_INSIDE}}$|\\$`, 'u');
const MAX_CHARS = MAX_INSIDE + 20;

/** The markers of an answer in order of appearance. */
export const parseMarkers = (answer: string): Marker[] =>
  [...answer.matchAll(BRACKETED)].flatMap((match) => {
    const numbers = readInside(match[1] ?? '');
    return numbers === undefined
      ? []
      : [{ start: match.index, end: match.index + match[0].length, numbers }];
  });

/** Each number matches in one way only: with two ways, every further number in the list would double the time. */
const NUMBER = '(?:0{0,99}[1-9][0-9]{0,5}|0{1,105})';
const ITEM = String.raw`${NUMBER}(?:\s*[-‐-―−]\s*${NUMBER})?`;
const NUMBERED = new RegExp(
  String.raw`^(?:(?:${alternativesOf(({ sourceWords }) => sourceWords)})\s*[:#]?\s*)?\^?(${ITEM}(?:\s*[,;、]\s*${ITEM})*)(?:†.*)?$`,
  'iu',
);
/** Numbers to the eye which we do not read. */
const NUMERIC = /^\p{N}[\p{N}\s,;、]*$/u;
const LONG_NUMBER = /[0-9]{7}/;
const NAMED =
  /^(?:doc|document|chunk|source|memory|tool|cite|ref|id)[^\S\n]{0,2}[:#][^\S\n]{0,2}\S{1,100}$/iu;

/** The numbers that a marker's inside names, in any spelling; undefined when it is not a marker. */
const readInside = (inside: string): number[] | undefined => {
  const plain = toPlain(inside);
  const [, list] = NUMBERED.exec(plain) ?? [];
  if (list !== undefined) return [...new Set(list.split(/[,;、]/).flatMap(toRange))];
  const isNumeric = NUMERIC.test(plain) && !LONG_NUMBER.test(plain);
  return isNumeric || NAMED.test(plain) ? [] : undefined;
};

/** Nobody sees these, and none of them makes a number another one: format characters, what combines, emphasis, backslashes. */
const UNSEEN = /[\p{Cf}\p{M}*_`~\\]/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

const toPlain = (inside: string): string =>
  inside.normalize('NFKC').replace(UNSEEN, '').replace(FOREIGN_DIGIT, toAsciiDigit).trim();

/** Digits of one script follow one another from its zero on. */
const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 60 && /^\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

/** A range of more sources than a prompt holds is none. */
const MAX_RANGE = 20;

const toRange = (item: string): number[] => {
  const [from = 0, to = from] = (item.match(/[0-9]+/g) ?? []).map(Number);
  if (to < from || to - from >= MAX_RANGE) return [from, to];
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
};

/** True where the text in a pair of brackets makes them a marker. */
export const isMarkerInside = (inside: string): boolean =>
  inside.length <= MAX_INSIDE && readInside(inside) !== undefined;

/** Finds where a marker begins that the text does not end yet; the length of the text when there is none. */
export const findMarkerBeginning = (text: string): number => {
  const from = Math.max(0, text.length - MAX_CHARS);
  const found = text.slice(from).search(BEGINNING);
  return found === -1 ? text.length : from + found;
};

/** The text with blanks where its markers are, so that every offset stays valid. */
export const blankMarkers = (text: string, markers: readonly Marker[]): string =>
  markers.reduce(
    (blanked, { start, end }) =>
      blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end),
    text,
  );

/** A marker and what is written in its place; nothing when it is taken out. */
type Replacement = { start: number; end: number; written: string };

/** Writes over the markers of a text whose links are neutralised already, as `writeMarkers` does. */
export const replaceMarkers = (
  text: string,
  replacements: readonly Replacement[],
  around: { lead: string },
): string => writeMarkers(text, replacements, around).text;

/**
 * Writes over the markers of a text whose links are neutralised already, and tells where its characters stand then. A blank is put in
 * wherever the change would bring a link or a tag to life. `lead` is what was written in front of the text.
 */
export const writeMarkers = (
  text: string,
  replacements: readonly Replacement[],
  { lead }: { lead: string },
): { text: string; toWritten: (offset: number) => number } => {
  let result = '';
  let position = 0;
  /** Where each stretch between markers begins, and where it begins and ends when written. */
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
    // "[word]" with "(title)" behind it would be a link.
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
/** Ends a phrase: what is behind it cannot join what is in front of it. */
const CLOSES = /^(?:[。，、；！？）」』》”’»…]|[.,;!?)\]'"]+(?:\s|$))/u;
const LETTER_WITHOUT_CASE = /\p{Lo}/u;

/** True where taking the marker out would make one word, link or tag of its neighbours. */
const wouldJoin = (before: string, after: string): boolean => {
  const last = before.slice(-1);
  const next = after.slice(0, 1);
  if (BLANK.test(last) || BLANK.test(next)) return false;
  if (LETTER_WITHOUT_CASE.test(last) && LETTER_WITHOUT_CASE.test(next)) return false;
  return !CLOSES.test(after);
};

const LINE_BEGINNING = /(?:^|\n)[\s>*+\d.)-]{0,200}$/;

/** True where a renderer would take `[1]` with what follows for a link or for the definition of one. */
const wouldLink = (before: string, after: string): boolean =>
  after.startsWith('(') || (after.startsWith(':') && LINE_BEGINNING.test(before));
