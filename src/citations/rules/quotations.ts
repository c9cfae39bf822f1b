import {
  analyze,
  contentTerms,
  countNegations,
  findScopeWords,
  splitWords,
  wordSetsOf,
} from '../../language/index.js';
import type { CitableSource } from '../citation.js';
import { makeOnce } from '../../shared/make-once.js';
import { limitsRest } from '../conditions.js';
import { countRunWords } from '../support.js';
import { TUNING } from '../tuning.js';

type Quoted = Pick<CitableSource, 'language' | 'name'>;

/** A source, with a function that finds a run of words in it. */
type Searched = Quoted & { holdsRun: (part: string) => boolean };

/** True if a statement quotes its source verbatim, and its other words only say who says it and where. */
export const isQuotedExactly = (text: string, source: Searched): boolean => {
  const { quotation, around } = takeQuotation(text, source.language);
  if (quotation === null || !source.holdsRun(quotation)) return false;
  return isIntroduction(around, source);
};

const QUOTATION = /[“„«‟「『"]([^“”„«»「」『』"]{1,2000})[”“»」』"]/gu;
const WORD = /[\p{L}\p{N}]/u;

/** The only quotation of a text that is long enough to count, and the words around it. */
const takeQuotation = (
  text: string,
  language: string,
): { quotation: string | null; around: string } => {
  const quotations: string[] = [];
  const around = text.replace(QUOTATION, (whole, quoted: string) => {
    if (countRunWords(quoted, language) < TUNING.fewestQuotedWords) return whole;
    quotations.push(quoted);
    return ' … ';
  });
  return { quotation: quotations.length === 1 ? (quotations[0] ?? null) : null, around };
};

/** True if the words around a quotation only say who says it and where, without denying, limiting or widening it. */
const isIntroduction = (around: string, source: Quoted): boolean => {
  const { language } = source;
  if (countNegations(around, language) > 0 || limitsRest(around, language)) return false;
  if (findScopeWords(around, { language, scope: 'everybody' }).length > 0) return false;
  return !WORD.test(withoutIntroduction(around, source));
};

const NUMBER = /^\p{N}+$/u;

/** Removes introductory words, and the source's title and pages. */
const withoutIntroduction = (around: string, { language, name }: Quoted): string => {
  const title = new Set(contentTerms(name?.title ?? '', language));
  const isOfSource = (word: string): boolean => {
    if (NUMBER.test(word)) return isPage(Number(word), name);
    const terms = contentTerms(word, language);
    return terms.size > 0 && [...terms].every((term) => title.has(term));
  };
  const left = findWordsBesideIntroduction(around, language).filter((word) => !isOfSource(word));
  return around.replace(/[\p{L}\p{M}\p{N}]+(?:[.,:'’-][\p{L}\p{M}\p{N}]+)*/gu, (written) => {
    const parts = findWordsBesideIntroduction(written, language);
    return parts.some((part) => left.includes(part)) ? written : ' ';
  });
};

const isPage = (number: number, name: Quoted['name']): boolean => {
  const { pageStart, pageEnd } = name ?? {};
  if (typeof pageStart !== 'number') return false;
  return number >= pageStart && number <= (pageEnd ?? pageStart);
};

const INTRODUCING = wordSetsOf(({ introducingWords }) => introducingWords);

/** Stems of the words in the language's list, for word forms that the list does not contain. */
const stemsOf = makeOnce(
  (language: string) =>
    new Set(
      [...(INTRODUCING.get(language) ?? [])].flatMap((word) =>
        analyze(word, { languages: [language] }),
      ),
    ),
);

/** The words that do more than introduce a quotation; in a language without a list, all words. */
const findWordsBesideIntroduction = (text: string, language: string): string[] => {
  const words = INTRODUCING.get(language);
  return splitWords(text).filter((word) => {
    if (words === undefined || words.has(word)) return words === undefined;
    const terms = analyze(word, { languages: [language] });
    return !terms.every((term) => stemsOf(language).has(term));
  });
};
