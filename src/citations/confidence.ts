import { LEVELS, logOddsOf, toProbability } from '../evidence/index.js';
import { isCarried, type Verdict } from './statement.js';

type Cited = {
  relevance?: number | undefined;
  coverage?: number | undefined;
  /** Says whether it has the expected answer type, as far as its shape shows. */
  holdsAsked?: keyof typeof OF_ASKED;
};

/**
 * Estimates how sure a quotation is: the probability that a passage as relevant as the best cited one, with as much of what is asked cited
 * from it, makes a right answer, times the share of it that is evidence. Null where nothing is claimed, or where the relevance
 * of the cited passages is unknown.
 */
export const confidenceOf = (grounding: number | null, cited: readonly Cited[]): number | null => {
  if (grounding === null || grounding === 0) return grounding;
  const best = estimateBest(cited);
  return best === null ? null : grounding * best;
};

/** The probability that the best of some passages answers; null where none is known. */
const estimateBest = (cited: readonly Cited[]): number | null => {
  const known = cited.flatMap(({ relevance, coverage, holdsAsked = 'unknown' }) =>
    relevance === undefined || coverage === undefined
      ? []
      : [estimate({ relevance, coverage, holdsAsked })],
  );
  return known.length === 0 ? null : Math.max(...known);
};

/**
 * Logistic regression on right and wrong answers of a strong model to the same questions (bench/answers/model-answers.md has the figures,
 * bench/fit-confidence.ts fits it), checked by rules alone.
 */
const OF_MODEL = { intercept: -0.3, carried: 0.77, exact: 0.37, passage: 0.49 };

/**
 * Estimates how sure an answer is that a model wrote: by the shares of its statements that are carried and that stand word for
 * word, and by the best cited passage. 0 where nothing says any of them; null where nothing is stated.
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

/** Less sure, what was found is called the closest there is. */
export const isSure = (confidence: number): boolean => confidence >= LEVELS.sure;

type Known = { relevance: number; coverage: number; holdsAsked: keyof typeof OF_ASKED };

/**
 * Logistic regression on the questions of four sets for which anything was quoted (bench/answers/relevance.md); with each document left out
 * in turn it is off by .01.
 */
const INTERCEPT = -0.02;
const OF_RELEVANCE = 0.6;
const OF_COVERAGE = 1.22;
/** A "when" with a date beside it; a "how many" with nothing counted, a "how old" without years. */
const OF_ASKED = { yes: 0.73, unknown: 0, no: -2.91 } as const;

const estimate = ({ relevance, coverage, holdsAsked }: Known): number =>
  toProbability(
    INTERCEPT + OF_RELEVANCE * logOddsOf(relevance) + OF_COVERAGE * coverage + OF_ASKED[holdsAsked],
  );
