import type { Judged } from './relevance.js';
import { fillCosines, logOddsOf, toProbability } from './signals.js';

/**
 * Joins the cosine of an embedder with what was known before, in log-odds. `ahead` weighs how far it stands out of the cosines of other
 * passages, which tells more than the cosine itself where question and passage are in two languages.
 */
type MeasuredCurve = { intercept: number; before: number; cosine: number; ahead: number };
type MeasuredSignals = { passage: MeasuredCurve; lines: MeasuredCurve };

/** Fitted on questions whose answers are known, so that it lowers as well as it raises. */
export type MeasuredModel = {
  /** Question and passage are in one language, or in two. */
  same: MeasuredSignals;
  across: MeasuredSignals;
  /** The cosine of a passage that has nothing to do with the question, for an index that is too small to tell. */
  typical: number;
  /** The way in which questions and passages were written. */
  queryPrefix: string;
  passagePrefix: string;
};

/**
 * Fitted on the questions of bench/answers, each once more without its documents, and on XQuAD in English and Vietnamese, asked in both
 * languages of half of its articles; bench/answers/relevance.md has the figures.
 */
const MODELS: Readonly<Record<string, MeasuredModel>> = {
  'multilingual-e5-small': {
    same: {
      passage: { intercept: -35.506, before: 0.875, cosine: 41.65, ahead: 23.05 },
      lines: { intercept: -23.481, before: 0.899, cosine: 26.95, ahead: 10.85 },
    },
    across: {
      passage: { intercept: -2.036, before: 0.489, cosine: 0, ahead: 93.7 },
      lines: { intercept: -4.937, before: 0.272, cosine: 0, ahead: 102.6 },
    },
    ...{ typical: 0.79, queryPrefix: 'query: ', passagePrefix: 'passage: ' },
  },
  'all-minilm-l6-v2': {
    same: {
      passage: { intercept: -1.645, before: 1.158, cosine: 3.23, ahead: 5.15 },
      lines: { intercept: -0.928, before: 1.14, cosine: 0.08, ahead: 4.3 },
    },
    across: {
      passage: { intercept: 2.787, before: 1.21, cosine: 0, ahead: 4.78 },
      lines: { intercept: -0.688, before: 0.72, cosine: 0, ahead: 1.63 },
    },
    ...{ typical: 0.12, queryPrefix: '', passagePrefix: '' },
  },
};

/** Finds the calibration that we ship for a model by its name, whoever serves it; null where there is none or texts are written otherwise. */
export const findMeasured = (
  name: string,
  written: Pick<MeasuredModel, 'queryPrefix' | 'passagePrefix'>,
): MeasuredModel | null => {
  const [model = ''] = (name.split('/').at(-1) ?? '').toLowerCase().split(':');
  const measured = MODELS[model] ?? null;
  const isSo =
    measured?.queryPrefix === written.queryPrefix &&
    measured.passagePrefix === written.passagePrefix;
  return isSo ? measured : null;
};

type Candidate = { denseScore: number | null };

/** Some passages of a search, and which of them are in another language than the question. */
export type Compared<Found extends Candidate> = {
  measured: MeasuredModel;
  isAcross: (candidate: Found) => boolean;
};

/** Judges passages once more, by the embedder's cosines; unchanged where it found none. */
export const judgeByCosines = <Found extends Candidate>(
  judged: readonly Judged<Found>[],
  compared: Compared<Found>,
): Judged<Found>[] => {
  const cosines = fillCosines(judged.map(({ candidate }) => candidate.denseScore));
  const backgroundOf = createBackground(judged, compared);
  return judged.map((one, at) => {
    const cosine = cosines[at] ?? null;
    if (cosine === null) return one;
    const isAcross = compared.isAcross(one.candidate);
    const { passage: curve } = compared.measured[isAcross ? 'across' : 'same'];
    const ahead = cosine - backgroundOf(isAcross);
    return { ...one, relevance: join(one.relevance, { cosine, ahead }, curve) };
  });
};

/** Creates the same for the cosine of a passage's nearest lines. */
export const createLineJudge = <Found extends Candidate>(
  judged: readonly Judged<Found>[],
  compared: Compared<Found>,
): ((one: Judged<Found>, cosine: number) => number) => {
  const backgroundOf = createBackground(judged, compared);
  return ({ candidate, relevance }, cosine) => {
    const isAcross = compared.isAcross(candidate);
    const { lines: curve } = compared.measured[isAcross ? 'across' : 'same'];
    return join(relevance, { cosine, ahead: cosine - backgroundOf(isAcross) }, curve);
  };
};

const join = (
  relevance: number,
  said: { cosine: number; ahead: number },
  { intercept, before, ...weights }: MeasuredCurve,
): number =>
  toProbability(
    intercept +
      before * logOddsOf(relevance) +
      weights.cosine * said.cosine +
      weights.ahead * said.ahead,
  );

/** The nearest may answer, and those far down are of other subjects. */
const FIRST = 3;
const LAST = 23;
const ENOUGH = 8;

/** The mean cosine of passages in the same relation to the question, which tells what is near for this question and this index. */
const createBackground = <Found extends Candidate>(
  judged: readonly Judged<Found>[],
  { measured, isAcross }: Compared<Found>,
): ((across: boolean) => number) => {
  const meanOf = (some: readonly Judged<Found>[]): number | null => {
    const found = fillCosines(some.map(({ candidate }) => candidate.denseScore))
      .filter((cosine) => cosine !== null)
      .sort((left, right) => right - left);
    const others = found.slice(FIRST, LAST);
    return found.length < ENOUGH
      ? null
      : others.reduce((sum, cosine) => sum + cosine, 0) / others.length;
  };
  const ofAll = meanOf(judged) ?? measured.typical;
  const backgrounds = [false, true].map(
    (across) => meanOf(judged.filter(({ candidate }) => isAcross(candidate) === across)) ?? ofAll,
  );
  return (across) => backgrounds[Number(across)] ?? ofAll;
};
