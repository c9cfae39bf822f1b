import { contentTerms, countNegations, isNegation } from '../language/index.js';
import type { CheckedClaim } from './cited-source.js';
import { extractFacts } from './extract-facts.js';
import { findSupport } from './find-support.js';
import { holdsFacts } from './holds-facts.js';
import { countRunWords, holdsRun } from './normalized-run.js';
import { saysOpposite } from './opposites.js';

/** A claim's content terms without its negations, which are compared on their own. */
export const toClaimTerms = (claim: string, language: string): Set<string> =>
  new Set([...contentTerms(claim, language)].filter((term) => !isNegation(term, language)));

/**
 * Whether a source's wording carries a claim. This measures wording, not entailment: swapped numbers, units, dates,
 * identifiers and negations are found out; a swapped subject among enough true words is not.
 */
export const verifyCitation = (
  claim: string,
  content: string,
  { language }: { language: string },
): CheckedClaim['verification'] => {
  const isTurned = (words: string): boolean => countNegations(words, language) > 0;
  const isWritten = (words: string): boolean => holdsRun(content, words, isTurned);
  if (isWritten(claim) || findQuotations(claim).some(isWritten)) return 'exact';
  return isFuzzy(claim, content, language) ? 'fuzzy' : 'unsupported';
};

/** A quotation of two words proves nothing about the sentence around it. */
const MIN_QUOTED_WORDS = 3;
const QUOTATION = /[“„«‟「『"]([^“”„«»「」『』"]{1,2000})[”“»」』"]/gu;

const findQuotations = (claim: string): string[] =>
  [...claim.matchAll(QUOTATION)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => countRunWords(quoted) >= MIN_QUOTED_WORDS);

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
