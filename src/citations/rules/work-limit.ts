export type WorkLimit = {
  /** Call for each new statement. */
  begin: () => void;
  spend: (steps: number) => void;
  /** True if this statement, or all statements so far, used up the allowed steps, so that the result is incomplete. */
  isSpent: () => boolean;
};

/** Limits the work for the statements of one answer. Counts steps instead of time, so that verdicts are the same on every machine. */
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

/** In bench/answers/model-answers, the most expensive answer takes 8,313 steps, and the most expensive statement 6,850. */
const MOST_OF_ANSWER = 250_000;
const MOST_OF_STATEMENT = 100_000;
