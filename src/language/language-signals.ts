import { francAll } from 'franc';
import { scoreShortText } from './short-texts.js';
import { byLanguage, wordSetsOf } from './word-lists.js';

const COMMON_WORDS = wordSetsOf(({ commonWords }) => commonWords);
const LETTERS = byLanguage(({ letters }) => letters);

/** A language as we and as franc name it. */
export type Candidate = { code: string; iso3: string };

/** `fit` is what its own words and letters say, `score` with what the statistics of letters add. */
export type Ranked = { code: string; fit: number; score: number };

/**
 * Ranks the languages of one script by how well a lower-case text fits them, best first: by its common words, by letters that only one of
 * them has or lacks, and by two statistics of letters: franc's takes short Russian texts for Bulgarian and knows long ones, eld's knows
 * short ones.
 */
export const rankLanguages = (text: string, candidates: readonly Candidate[]): Ranked[] => {
  const words = toWords(text);
  const distinct = [...new Set(words)].filter(({ length }) => length > 1);
  const isRepetitive =
    words.length >= MIN_REPETITIVE_WORDS && distinct.length < words.length * MAX_DISTINCT_SHARE;
  const telling = isRepetitive ? distinct.join(' ') : text;
  const long = francOf(telling, candidates);
  // The rows of a table repeat their words: a word says its letters once.
  const letters = distinct.join('').length;
  const trust = Math.min(1, letters / ENOUGH_LETTERS);
  const short = trust < 1 ? eldOf(words.join(' '), candidates) : null;
  const ranked = candidates.map(({ code }) => {
    const commonShare = countCommonWords(words, code) / Math.max(1, words.length);
    const marks = countMarks(words, code) / Math.max(1, words.length);
    const fit = commonShare + marks;
    const ofLong = long.get(code) ?? 0;
    const ofShort = short === null ? ofLong : (short.get(code) ?? 0);
    const statistics = ofLong * trust + ofShort * (1 - trust);
    return { code, fit, score: fit + statistics };
  });
  return ranked.sort((left, right) => right.score - left.score);
};

const francOf = (text: string, candidates: readonly Candidate[]): ReadonlyMap<string, number> => {
  const found = new Map(
    francAll(text, { only: candidates.map(({ iso3 }) => iso3), minLength: MIN_LETTERS }),
  );
  return new Map(candidates.map(({ code, iso3 }) => [code, found.get(iso3) ?? 0]));
};

const eldOf = (
  text: string,
  candidates: readonly Candidate[],
): ReadonlyMap<string, number> | null => {
  const named = candidates.map(({ code }): [string, string] => [code, ELD_CODES.get(code) ?? code]);
  const found = scoreShortText(
    text,
    named.map(([, known]) => known),
  );
  return found && new Map(named.map(([code, known]) => [code, found[known] ?? 0]));
};

const ELD_CODES = byLanguage(({ eldCode }) => eldCode);

const MIN_LETTERS = 10;
/** The rows of a table repeat few words, whose letters are no statistics of a language. */
const MAX_DISTINCT_SHARE = 0.3;
const MIN_REPETITIVE_WORDS = 30;
/** From so many letters on franc is as good as it gets. */
const ENOUGH_LETTERS = 300;
/** The "s" of a genitive is not a word: in some languages one such letter is. */
export const toWords = (text: string): readonly string[] =>
  text.replace(/['’]s(?!\p{L})/gu, '').match(/[\p{L}\p{M}]+/gu) ?? [];

/** Counts the small words of a language among these lower-case words. */
export const countCommonWords = (words: readonly string[], language: string): number => {
  const known = COMMON_WORDS.get(language);
  return words.filter((word) => known?.has(word) === true).length;
};

/** Words with a letter of the language's own, less three times those with a letter that it does not have. */
const countMarks = (words: readonly string[], language: string): number => {
  const { has, lacks } = LETTERS.get(language) ?? {};
  const counting = (pattern: RegExp | undefined): number =>
    pattern === undefined ? 0 : words.filter((word) => pattern.test(word)).length;
  return counting(has) * 0.5 - counting(lacks) * 3;
};
