import { LEVELS, logOddsOf, toProbability } from '../evidence/index.js';
import { isCarried, type Verdict } from './statement.js';

type Cited = {
  relevance?: number | undefined;
  coverage?: number | undefined;
  /** Whether the passage contains the requested type of answer, as far as its form shows. */
  holdsAsked?: keyof typeof OF_ASKED;
};

/**
 * Estimates the confidence of a quotation: the probability that it is a right answer, given the relevance of its best cited passage and its
 * coverage of the question, multiplied by the share that is evidence. Null if nothing is stated, or if the relevance of the cited passages
 * is unknown.
 */
export const confidenceOf = (grounding: number | null, cited: readonly Cited[]): number | null => {
  if (grounding === null || grounding === 0) return grounding;
  const best = estimateBest(cited);
  return best === null ? null : grounding * best;
};

/** The probability that the best of these passages answers the question; null if it is unknown for all of them. */
const estimateBest = (cited: readonly Cited[]): number | null => {
  const known = cited.flatMap(({ relevance, coverage, holdsAsked = 'unknown' }) =>
    relevance === undefined || coverage === undefined
      ? []
      : [estimate({ relevance, coverage, holdsAsked })],
  );
  return known.length === 0 ? null : Math.max(...known);
};

/**
 * Logistic regression on right and wrong answers of a strong model to the same questions, checked by rules only. It was fitted by
 * bench/fit-confidence.ts; the figures are in bench/answers/model-answers.md.
 */
const OF_MODEL = { intercept: -0.3, carried: 0.77, exact: 0.37, passage: 0.49 };

/**
 * Estimates the confidence of a model's answer from the shares of its statements that are supported and that are verbatim, and from the
 * best cited passage. 0 if no statement is supported; null if nothing is stated.
 */
export const confidenceOfStatements = (
  statements: readonly { verdict: Verdict }[],
  cited: readonly Cited[],
): number | null => {
  if (statements.length === 0) return null;
  const shareOf = (isSo: (verdict: Verdict) => boolean): number =>
    statements.filter(({ verdict }) => isSo(verdict)).length / statements.length;
  if (shareOf((verdict) => verdict === 'unsupported' || verdict === 'contradicted') === 1) return 0;
  const passage = estimateBest(cited);
  return toProbability(
    OF_MODEL.intercept +
      OF_MODEL.carried * shareOf(isCarried) +
      OF_MODEL.exact * shareOf((verdict) => verdict === 'exact') +
      OF_MODEL.passage * (passage === null ? 0 : logOddsOf(passage)),
  );
};

/** True if the confidence is high enough; results with a lower one are presented as the closest only. */
export const isSure = (confidence: number): boolean => confidence >= LEVELS.sure;

type Known = { relevance: number; coverage: number; holdsAsked: keyof typeof OF_ASKED };

/**
 * Logistic regression on those questions of four sets for which something was quoted (bench/answers/relevance.md). If one document at a
 * time is left out of the fitting, it is off by .01 for that document.
 */
const INTERCEPT = -0.02;
const OF_RELEVANCE = 0.6;
const OF_COVERAGE = 1.22;
/** `yes`: for example a date for a "when"; `no`: for example no counted thing for a "how many", or no years for a "how old". */
const OF_ASKED = { yes: 0.73, unknown: 0, no: -2.91 } as const;

const estimate = ({ relevance, coverage, holdsAsked }: Known): number =>
  toProbability(
    INTERCEPT + OF_RELEVANCE * logOddsOf(relevance) + OF_COVERAGE * coverage + OF_ASKED[holdsAsked],
  );
