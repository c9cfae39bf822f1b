import { UNSPACED } from '../shared/scripts.js';
import { allWordsOf, byLanguage, numbered } from './word-lists.js';

export type Sentence = { text: string; start: number; end: number };

// One candidate per match; Intl.Segmenter would be quadratic on long texts and lacks Hungarian abbreviations.
const CANDIDATE = /\n+|[。！？｡．]+[」』）】》”’"']*|[.!?…؟۔।॥։။።]+["'”’»)\]]*/gu;
const MARK = /[\n。！？｡．.!?…؟۔।॥։။።]/u;
const CJK_END = /^[。！？｡．]/u;

const LOWER = /\p{Ll}/u;

type Growing = {
  text: string;
  /** The text is complete. */
  isComplete: boolean;
  /** Rejects an end for reasons of the caller. */
  mayEndAt: (end: number) => boolean;
};

/** A quick check: without a mark no sentence ends. */
export const hasSentenceMark = (text: string): boolean => MARK.test(text);

/** Finds the end of the first sentence in a growing text, leaving line breaks to the next one; undefined while it is open. */
export const findSentenceEnd = ({ text, isComplete, mayEndAt }: Growing): number | undefined => {
  const start = text.length - text.trimStart().length;
  for (const match of text.matchAll(CANDIDATE)) {
    if (match.index < start) continue;
    if (match[0].startsWith('\n')) return match.index;
    const end = match.index + match[0].length;
    if (!isComplete && !isDecided(text, match[0], end)) return undefined;
    if (endsHere(text, match, start) && mayEndAt(end)) return end;
  }
  return undefined;
};

/** True if further text cannot change what `endsHere` says about the mark. */
const isDecided = (text: string, mark: string, after: number): boolean => {
  if (CJK_END.test(mark) || /^\S/.test(text.slice(after, after + 1))) return after < text.length;
  const next = skipOpeners(text, after);
  const word = /^\p{L}{0,20}/u.exec(text.slice(next, next + 20))?.[0] ?? '';
  return next + word.length < text.length || word.length >= 20;
};

const OPENERS = /^["'“‘„«»([\s]+/u;

const skipOpeners = (text: string, position: number): number =>
  position + (OPENERS.exec(text.slice(position, position + 16))?.[0].length ?? 0);

/** Korean has blanks between words, but none after a full stop in its own form. */
const UNSPACED_NEXT = new RegExp(String.raw`[${UNSPACED}\p{sc=Hangul}]`, 'u');

const endsHere = (text: string, match: RegExpExecArray, sentenceStart: number): boolean => {
  const mark = match[0];
  if (mark.startsWith('\n') || CJK_END.test(mark)) return true;
  const after = match.index + mark.length;
  if (after >= text.length) return true;
  if (!/\s/u.test(text.charAt(after))) return UNSPACED_NEXT.test(characterAt(text, after));
  const next = skipOpeners(text, after);
  if (/^\.(?!\.)/u.test(mark)) return endsAtPeriod({ text, dot: match.index, next, sentenceStart });
  return !LOWER.test(characterAt(text, next));
};

const characterAt = (text: string, position: number): string =>
  /^./su.exec(text.slice(position, position + 2))?.[0] ?? '';

const NUMBER = /^\p{N}[\p{N}.]*$/u;
/** "J.", "U.S.", "e.g.", "z.B." */
const INITIALS = /^(?:\p{Lu}|\p{L}{1,2}(?:\.\p{L}{1,2})+)$/u;

type Dot = { text: string; dot: number; next: number; sentenceStart: number };

const endsAtPeriod = ({ text, dot, next, sentenceStart }: Dot): boolean => {
  const before = wordBefore(text, dot, sentenceStart);
  const following = characterAt(text, next);
  if (LOWER.test(following)) return false;
  const word = before.toLowerCase();
  if (TITLES.has(word)) return false;
  if (BEFORE_NUMBER.has(word)) return !/\p{N}/u.test(following);
  if (NUMBER.test(before)) {
    // "1. First", "4.2. Title" and "3. Oktober" are numbers, while "in 2024. The" ends a sentence.
    const isFirstWord =
      dot - sentenceStart <= before.length + 8 && text.slice(sentenceStart, dot).trim() === before;
    if (isFirstWord || MONTHS.has(nextWord(text, next))) return false;
    return !/\p{N}/u.test(following);
  }
  return !INITIALS.test(before);
};

const MAX_WORD_LOOKBACK = 24;

const wordBefore = (text: string, position: number, floor: number): string => {
  const before = text.slice(Math.max(floor, position - MAX_WORD_LOOKBACK), position);
  return /[\p{L}\p{N}\p{M}.]+$/u.exec(before)?.[0] ?? '';
};

const nextWord = (text: string, position: number): string =>
  /^\p{L}+/u.exec(text.slice(position, position + 20))?.[0].toLowerCase() ?? '';

/** Sentences of any script with their positions, in linear time; a line break always ends one. `text.slice(start, end)` is the sentence. */
export const splitSentences = (text: string): Sentence[] => {
  const sentences: Sentence[] = [];
  let start = 0;
  const close = (end: number): void => {
    const sentence = trimmed(text, start, end);
    if (sentence) sentences.push(sentence);
    start = end;
  };
  for (const match of text.matchAll(CANDIDATE)) {
    if (endsHere(text, match, start)) close(match.index + match[0].length);
  }
  close(text.length);
  return sentences;
};

const trimmed = (text: string, from: number, to: number): Sentence | undefined => {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const content = raw.trim();
  return content === '' ? undefined : { text: content, start, end: start + content.length };
};

const TITLES = allWordsOf(({ abbreviations }) => abbreviations);
const BEFORE_NUMBER = allWordsOf(({ abbreviationsBeforeNumber }) => abbreviationsBeforeNumber);
/** "3. Oktober" */
const MONTHS = new Set(
  [
    ...byLanguage(({ months, dayBeforeMonth }) => (dayBeforeMonth ? months : undefined)).values(),
  ].flatMap((months) => numbered(months).map(([name]) => name)),
);
