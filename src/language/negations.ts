import { isNegation } from './analyzer.js';
import { splitWords } from './words.js';
import { byLanguage } from './word-lists.js';

const ENDINGS = byLanguage(({ negatingEnding }) => negatingEnding);
const INSIDE_WORDS = byLanguage(({ negationsInside }) => negationsInside);
const PREFIXES = byLanguage(({ negatingPrefixes }) => negatingPrefixes);

/** Counts the negations in a text; 0 in a language without a word list. */
export const countNegations = (text: string, language: string): number => {
  const lower = text.toLowerCase();
  const words = splitWords(text).filter((word) => isNegation(word, language)).length;
  const ending = ENDINGS.get(language);
  const ended = ending === undefined ? 0 : (lower.match(ending)?.length ?? 0);
  return words + ended + countInside(lower, language);
};

const countInside = (text: string, language: string): number => {
  const { harmless, negation } = INSIDE_WORDS.get(language) ?? {};
  const plain = harmless === undefined ? text : text.replace(harmless, ' ');
  return negation === undefined ? 0 : (plain.match(negation)?.length ?? 0);
};

/**
 * Detects that a source has a word of a claim only as its opposite: "limited" where the claim says "unlimited". Each text of the language
 * is read once.
 */
export const createOppositeCheck = (
  language: string,
): ((claim: string, content: string) => boolean) => {
  const known = new Map<string, ReadonlySet<string>>();
  const wordsOf = (text: string): ReadonlySet<string> => {
    const words = known.get(text) ?? new Set(splitWords(text));
    known.set(text, words);
    return words;
  };
  return (claim, content) => {
    const source = wordsOf(content);
    return [...wordsOf(claim)].some(
      (word) => !source.has(word) && oppositesOf(word, language).some((form) => source.has(form)),
    );
  };
};

const oppositesOf = (word: string, language: string): string[] =>
  (PREFIXES.get(language) ?? []).flatMap(([prefix, base]) => {
    const rest = word.slice(prefix.length);
    const isPrefixed = word.startsWith(prefix) && base.test(rest);
    return [...(base.test(word) ? [prefix + word] : []), ...(isPrefixed ? [rest] : [])];
  });

/** Splits a sentence into clauses, at punctuation and the language's words of contrast. */
export const splitClauses = (sentence: string, language: string): string[] =>
  sentence.split(BOUNDARIES.get(language) ?? CLAUSE_BREAK).filter((clause) => clause.trim() !== '');

const PUNCTUATION = String.raw`[,;:](?=\s)|[，；：、—]|\s[-–]\s`;
const CLAUSE_BREAK = new RegExp(PUNCTUATION, 'giu');

const BOUNDARIES = new Map(
  [...byLanguage(({ contrasts }) => contrasts)].map(([language, { words, parts }]) => {
    const contrast = parts === undefined ? String.raw`\s(?=(?:${words})\s)` : `(?=${parts})`;
    return [language, new RegExp(`${PUNCTUATION}|${contrast}`, 'giu')];
  }),
);
