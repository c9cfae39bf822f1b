import { isSymbol, type QueryWord } from '../language/index.js';
import { EAST_ASIAN, hasUnspaced, SOUTH_EAST_ASIAN } from '../shared/scripts.js';
import { TUNING } from './tuning.js';

/** The words and n-grams of a question that a passage has. */
export type PassageMatch = {
  /** The match score of each word, 0..1: for the word as it is, or for a word that resembles it. */
  matchScores: Float64Array;
  /** Places of the words and of those that resemble them, in reading order. */
  places: readonly Place[];
  /** By n-gram of the question's words: 1 where some term holds it. */
  hasNgram: Uint8Array;
};

export type Place = { position: number; word: number; matchScore: number };

/** A word of the question as passages are searched for it. */
export type AskedWord = QueryWord & { hasDigit: boolean; isSymbol: boolean; isUnspaced: boolean };

export type WordMatcher = {
  words: readonly AskedWord[];
  ngramCount: number;
  /** The words that one term is, or resembles. */
  matchTerm: (term: string) => readonly Omit<Place, 'position'>[];
  match: (terms: readonly string[]) => PassageMatch;
};

/** Words that one term is or resembles, and the n-grams it contains. Null for most terms: they have nothing in common with the question. */
type TermMatch = { words: Omit<Place, 'position'>[]; ngrams: readonly number[] } | null;

/**
 * Finds the words of one question in passages: as they are, in words that resemble them (inflections and compounds that no
 * stemmer joins), and in n-grams. What it learned of a term it keeps for the passages that follow.
 */
export const createWordMatcher = (question: readonly QueryWord[]): WordMatcher => {
  const words = question.map(toAskedWord);
  const matchTerm = createTermMatcher(words);
  const filterTerms = createTermFilter(words);
  const known = new Map<string, TermMatch>();
  const recall = (term: string): TermMatch => {
    const remembered = known.get(term);
    if (remembered !== undefined) return remembered;
    const match = matchTerm.match(term);
    known.set(term, match);
    return match;
  };
  return {
    words,
    ngramCount: matchTerm.ngramCount,
    matchTerm: (term) => recall(term)?.words ?? [],
    match: (terms) => {
      const matchScores = new Float64Array(words.length);
      const hasNgram = new Uint8Array(matchTerm.ngramCount);
      const places: Place[] = [];
      for (const position of filterTerms(terms)) {
        const match = recall(terms[position] ?? '');
        if (match === null) continue;
        for (const { word, matchScore } of match.words) {
          places.push({ position, word, matchScore });
          matchScores[word] = Math.max(matchScores[word] ?? 0, matchScore);
        }
        for (const ngram of match.ngrams) hasNgram[ngram] = 1;
      }
      scoreUnspaced(words, matchScores, terms);
      return { matchScores, places, hasNgram };
    },
  };
};

const toAskedWord = (word: QueryWord): AskedWord => ({
  ...word,
  isFunctionWord: word.isFunctionWord || word.isAsking === true,
  hasDigit: word.forms.some(hasDigit),
  isSymbol: word.forms.some(isSymbol),
  isUnspaced: word.forms.some(hasUnspaced),
});

const createTermMatcher = (words: readonly AskedWord[]) => {
  const exact = new Map<string, number[]>();
  for (const [index, { forms, within = [] }] of words.entries()) {
    for (const form of new Set([...forms, ...within]))
      exact.set(form, [...(exact.get(form) ?? []), index]);
  }
  // A symbol is there as it is, or not at all.
  const plain = words.map((word) => (word.isSymbol ? { ...word, forms: [] } : word));
  const findSimilar = createSimilarity(plain);
  const ngrams = createNgrams(plain);
  const match = (term: string): TermMatch => {
    const same = exact.get(term) ?? [];
    const alike = findSimilar(term);
    const contained = ngrams.findIn(term);
    if (same.length === 0 && alike.length === 0 && contained.length === 0) return null;
    const others = alike.filter(({ word }) => !same.includes(word));
    return {
      words: [...same.map((word) => ({ word, matchScore: 1 })), ...others],
      ngrams: contained,
    };
  };
  return { match, ngramCount: ngrams.count };
};

