import {
  contentTerms,
  countNegations,
  findScopeWords,
  saysOpposite,
  analyze,
  splitWords,
  wordSetsOf,
} from '../language/index.js';
import { hasUnspaced } from '../shared/scripts.js';
import { limitsRest } from './conditions.js';
import type { CheckedClaim, CitableSource } from './citation.js';
import { extractFacts, holdsFacts, holdsFigures } from './facts.js';
import { countRunWords, holdsRun } from './runs.js';
import { findSupport, toClaimTerms } from './support.js';
import { contradictsSource } from './contradictions.js';

type Verification = CheckedClaim['verification'];
type Judged = Pick<CitableSource, 'language' | 'isValue' | 'name'>;

const WORD = /[\p{L}\p{N}]/u;

/**
 * Checks whether a source's wording carries a claim. This measures wording, not entailment: swapped numbers, units, dates, identifiers
 * and negations are found, and so are the contradictions of `contradictsSource`; another subject among enough true words is not. The part behind
 * a semicolon is a claim of its own, and so are a quotation and the words around it: the weakest counts.
 */
export const verifyCitation = (claim: string, content: string, source: Judged): Verification =>
  findWeakest(splitParts(claim).map((part) => verifyPart(part, content, source)));

const STRENGTH = ['unsupported', 'fuzzy', 'exact'] as const satisfies readonly Verification[];

const findWeakest = (verified: readonly Verification[]): Verification =>
  STRENGTH.find((one) => verified.includes(one)) ?? 'unsupported';

const verifyPart = (claim: string, content: string, source: Judged): Verification => {
  const { language, isValue = false } = source;
  if (!saysSomething(claim, language)) return 'unsupported';
  if (holdsRun(content, claim, language)) return 'exact';
  if (contradictsSource({ claim, content, language })) return 'unsupported';
  const quoting = takeQuotations(claim, language);
  if (quoting.quotations.length > 0) {
    const quoted = verifyQuoting(quoting, content, source);
    if (quoted !== 'fuzzy') return quoted;
  }
  if (isValue && statesFigures(claim, content, language)) return 'fuzzy';
  return isFuzzy(claim, content, language) ? 'fuzzy' : 'unsupported';
};

/** A letter or a small word is in every source and says nothing. */
const saysSomething = (claim: string, language: string): boolean =>
  /\p{N}/u.test(claim) ||
  [...contentTerms(claim, language)].some((term) => term.length > 1 || hasUnspaced(term));

/** True where a claim states figures of a returned value, whatever the words around them; "not 120" does not state it. */
const statesFigures = (claim: string, content: string, language: string): boolean =>
  countNegations(claim, language) === countNegations(content, language) &&
  holdsFigures(extractFacts(content, language), extractFacts(claim, language));

const QUOTATION = /[“„«‟「『"]([^“”„«»「」『』"]{1,2000})[”“»」』"]/gu;

/** Semicolons that part claims, and none inside of a quotation. */
const splitParts = (claim: string): string[] => {
  const quoted = claim.replace(QUOTATION, (whole) => whole.replace(/[;；]/gu, ','));
  const ends = [...quoted.matchAll(/[;；]/gu)].map(({ index }) => index);
  const parts = [...ends, claim.length].map((end, at) =>
    claim.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end),
  );
  const saying = parts.filter((part) => WORD.test(part));
  return saying.length < 2 ? [claim] : saying;
};

/** The fewest words of a quotation: a shorter one is a word set off, such as the name of a button. */
const MIN_QUOTED_WORDS = 3;

type Quoting = { quotations: string[]; around: string };

const takeQuotations = (claim: string, language: string): Quoting => {
  const quotations: string[] = [];
  const around = claim.replace(QUOTATION, (whole, quoted: string) => {
    if (countRunWords(quoted, language) < MIN_QUOTED_WORDS) return whole;
    quotations.push(quoted);
    return ' … ';
  });
  return { quotations, around };
};

/**
 * Each quotation as a quotation, and the words around it as any other claim. `fuzzy` says no more than that neither is wrong: then the
 * sentence is judged as a whole.
 */
