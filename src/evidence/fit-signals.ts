import { LEVELS } from './levels.js';
import { joinLogits, logOddsOf, toProbability, type ModelSignals, type Curve } from './signals.js';

/** A passage found for a question, as judged by its words and by models; null if a model did not read it. */
export type Observed = {
  /** The log-odds according to the words. */
  words: number;
  passage: number | null;
  lines: number | null;
  reranker: number | null;
};

export type ObservedQuestion = { candidates: readonly Observed[]; isAnswerable: boolean };

export type SignalName = keyof ModelSignals;
export type Fits = Partial<Record<SignalName, Fit>>;

type Known = { observed: Observed; known: number };
type KnownQuestion = { candidates: readonly Known[]; isAnswerable: boolean };

/**
 * Fits how the signals of models are combined, each on top of the previous ones, in the order in which a search uses them. Pass each
 * question twice: first with its answer among the candidates, then without.
 */
export const fitSignals = (questions: readonly ObservedQuestion[]): Fits => {
  let known: KnownQuestion[] = questions.map(({ candidates, isAnswerable }) => ({
    candidates: candidates.map((observed) => ({ observed, known: observed.words })),
    isAnswerable,
  }));
  const fits: Fits = {};
  for (const name of SIGNALS) {
    const asked = known.filter((question) => isAsked(question, name));
    if (asked.length === 0) continue;
    const fit = fitCurve(asked.map((question) => toAsked(question, name)));
    fits[name] = fit;
    known = known.map((question) => withSignal(question, name, fit));
  }
  return fits;
};

const SIGNALS: readonly SignalName[] = ['passage', 'lines', 'reranker'];

/** True if a search would ask this model: lines are read only if no passage clearly answers. */
const isAsked = ({ candidates }: KnownQuestion, name: SignalName): boolean =>
  candidates.some(({ observed }) => observed[name] !== null) &&
  (name !== 'lines' || Math.max(...candidates.map((one) => one.known)) < logOddsOf(LEVELS.sure));

const toAsked = ({ candidates, isAnswerable }: KnownQuestion, name: SignalName) => ({
  candidates: candidates.flatMap(({ observed, known }) => {
    const said = observed[name];
    return said === null ? [] : [{ known, said }];
  }),
  isAnswerable,
});

const withSignal = (question: KnownQuestion, name: SignalName, { curve }: Fit): KnownQuestion => {
  if (!isAsked(question, name)) return question;
  const candidates = question.candidates.map(({ observed, known }) => {
    const said = observed[name];
    return { observed, known: said === null ? known : joinLogits(known, said, curve) };
  });
  return { ...question, candidates };
};

/** One question, with or without its answer among the candidates. */
type AskedSignals = {
  candidates: readonly { known: number; said: number }[];
  isAnswerable: boolean;
};

type Fit = {
  curve: Curve;
  /** The number of questions used for fitting; half of them have no answer among the candidates. */
  questions: number;
  /** Shares of held-out questions that were decided wrongly, with the model's signal and without it. */
  error: number;
  errorBefore: number;
};

const NOTHING_SAID: Curve = { intercept: 0, before: 1, value: 0 };

/**
 * Fits how a model's signal is combined with the log-odds known before. The curve is fitted on each half of the questions and measured on
 * the other; the returned curve is fitted on all questions.
 */
const fitCurve = (asked: readonly AskedSignals[]): Fit => {
  // A question and its copy without an answer are adjacent, and in the same half.
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

/** Alternates between fitting the curve and choosing the best candidate of each question, because each depends on the other. */
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
    // A model whose signal contradicts relevance is ignored.
    curve = { intercept, before: Math.max(0, before), value: Math.max(0, value) / unit };
  }
  return curve;
};

/** The scores of one model differ by .1, those of another by 10. Scaling makes the penalty treat both weights alike. */
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

/** The probability that at least one candidate answers the question. */
const probabilityOf = (question: AskedSignals, curve: Curve): number => {
  const best = bestOf(question, curve);
  return best === undefined ? 0 : toProbability(logitOf(best, curve));
};

type Example = { features: readonly number[]; isTrue: boolean };

const STEPS = 30;
/** Keeps weights finite if a few examples can be separated perfectly. */
const PENALTY = 1;

/** Fits the weights of a logistic regression by Newton's method; the first feature is the constant, which is not penalized. */
const fitLogistic = (examples: readonly Example[], size: number): number[] => {
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < STEPS && examples.length > 0; step += 1) {
    const change = solve(...slopesAt(examples, weights));
    for (const [row, by] of change.entries()) weights[row] = (weights[row] ?? 0) + by;
  }
  return weights;
};

/** The curvature and gradient of the likelihood at these weights. */
const slopesAt = (
  examples: readonly Example[],
  weights: readonly number[],
): [curvature: number[][], gradient: number[]] => {
  const gradient = weights.map((weight, row) => (row === 0 ? 0 : -PENALTY * weight));
  const curvature = weights.map((_, row) =>
    weights.map((__, column) => (row === column ? PENALTY * Number(row > 0) + 1e-9 : 0)),
  );
  for (const { features, isTrue } of examples) {
    const logit = features.reduce((sum, value, row) => sum + value * (weights[row] ?? 0), 0);
    const probability = toProbability(logit);
    const certainty = probability * (1 - probability);
    for (const [row, line] of curvature.entries()) {
      const value = features[row] ?? 0;
      gradient[row] = (gradient[row] ?? 0) + value * (Number(isTrue) - probability);
      for (const [column, other] of features.entries()) {
        line[column] = (line[column] ?? 0) + value * other * certainty;
      }
    }
  }
  return [curvature, gradient];
};

/** Gaussian elimination with pivoting; the matrix is small and positive definite. */
const solve = (matrix: readonly (readonly number[])[], right: readonly number[]): number[] => {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best),
        rows[column] ?? [],
      );
    const at = rows.indexOf(pivot);
    [rows[column], rows[at]] = [pivot, rows[column] ?? []];
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let cell = column; cell <= size; cell += 1) {
        row[cell] = (row[cell] ?? 0) - factor * (pivot[cell] ?? 0);
      }
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
};
