/** Answers that are held back after one whose thought was marked only at its end. */
const WARY_ANSWERS = 20;

/** Whether the model's prompt template opens its thoughts, so that a reply begins with one and marks only its end. */
export type ThoughtHabit = {
  isLikely: () => boolean;
  learn: (reply: { isLate: boolean }) => void;
};

/**
 * Learnt from the replies themselves, for no endpoint tells. Forgotten after a while: a user who talks the model into writing a
 * closing tag slows others down by no more than that.
 */
export const createThoughtHabit = (): ThoughtHabit => {
  let wary = 0;
  return {
    isLikely: () => wary > 0,
    learn: ({ isLate }) => {
      wary = isLate ? WARY_ANSWERS : Math.max(0, wary - 1);
    },
  };
};