/**
 * A word of a script without spaces may be cut elsewhere in the passage: then the longest piece of it, at least two
 * characters and half the word, that stands in the passage counts by its share.
 */
const scoreUnspaced = (
  words: readonly AskedWord[],
  matchScores: Float64Array,
  terms: readonly string[],
): void => {
  let joined: string | null = null;
  for (const [index, { isUnspaced, forms }] of words.entries()) {
    const [form = ''] = forms;
    if (!isUnspaced || matchScores[index] === 1 || form.length < 2) continue;
    joined ??= terms.join('');
    matchScores[index] = Math.max(matchScores[index] ?? 0, longestShare(form, joined));
  }
};

const longestShare = (form: string, joined: string): number => {
  const least = Math.max(2, Math.ceil(form.length / 2));
  for (let length = form.length; length >= least; length -= 1) {
    for (let start = 0; start + length <= form.length; start += 1) {
      if (joined.includes(form.slice(start, start + length))) return length / form.length;
    }
  }
  return 0;
};

/**
 * Picks the terms of a passage, by their positions, that may have anything of some words: they share two runs of three characters with them,
 * their edges counted as one each. Most terms share none, and to see that is cheaper than to look them up.
 */
const createTermFilter = (
  words: readonly Pick<AskedWord, 'forms' | 'within' | 'isUnspaced'>[],
): ((terms: readonly string[]) => Iterable<number>) => {
  // Words of a script without spaces are found in runs of two characters.
  if (words.some(({ isUnspaced }) => isUnspaced)) return (terms) => terms.keys();
  const isShared = new Uint8Array(TERM_FILTER_SIZE);
  const terms = words.flatMap(({ forms, within = [] }) => [...forms, ...within]);
  for (const hash of terms.flatMap(hashTrigramsOf)) isShared[hash] = 1;
  return (terms) => filterTerms(terms, isShared);
};

/** So many that few of the runs of other words fall on those of the question's. */
const TERM_FILTER_SIZE = 1 << 14;
/** The character before and behind a term: a space, which no term contains. */
const EDGE = 32;

const filterTerms = (terms: readonly string[], isShared: Uint8Array): number[] => {
  const positions: number[] = [];
  for (let position = 0; position < terms.length; position += 1) {
    const term = terms[position] ?? '';
    let shared = 0;
    let before = EDGE;
    let here = term.charCodeAt(0);
    for (let at = 1; at <= term.length; at += 1) {
      const next = at < term.length ? term.charCodeAt(at) : EDGE;
      shared += isShared[hashTrigram(before, here, next)] ?? 0;
      before = here;
      here = next;
    }
    if (shared >= Math.min(2, term.length)) positions.push(position);
  }
  return positions;
};

const hashTrigramsOf = (form: string): number[] => {
  const padded = ` ${form} `;
  return Array.from({ length: form.length }, (_, at) =>
    hashTrigram(padded.charCodeAt(at), padded.charCodeAt(at + 1), padded.charCodeAt(at + 2)),
  );
};

/** Hashes a character with its two neighbours. */
const hashTrigram = (before: number, here: number, next: number): number =>
  (before * 961 + here * 31 + next) & (TERM_FILTER_SIZE - 1);

/** Numbers the n-grams of some words and finds those that a term holds. */
type Ngrams = { count: number; findIn: (term: string) => readonly number[] };

const NONE: readonly number[] = [];

/**
 * The n-grams of a question's words: every run of four characters (two in Chinese, Japanese and Korean characters, three in Thai and its
 * neighbours), and shorter words whole.
 */
