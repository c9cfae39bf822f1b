import { LEVELS, logOddsOf, toProbability } from '../evidence/index.js';

type Cited = {
  relevance?: number | undefined;
  coverage?: number | undefined;
  /** Says whether it has the expected answer type, as far as its shape shows. */
  holdsAsked?: keyof typeof OF_ASKED;
};

/**
 * Estimates how sure an answer is: the probability that a passage as relevant as the best cited one, with as much of what is asked cited
 * from it, makes a right answer, times the share of the claims that are supported. Null where nothing is claimed, or where the relevance
 * of the cited passages is unknown.
 */
export const confidenceOf = (grounding: number | null, cited: readonly Cited[]): number | null => {
  if (grounding === null || grounding === 0) return grounding;
  const known = cited.flatMap(({ relevance, coverage, holdsAsked = 'unknown' }) =>
    relevance === undefined || coverage === undefined
      ? []
      : [estimate({ relevance, coverage, holdsAsked })],
  );
  return known.length === 0 ? null : grounding * Math.max(...known);
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
