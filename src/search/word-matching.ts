import { isSymbol, type QueryWord } from '../language/index.js';
import { createSieve } from './term-sieve.js';
import { createLikeness, hasDigit, isUnspacedScript } from './word-likeness.js';
import { createPieces } from './word-pieces.js';

/** What a passage has of a question. */
export type PassageMatch = {
  /** How far each word is there, 0..1: as it is, or in a word that resembles it. */
  credits: Float64Array;
  /** Where the words and those that resemble them stand, in reading order. */
  places: readonly Place[];
  /** Of each piece of the question's words whether some term holds it. */
  hasPiece: Uint8Array;
};

export type Place = { position: number; word: number; credit: number };

/** A word of the question as passages are searched for it. */
export type AskedWord = QueryWord & { hasDigit: boolean; isSymbol: boolean; isUnspaced: boolean };

export type WordMatcher = {
  words: readonly AskedWord[];
  pieceCount: number;
  match: (terms: readonly string[]) => PassageMatch;
};

/** Of one term: the words it is or resembles, and the pieces it holds. Null for most terms: they have nothing of the question. */
type TermMatch = { words: Omit<Place, 'position'>[]; pieces: readonly number[] } | null;

/**
 * Finds the words of one question in passages: as they are, in words that resemble them (inflections and compounds that no
 * stemmer joins), and in pieces of a few characters. What it learned of a term it keeps for the passages that follow.
 */
export const createWordMatcher = (question: readonly QueryWord[]): WordMatcher => {
  const words = question.map(toAskedWord);
  const matchTerm = createTermMatcher(words);
  const sift = createSieve(words);
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
    pieceCount: matchTerm.pieceCount,
    match: (terms) => {
      const credits = new Float64Array(words.length);
      const hasPiece = new Uint8Array(matchTerm.pieceCount);
      const places: Place[] = [];
      for (const position of sift(terms)) {
        const match = recall(terms[position] ?? '');
        if (match === null) continue;
        for (const { word, credit } of match.words) {
          places.push({ position, word, credit });
          credits[word] = Math.max(credits[word] ?? 0, credit);
        }
        for (const piece of match.pieces) hasPiece[piece] = 1;
      }
      creditUnspaced(words, credits, terms);
      return { credits, places, hasPiece };
    },
  };
};

const toAskedWord = (word: QueryWord): AskedWord => ({
  ...word,
  hasDigit: word.forms.some(hasDigit),
  isSymbol: word.forms.some(isSymbol),
  isUnspaced: word.forms.some(isUnspacedScript),
});

const createTermMatcher = (words: readonly AskedWord[]) => {
  const exact = new Map<string, number[]>();
  for (const [index, { forms }] of words.entries()) {
    for (const form of forms) exact.set(form, [...(exact.get(form) ?? []), index]);
  }
  // A symbol is there as it is, or not at all.
  const plain = words.map((word) => (word.isSymbol ? { ...word, forms: [] } : word));
  const likeness = createLikeness(plain);
  const pieces = createPieces(plain);
  const match = (term: string): TermMatch => {
    const same = exact.get(term) ?? [];
    const alike = likeness(term);
    const held = pieces.findIn(term);
    if (same.length === 0 && alike.length === 0 && held.length === 0) return null;
    const creditOf = (word: number): number => words[word]?.credit ?? 1;
    const others = alike.filter(({ word }) => !same.includes(word));
    return {
      words: [
        ...same.map((word) => ({ word, credit: creditOf(word) })),
        ...others.map(({ word, credit }) => ({ word, credit: credit * creditOf(word) })),
      ],
      pieces: held,
    };
  };
  return { match, pieceCount: pieces.count };
};

/**
 * A word of a script without spaces may be cut elsewhere in the passage: then the longest piece of it, at least two
 * characters and half the word, that stands in the passage counts by its share.
 */
const creditUnspaced = (
  words: readonly AskedWord[],
  credits: Float64Array,
  terms: readonly string[],
): void => {
  let joined: string | null = null;
  for (const [index, { isUnspaced, forms }] of words.entries()) {
    const [form = ''] = forms;
    if (!isUnspaced || credits[index] === 1 || form.length < 2) continue;
    joined ??= terms.join('');
    credits[index] = Math.max(credits[index] ?? 0, longestShare(form, joined));
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
