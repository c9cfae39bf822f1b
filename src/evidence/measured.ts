import type { Judged } from './relevance.js';
import { fillCosines, joinSignal, type Curve } from './signals.js';
import { TUNING } from './tuning.js';

/** Fitted on questions whose answers are known, so that it lowers as well as it raises. */
export type MeasuredModel = {
  /** Weighs the cosine of a passage in the question's language. */
  same: Curve;
  /** Weighs how much nearer a passage in another language is than the nearest one in the question's language. */
  across: Curve;
  /** The cosine of a passage that has nothing to do with the question, for an index that is too small to tell. */
  typical: number;
  /** The nearest of such passages is nearer by so much, for an index without any in the question's language. */
  nearestOfOthers: number;
  /** The way in which questions and passages were written. */
  queryPrefix: string;
  passagePrefix: string;
};

/**
 * Fitted on the three sets of bench/answers, each question once more without its documents, what cannot be answered counted twice; e5-small
 * also on XQuAD in English and Vietnamese, asked in both languages of half of its articles. bench/answers/relevance.md has the figures.
 */
const MODELS: Readonly<Record<string, MeasuredModel>> = {
  'multilingual-e5-small': {
    same: { intercept: -23.825, before: 0.677, value: 28.4 },
    across: { intercept: 1.82, before: 0.57, value: 43.8 },
    typical: 0.79,
    nearestOfOthers: 0.04,
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
  },
  'all-minilm-l6-v2': {
    same: { intercept: -1.351, before: 0.657, value: 2.98 },
    across: { intercept: 1.45, before: 1.28, value: 7.35 },
    typical: 0.12,
    nearestOfOthers: 0.1,
    queryPrefix: '',
    passagePrefix: '',
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
  { measured, isAcross }: Compared<Found>,
): Judged<Found>[] => {
  const cosines = fillCosines(judged.map(({ candidate }) => candidate.denseScore));
  const [own = [], others = []] = [false, true].map((across) =>
    judged.flatMap(({ candidate }) =>
      candidate.denseScore !== null && isAcross(candidate) === across ? candidate.denseScore : [],
    ),
  );
  const nearest = own.length > 0 ? Math.max(...own) : meanOfOthers(others, measured);
  return judged.map((one, at) => {
    const cosine = cosines[at] ?? null;
    if (cosine === null) return one;
    const relevance = isAcross(one.candidate)
      ? joinSignal(one.relevance, cosine - nearest, measured.across)
      : joinSignal(one.relevance, cosine, measured.same);
    return { ...one, relevance };
  });
};

/** The cosine of what is nearest by chance, for this question and this index. */
const meanOfOthers = (
  cosines: readonly number[],
  { typical, nearestOfOthers }: MeasuredModel,
): number => {
  const others = cosines
    .toSorted((left, right) => right - left)
    .slice(TUNING.notCompared, TUNING.lastCompared);
  const mean =
    cosines.length < TUNING.enoughOthers
      ? typical
      : others.reduce((sum, cosine) => sum + cosine, 0) / others.length;
  return mean + nearestOfOthers;
};
