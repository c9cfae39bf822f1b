import { francAll } from 'franc';
import { byLanguage, wordSetsOf } from './word-lists.js';

const COMMON_WORDS = wordSetsOf(({ commonWords }) => commonWords);
const LETTERS = byLanguage(({ letters }) => letters);

/** A language as we and as franc name it. */
export type Candidate = { code: string; iso3: string };

/**
 * Ranks the languages of one script by how well a lower-case text fits them, best first: by its common words, by letters that only one of
 * them has or lacks, and, the longer the text the more, by franc's statistics of letters, which take short Russian texts for Bulgarian.
 */
export const rankLanguages = (
  text: string,
  candidates: readonly Candidate[],
): { code: string; score: number }[] => {
  const words = toWords(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const distinct = [...new Set(words)].filter(({ length }) => length > 1);
  const isRepetitive =
    words.length >= MIN_REPETITIVE_WORDS && distinct.length < words.length * MAX_DISTINCT_SHARE;
  const statistics = new Map(
    francAll(isRepetitive ? distinct.join(' ') : text, {
      only: candidates.map(({ iso3 }) => iso3),
      minLength: MIN_LETTERS,
    }),
  );
  const trust = Math.min(1, letters / ENOUGH_LETTERS);
  const ranked = candidates.map(({ code, iso3 }) => {
    const commonShare = countCommonWords(words, code) / Math.max(1, words.length);
    const marks = countMarks(words, code) / Math.max(1, words.length);
    const score = commonShare + marks + (statistics.get(iso3) ?? 0) * trust * STATISTICS_WEIGHT;
    return { code, score };
  });
  return ranked.sort((left, right) => right.score - left.score);
};

const MIN_LETTERS = 10;
/** The rows of a table repeat few words, whose letters are no statistics of a language. */
const MAX_DISTINCT_SHARE = 0.3;
const MIN_REPETITIVE_WORDS = 30;
/** From so many letters on franc is as good as it gets. */
const ENOUGH_LETTERS = 300;
/** Between two related languages franc's figures are a few hundredths apart, of others some tenths. */
const STATISTICS_WEIGHT = 1;

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
