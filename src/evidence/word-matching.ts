import { isSymbol, type QueryWord } from '../language/index.js';
import { EAST_ASIAN, hasUnspaced, SOUTH_EAST_ASIAN } from '../shared/scripts.js';
import { createSimilarity, hasDigit } from './word-similarity.js';

/** Which words and n-grams of a question occur in a passage. */
export type PassageMatch = {
  /** The match score of each word, 0..1, for the word itself or for a similar one. */
  matchScores: Float64Array;
  /** The positions of the question's words and of similar ones, in reading order. */
  places: readonly Place[];
  /** For each n-gram of the question's words: 1 if some term contains it. */
  hasNgram: Uint8Array;
};

export type Place = { position: number; word: number; matchScore: number };

/** A word of the question in the form used for searching passages. */
export type AskedWord = QueryWord & { hasDigit: boolean; isSymbol: boolean; isUnspaced: boolean };

export type WordMatcher = {
  words: readonly AskedWord[];
  ngramCount: number;
  /** The question's words that are equal or similar to a term. */
  matchTerm: (term: string) => readonly Omit<Place, 'position'>[];
  match: (terms: readonly string[]) => PassageMatch;
};

/**
 * The question's words that are equal or similar to a term, and the n-grams that the term contains. Null for most terms, which have nothing
 * in common with the question.
 */
type TermMatch = { words: Omit<Place, 'position'>[]; ngrams: readonly number[] } | null;

/**
 * Finds the words of one question in passages: exactly, as similar words (inflections and compounds that no stemmer unifies), and as
 * n-grams. Caches the results per term for later passages.
 */
export const createWordMatcher = (question: readonly QueryWord[]): WordMatcher => {
  const words = question.map(toAskedWord);
  const matchTerm = createTermMatcher(words);
  const filterTerms = createTermFilter(words);
  const known = new Map<string, TermMatch>();
  const recall = (term: string): TermMatch => {
    const remembered = known.get(term);
    if (remembered !== undefined) return remembered;
    const match = matchTerm.compare(term);
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
  // A symbol only matches exactly.
  const plain = words.map((word) => (word.isSymbol ? { ...word, forms: [] } : word));
  const findSimilar = createSimilarity(plain);
  const ngrams = createNgrams(plain);
  const compare = (term: string): TermMatch => {
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
  return { compare, ngramCount: ngrams.count };
};

/**
 * A word in a script without spaces may be segmented differently in the passage. In that case its longest piece in the passage, of at least
 * two characters and half the word, counts by its share.
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
 * Selects those terms of a passage, by position, that may match some of the words, because they share two trigrams with them (each edge
 * counts as a character). Most terms share none, and this test is cheaper than a look-up.
 */
const createTermFilter = (
  words: readonly Pick<AskedWord, 'forms' | 'within' | 'isUnspaced'>[],
): ((terms: readonly string[]) => Iterable<number>) => {
  // Words in a script without spaces are found by pairs of characters.
  if (words.some(({ isUnspaced }) => isUnspaced)) return (terms) => terms.keys();
  const isShared = new Uint8Array(TERM_FILTER_SIZE);
  const terms = words.flatMap(({ forms, within = [] }) => [...forms, ...within]);
  for (const hash of terms.flatMap(hashTrigramsOf)) isShared[hash] = 1;
  return (terms) => filterTerms(terms, isShared);
};

/** The filter is large enough that few trigrams of other words collide with those of the question. */
const TERM_FILTER_SIZE = 1 << 14;
/** Stands for the character before and after a term: a space, which terms never contain. */
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

/** Numbers the n-grams of some words, and finds them in a term. */
type Ngrams = { count: number; findIn: (term: string) => readonly number[] };

const NONE: readonly number[] = [];

/**
 * The n-grams of a question's words: every run of four characters (two in Chinese, Japanese and Korean, three in Thai and related scripts),
 * and shorter words as a whole.
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
      // A short word matches only as a whole, because too many other words contain it.
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

/** The first code point after the alphabets that separate words with spaces. */
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
