export type WorkLimit = {
  /** Begins with the next statement. */
  begin: () => void;
  spend: (steps: number) => void;
  /** True where the statement, or all so far, took as many steps as they may: what was found of it is not complete. */
  isSpent: () => boolean;
};

/**
 * Limits the work that the statements of one answer cost. Counts steps and not time, so that an answer has the same verdicts on every
 * machine.
 */
export const createWorkLimit = (): WorkLimit => {
  let ofAnswer = 0;
  let ofStatement = 0;
  return {
    begin: () => {
      ofStatement = 0;
    },
    spend: (steps) => {
      ofAnswer += steps;
      ofStatement += steps;
    },
    isSpent: () => ofAnswer > MOST_OF_ANSWER || ofStatement > MOST_OF_STATEMENT,
  };
};

/** The most expensive answer of bench/answers/model-answers takes 8,313 steps, its most expensive statement 6,850. */
const MOST_OF_ANSWER = 250_000;
const MOST_OF_STATEMENT = 100_000;
