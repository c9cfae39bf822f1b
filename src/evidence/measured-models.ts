import type { Curve } from './signals.js';

/** Fitted on questions with known answers, so it may both lower and raise the probability. */
export type MeasuredModel = {
  /** The curve for the cosine of a passage in the question's language. */
  same: Curve;
  /** The curve for how much nearer a passage in another language is than the nearest one in the question's language. */
  across: Curve;
  /** The cosine of an unrelated passage, used if an index is too small to estimate it. */
  typical: number;
  /** How much nearer the nearest unrelated passage is, for an index that has none in the question's language. */
  nearestOfOthers: number;
  /** The prefixes that were added to questions and passages before embedding. */
  queryPrefix: string;
  passagePrefix: string;
};

/**
 * Fitted on the three sets of bench/answers. Each question was also asked without its documents, and unanswerable ones count twice. For
 * e5-small, XQuAD in English and Vietnamese was used as well, with questions in both languages for half of its articles.
 * bench/answers/relevance.md has the figures.
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

/**
 * The built-in calibration for a model, found by name, whatever server runs it; null if there is none, or if texts get different prefixes.
 */
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
