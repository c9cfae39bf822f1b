import { TUNING } from './tuning.js';

type Asked = { forms: readonly string[]; isUnspaced: boolean };

/** A word of the question, by its number, and how similar a term is to it. */
type Resemblance = { word: number; matchScore: number };

type Comparable = { form: string; word: number; trigrams: ReadonlySet<string> };

/**
 * Finds the question's words that are similar to a term, and how similar (.5 to 1): by shared trigrams (Dice), because one word is at the
 * beginning or end of the other, or by a long common beginning. Short words, numbers and scripts without spaces have no similar words.
 */
export const createSimilarity = (words: readonly Asked[]): ((term: string) => Resemblance[]) => {
  const comparables = words.flatMap(({ forms, isUnspaced }, word): Comparable[] =>
    isUnspaced
      ? []
      : forms
          .filter((form) => form.length >= minLengthOf(form) && !hasDigit(form))
          .map((form) => ({ form, word, trigrams: trigramsOf(form) })),
  );
  const byTrigram = new Map<string, number[]>();
  const filter = new Uint8Array(FILTER_SIZE);
  for (const [index, { trigrams }] of comparables.entries()) {
    for (const trigram of trigrams) {
      byTrigram.set(trigram, [...(byTrigram.get(trigram) ?? []), index]);
      filter[hashAt(trigram, 0)] = 1;
    }
  }
  const shared = new Uint8Array(comparables.length);
  const sharedBy = (index: number): number => shared[index] ?? 0;
  return (term) => {
    if (term.length < minLengthOf(term) || comparables.length === 0) return [];
    const padded = `^${term}$`;
    const promising: number[] = [];
    shared.fill(0);
    for (let start = 0; start + 3 <= padded.length; start += 1) {
      if (filter[hashAt(padded, start)] === 0) continue;
      for (const index of byTrigram.get(padded.slice(start, start + 3)) ?? []) {
        shared[index] = sharedBy(index) + 1;
        if (sharedBy(index) === 2) promising.push(index);
      }
    }
    if (promising.length === 0 || hasDigit(term)) return [];
    // Words that share equally many trigrams stay in the order of the question.
    promising.sort((left, right) => sharedBy(right) - sharedBy(left) || left - right);
    const best = new Map<number, number>();
    for (const index of promising.slice(0, MAX_COMPARED)) {
      const comparable = comparables[index];
      if (comparable === undefined) continue;
      const matchScore = similarityOf(comparable, term, sharedBy(index));
      if (matchScore >= TUNING.minSimilarity) {
        best.set(comparable.word, Math.max(best.get(comparable.word) ?? 0, matchScore));
      }
    }
    return [...best].map(([word, matchScore]) => ({ word, matchScore }));
  };
};

/** Limits the time, because a question and a passage may consist of variants of a single word. */
const MAX_COMPARED = 4;

const similarityOf = ({ form, trigrams }: Comparable, term: string, shared: number): number => {
  const [short, long] = form.length <= term.length ? [form, term] : [term, form];
  // A term has as many trigrams as letters, because each end counts as a letter.
  const dice = (2 * Math.min(shared, trigrams.size)) / (trigrams.size + term.length);
  const isPart = long.startsWith(short) || long.endsWith(short);
  const asPart = isPart ? 0.5 + (0.5 * short.length) / long.length : 0;
  const begin = commonBeginning(short, long);
  const isLong = begin >= minLengthOf(short) && begin / long.length >= 0.5;
  const asBeginning = isLong ? (2 * begin) / (short.length + long.length) : 0;
  return Math.max(dice, asPart, asBeginning);
};

const minLengthOf = (word: string): number =>
  isDenseScript(word) ? TUNING.minLengthOfDense : TUNING.minLength;

const commonBeginning = (left: string, right: string): number => {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
};

const trigramsOf = (form: string): Set<string> => {
  const padded = `^${form}$`;
  return new Set(
    Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)),
  );
};

/** Most trigrams of a passage are in no word of the question. One bit per hash shows this without a string look-up. */
const FILTER_SIZE = 1 << 14;

const hashAt = (text: string, start: number): number =>
  (text.charCodeAt(start) * 961 + text.charCodeAt(start + 1) * 31 + text.charCodeAt(start + 2)) &
  (FILTER_SIZE - 1);

const DIGIT = /\p{Nd}/u;

export const hasDigit = (word: string): boolean => DIGIT.test(word);

const DENSE = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Hangul}]/u;
/** Alphabets that write every vowel are below this code point; checking the first letter is enough for most words. */
const FIRST_DENSE = 0x590;

/** True for a word of a script that omits short vowels, or has one sign per syllable. */
export const isDenseScript = (word: string): boolean =>
  word.charCodeAt(0) >= FIRST_DENSE && DENSE.test(word);
