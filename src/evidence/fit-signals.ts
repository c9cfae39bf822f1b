import { fitCurve, type Fit } from './fit-curve.js';
import { LEVELS } from './levels.js';
import { joinLogits, logOddsOf, type ModelSignals } from './signals.js';

/** A passage that was found for a question, as words and models judge it; null where a model did not read it. */
export type Observed = {
  /** The log-odds that its words give it. */
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
 * Fits the signals of models, each on what was known before it, in the order in which a search uses them. Give each question twice, first
 * with its answer among the candidates and then without.
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

/** True where a search would ask the model: lines are read where nothing answers for sure. */
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
