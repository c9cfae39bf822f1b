import type { Curve, Fits, SignalName } from '../evidence/index.js';

export type Calibrated = { language: string; passages: number; fits: Fits | null };

const LABELS: Readonly<Record<SignalName, string>> = {
  passage: 'cosine of a passage',
  lines: 'cosine of its nearest lines',
  reranker: 'score of the reranker',
};

/** Reports what was fitted for one language, and how reliable it is. */
export const describeFits = ({ language, passages, fits }: Calibrated): string[] => {
  if (fits === null) return [`${language}: ${passages} passages that can be asked for are too few`];
  return Object.entries(fits).map(([name, { curve, questions, error, errorBefore }]) => {
    const label = LABELS[name as SignalName];
    return `${language}: ${label} ${toNumbers(curve)}, from ${questions} questions; ${toPercent(error)} of a held-out half decided wrongly, ${toPercent(errorBefore)} without it`;
  });
};

/** The curves of a model in the format of their setting; null if there are none. */
export const toSetting = (
  calibrated: readonly Pick<Calibrated, 'language' | 'fits'>[],
  { model, names }: { model: string; names: readonly SignalName[] },
): string | null => {
  const languages = calibrated.flatMap(({ language, fits }) => {
    const curves = toCurves(fits, names);
    return curves.length === 0 ? [] : [`${language}=${curves.map(toNumbers).join(',')}`];
  });
  return languages.length === 0 ? null : `${model}:${languages.join(';')}`;
};

const toCurves = (fits: Fits | null, names: readonly SignalName[]): Curve[] =>
  names.flatMap((name) => fits?.[name]?.curve ?? []);

const toNumbers = ({ intercept, before, value }: Curve): string =>
  [intercept, before, value].map((number) => number.toFixed(3)).join('/');

const toPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
