type Cited = { relevance?: number | undefined; coverage?: number | undefined };

/**
 * How sure an answer is: the probability that a passage as relevant as the best cited one, of which as much of what is asked is cited,
 * makes a right answer, times the share of the claims that hold. Null where nothing is claimed, or no passage is known to be relevant.
 */
export const confidenceOf = (grounding: number | null, cited: readonly Cited[]): number | null => {
  if (grounding === null || grounding === 0) return grounding;
  const known = cited.flatMap(({ relevance, coverage }) =>
    relevance === undefined || coverage === undefined
      ? []
      : [toProbability({ relevance, coverage })],
  );
  return known.length === 0 ? null : grounding * Math.max(...known);
};

/** Logistic regression on the 202 of 294 questions about 42 documents in nine languages that were answered: docs/relevance.md. */
const INTERCEPT = 0.27;
const OF_RELEVANCE = 0.3;
const OF_COVERAGE = 1.5;
/** Beyond it more relevance makes no answer righter. */
const MOST_RELEVANT = 0.98;

const toProbability = ({
  relevance,
  coverage,
}: {
  relevance: number;
  coverage: number;
}): number => {
  const bounded = Math.min(MOST_RELEVANT, Math.max(1 - MOST_RELEVANT, relevance));
  const logit =
    INTERCEPT + OF_RELEVANCE * Math.log(bounded / (1 - bounded)) + OF_COVERAGE * coverage;
  return 1 / (1 + Math.exp(-logit));
};
