type Cited = { relevance: number; coverage: number };

/**
 * How sure an answer is: the probability that a passage as relevant as the best cited one, with as many of the question's words,
 * makes a right answer, times the share of the claims that hold. Null where nothing is claimed, or no passage is known to be relevant.
 */
export const confidenceOf = (
  grounding: number | null,
  cited: readonly Partial<Cited>[],
): number | null => {
  if (grounding === null || grounding === 0) return grounding;
  const known = cited.flatMap(({ relevance, coverage }) =>
    relevance === undefined || coverage === undefined
      ? []
      : [toProbability({ relevance, coverage })],
  );
  return known.length === 0 ? null : grounding * Math.max(...known);
};

/** Logistic regression on 172 answers to questions about 24 documents in nine languages: docs/relevance.md. */
const INTERCEPT = -2.7;
const OF_RELEVANCE = 1.05;
const OF_COVERAGE = 3.75;
/** Beyond it more relevance makes no answer righter. */
const MOST_RELEVANT = 0.9;

const toProbability = ({ relevance, coverage }: Cited): number => {
  const bounded = Math.min(MOST_RELEVANT, Math.max(1 - MOST_RELEVANT, relevance));
  const logit =
    INTERCEPT + OF_RELEVANCE * Math.log(bounded / (1 - bounded)) + OF_COVERAGE * coverage;
  return 1 / (1 + Math.exp(-logit));
};
