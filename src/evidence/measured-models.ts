import type { Curve } from './signals.js';

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
