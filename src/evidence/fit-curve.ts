import { fitLogistic, type Example } from './fit-logistic.js';
import { joinLogits, toProbability, type Curve } from './signals.js';

/** One question, asked with its answer among the candidates or without it. */
type AskedSignals = {
  candidates: readonly { known: number; said: number }[];
  isAnswerable: boolean;
};

export type Fit = {
  curve: Curve;
  /** The number of questions it was fitted on, half of them without their answer. */
  questions: number;
  /** Shares of the held-out questions that were decided wrongly: with the model's signal, and by what was known before. */
  error: number;
  errorBefore: number;
};

const NOTHING_SAID: Curve = { intercept: 0, before: 1, value: 0 };

/**
 * Fits how a model's signal joins the log-odds that were known before. Two halves of the questions are fitted in turn and measured on the
 * other; the curve that is returned comes of all.
 */
export const fitCurve = (asked: readonly AskedSignals[]): Fit => {
  // A question and its twin without an answer stand side by side, and in the same half.
  const halves = [0, 1].map((half) => asked.filter((_, at) => (at >> 1) % 2 === half));
  const [even = [], odd = []] = halves;
  return {
    curve: fit(asked),
    questions: asked.length,
    error: (countWrong(odd, fit(even)) + countWrong(even, fit(odd))) / asked.length,
    errorBefore: countWrong(asked, NOTHING_SAID) / asked.length,
  };
};

const ROUNDS = 5;
const START: Curve = { intercept: 0, before: 1, value: 1 };

/** Finds the curve and the candidates that speak for the questions alternately, for each depends on the other. */
const fit = (asked: readonly AskedSignals[]): Curve => {
  const unit = spreadOf(asked);
  let curve: Curve = { ...START, value: START.value / unit };
  for (let round = 0; round < ROUNDS; round += 1) {
    const examples = asked.flatMap((question): Example[] => {
      const best = bestOf(question, curve);
      if (best === undefined) return [];
      return [{ features: [1, best.known, best.said / unit], isTrue: question.isAnswerable }];
    });
    const [intercept = 0, before = 0, value = 0] = fitLogistic(examples, 3);
    // A model that speaks against what is relevant is not listened to.
    curve = { intercept, before: Math.max(0, before), value: Math.max(0, value) / unit };
  }
  return curve;
};

/** Scores of one model differ by .1, those of another by 10: the penalty weighs both weights alike. */
const spreadOf = (asked: readonly AskedSignals[]): number => {
  const said = asked.flatMap(({ candidates }) => candidates.map((one) => one.said));
  const mean = said.reduce((sum, value) => sum + value, 0) / said.length;
  const variance = said.reduce((sum, value) => sum + (value - mean) ** 2, 0) / said.length;
  return Math.sqrt(variance) || 1;
};

const bestOf = ({ candidates }: AskedSignals, curve: Curve) =>
  candidates.toSorted((left, right) => logitOf(right, curve) - logitOf(left, curve))[0];

const logitOf = ({ known, said }: AskedSignals['candidates'][number], curve: Curve): number =>
  joinLogits(known, said, curve);

const countWrong = (asked: readonly AskedSignals[], curve: Curve): number =>
  asked.filter((question) => probabilityOf(question, curve) >= 0.5 !== question.isAnswerable)
    .length;

/** Returns the probability that some candidate answers the question. */
const probabilityOf = (question: AskedSignals, curve: Curve): number => {
  const best = bestOf(question, curve);
  return best === undefined ? 0 : toProbability(logitOf(best, curve));
};