const createNgrams = (words: readonly { forms: readonly string[] }[]): Ngrams => {
  const numbers = new Map<string, number>();
  const filter = new Uint8Array(NGRAM_FILTER_SIZE);
  const sizes = new Set<number>();
  for (const ngram of words.flatMap(({ forms }) => forms.flatMap(toNgrams))) {
    if (numbers.has(ngram)) continue;
    numbers.set(ngram, numbers.size);
    filter[hashNgramAt(ngram, 0, ngram.length)] = 1;
    sizes.add(ngram.length);
  }
  const lengths = [...sizes];
  const findIn = (term: string): readonly number[] => {
    let found: number[] | null = null;
    for (const length of lengths) {
      // A short word is looked for as a whole, for it stands inside of too many others.
      const isWhole = length < sizeFor(term);
      if (isWhole && term.length !== length) continue;
      for (let start = 0; start + length <= term.length; start += 1) {
        if (filter[hashNgramAt(term, start, length)] === 0) continue;
        const number = numbers.get(term.slice(start, start + length));
        if (number !== undefined) (found ??= []).push(number);
      }
    }
    return found ?? NONE;
  };
  return { count: numbers.size, findIn };
};

const toNgrams = (form: string): string[] => {
  const size = sizeFor(form);
  if (form.length <= size) return [form];
  return Array.from({ length: form.length - size + 1 }, (_, start) =>
    form.slice(start, start + size),
  );
};

const TWO = new RegExp(String.raw`[${EAST_ASIAN}\p{sc=Hangul}]`, 'u');
const THREE = new RegExp(`[${SOUTH_EAST_ASIAN}]`, 'u');

/** Below U+0E00 stand the alphabets that part words by spaces. */
const FIRST_UNSPACED = 0xe00;

const sizeFor = (word: string): number => {
  if (word.charCodeAt(0) < FIRST_UNSPACED) return 4;
  if (TWO.test(word)) return 2;
  return THREE.test(word) ? 3 : 4;
};

const NGRAM_FILTER_SIZE = 1 << 14;

const hashNgramAt = (text: string, start: number, length: number): number => {
  let hash = length;
  for (let at = start; at < start + length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return hash & (NGRAM_FILTER_SIZE - 1);
};

type Asked = { forms: readonly string[]; isUnspaced: boolean };

/** A word of the question, by its number, and how far a term resembles it. */
type Resemblance = { word: number; matchScore: number };

type Comparable = { form: string; word: number; trigrams: ReadonlySet<string> };

/**
 * Finds the words of a question that a term resembles, and how far (.5 to 1): by the trigrams they share (Dice), by one standing at the
 * beginning or the end of the other, or by a long common beginning. Short words, numbers and scripts without spaces resemble nothing.
 */
const createSimilarity = (words: readonly Asked[]): ((term: string) => Resemblance[]) => {
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
    // What shares equally much stays in the order of the question.
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

/** Bounds the time: a question can be all variants of one word, and a passage, too. */
const MAX_COMPARED = 4;

const similarityOf = ({ form, trigrams }: Comparable, term: string, shared: number): number => {
  const [short, long] = form.length <= term.length ? [form, term] : [term, form];
  // A term has as many trigrams as letters, since its ends count as one letter each.
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

/** Most trigrams of a passage are in no word of the question: a bit by their hash says so without a look-up by text. */
const FILTER_SIZE = 1 << 14;

const hashAt = (text: string, start: number): number =>
  (text.charCodeAt(start) * 961 + text.charCodeAt(start + 1) * 31 + text.charCodeAt(start + 2)) &
  (FILTER_SIZE - 1);

const DIGIT = /\p{Nd}/u;

const hasDigit = (word: string): boolean => DIGIT.test(word);

const DENSE = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Hangul}]/u;
/** Alphabets that write every vowel stand below it, and the first letter decides for most words. */
const FIRST_DENSE = 0x590;

/** True for a word of a script that leaves out short vowels, or writes a whole syllable in one sign. */
export const isDenseScript = (word: string): boolean =>
  word.charCodeAt(0) >= FIRST_DENSE && DENSE.test(word);