const verifyQuoting = (
  { quotations, around }: Quoting,
  content: string,
  source: Judged,
): Verification => {
  const { language } = source;
  const areWritten = quotations.every((quoted) => holdsRun(content, quoted, language));
  const isAlone = quotations.length === 1;
  if (areWritten && isAlone && isIntroduction(around, source)) return 'exact';
  const isLikely = quotations.every(
    (quoted) => holdsRun(content, quoted, language) || isFuzzy(quoted, content, language),
  );
  if (!isLikely) return 'unsupported';
  const said = withoutIntroduction(around, source);
  const isSilent = contentTerms(said, language).size === 0 && !/\p{N}/u.test(said);
  if (isSilent) return countNegations(around, language) === 0 ? 'fuzzy' : 'unsupported';
  return holdsRun(content, said, language) || isFuzzy(said, content, language)
    ? 'fuzzy'
    : 'unsupported';
};

/** Longer ones say something of their own. */
const MAX_INTRODUCTION_WORDS = 14;

/** True where the words around a quotation say who says it and where, and nothing that denies, limits or widens it. */
const isIntroduction = (around: string, source: Judged): boolean => {
  const { language } = source;
  if (countRunWords(around, language) > MAX_INTRODUCTION_WORDS) return false;
  if (countNegations(around, language) > 0 || limitsRest(around, language)) return false;
  if (findScopeWords(around, { language, scope: 'everybody' }).length > 0) return false;
  return !WORD.test(withoutIntroduction(around, source));
};

const NUMBER = /^\p{N}+$/u;

/** The words of an introduction, the title and the pages of the source taken out. */
const withoutIntroduction = (around: string, { language, name }: Judged): string => {
  const title = new Set(contentTerms(name?.title ?? '', language));
  const beside = new Set(findWordsBesideIntroduction(around, language));
  const isOfSource = (word: string): boolean => {
    if (NUMBER.test(word)) return isPage(Number(word), name);
    const terms = contentTerms(word, language);
    return terms.size > 0 && [...terms].every((term) => title.has(term));
  };
  const left = [...beside].filter((word) => !isOfSource(word));
  return around.replace(/[\p{L}\p{M}\p{N}]+(?:[.,:'’-][\p{L}\p{M}\p{N}]+)*/gu, (written) => {
    const parts = findWordsBesideIntroduction(written, language);
    return parts.some((part) => left.includes(part)) ? written : ' ';
  });
};

const isPage = (number: number, name: Judged['name']): boolean => {
  const { pageStart, pageEnd } = name ?? {};
  if (typeof pageStart !== 'number') return false;
  return number >= pageStart && number <= (pageEnd ?? pageStart);
};

const MIN_SHARED_TERMS = 0.6;

const isFuzzy = (claim: string, content: string, language: string): boolean => {
  const terms = toClaimTerms(claim, language);
  if (terms.size === 0) return false;
  if (!holdsFacts(extractFacts(content, language), extractFacts(claim, language))) return false;
  if (saysOpposite(claim, content, language)) return false;
  const contained = contentTerms(content, language);
  const wording = toWording(terms);
  const shared = wording.filter((term) => contained.has(term)).length;
  if (shared / wording.length < MIN_SHARED_TERMS) return false;
  const support = findSupport(terms, content, language);
  return support?.negations === countNegations(claim, language);
};

/** Numbers and identifiers are compared as facts, in any spelling; as terms they would count against another one. */
const toWording = (terms: ReadonlySet<string>): readonly string[] => {
  const wording = [...terms].filter((term) => !/\p{N}/u.test(term));
  return wording.length > 0 ? wording : [...terms];
};

const INTRODUCING = wordSetsOf(({ introducingWords }) => introducingWords);

/** Each language's list as the analyzer would store it, for the forms of a word that the list does not spell out. */
const STEMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...INTRODUCING].map(([language, words]) => [
    language,
    new Set([...words].flatMap((word) => analyze(word, { languages: [language] }))),
  ]),
);

/** The words of a text that do more than introduce a quotation; all of them in a language without a list. */
const findWordsBesideIntroduction = (text: string, language: string): string[] => {
  const words = INTRODUCING.get(language);
  const stems = STEMS.get(language);
  return splitWords(text).filter((word) => {
    if (words === undefined || words.has(word)) return words === undefined;
    const terms = analyze(word, { languages: [language] });
    return !terms.every((term) => stems?.has(term) === true);
  });
};
