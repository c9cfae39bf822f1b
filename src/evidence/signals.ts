import { TUNING } from './tuning.js';

/**
 * How a model's signal for a passage is combined with the log-odds known before: `intercept + before × known + value × said`. There is one
 * curve per model and language, because values of another model or language mean something else; fitted by `npm run calibrate`.
 */
export type Curve = { intercept: number; before: number; value: number };

/** Signals of models in addition to the words, in the order in which they are applied. An absent signal changes nothing. */
export type ModelSignals = {
  /** The embedder's signal: the cosine of a passage and the question. */
  passage?: Curve;
  /** The embedder's signal for single lines: the cosine of a passage's nearest lines, which the vector of the whole passage hides. */
  lines?: Curve;
  /** The signal of the reranker: its score. */
  reranker?: Curve;
};

/** Curves by language, as ISO 639-1 codes. */
export type Calibration = Readonly<Partial<Record<string, ModelSignals>>>;

export const joinLogits = (known: number, said: number, curve: Curve): number =>
  curve.intercept + curve.before * known + curve.value * said;

/**
 * Combines a signal with the log-odds, but only raises them: a passage with the right words may be far from the question in meaning and
 * still answer it.
 */
export const raiseLogit = (known: number, said: number, curve: Curve): number =>
  Math.max(known, joinLogits(known, said, curve));

/** The probability of a passage after an embedder may have raised it. */
export const raiseBySignal = (relevance: number, said: number, curve: Curve): number =>
  Math.max(relevance, joinSignal(relevance, said, curve));

/** The probability of a passage with one more signal, which may raise or lower it. */
export const joinSignal = (relevance: number, said: number, curve: Curve): number =>
  toProbability(joinLogits(logOddsOf(relevance), said, curve));

export const toProbability = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The maximum probability: nothing is certain, and the odds of 0 and 1 are infinite. */
const MOST = 1 - 1e-6;

export const logOddsOf = (probability: number): number => {
  const bounded = Math.min(MOST, Math.max(1 - MOST, probability));
  return Math.log(bounded / (1 - bounded));
};

/** The cosine of two vectors, -1..1; 0 if one of them is zero. */
export const cosineOf = (left: Float32Array, right: Float32Array): number => {
  let [product, ofLeft, ofRight] = [0, 0, 0];
  for (const [at, value] of left.entries()) {
    const other = right[at] ?? 0;
    product += value * other;
    ofLeft += value * value;
    ofRight += other * other;
  }
  return ofLeft === 0 || ofRight === 0 ? 0 : product / Math.sqrt(ofLeft * ofRight);
};

/**
 * Replaces missing cosines by the lowest one that the embedder returned, because those passages can be at most as near; null if it returned
 * none.
 */
export const fillCosines = (cosines: readonly (number | null)[]): (number | null)[] => {
  const found = cosines.filter((cosine) => cosine !== null);
  const farthest = found.length === 0 ? null : Math.min(...found);
  return cosines.map((cosine) => cosine ?? farthest);
};

/** Marks cosines that are clearly higher than the others of the same question, which works even if the scale of the cosines is unknown. */
export const findClearlyAhead = (cosines: readonly (number | null)[]): boolean[] => {
  const found = cosines.filter((cosine) => cosine !== null).sort((left, right) => right - left);
  const others = found.slice(TUNING.notCompared);
  if (others.length < TUNING.enoughOthers) return cosines.map(() => false);
  const mean = others.reduce((sum, cosine) => sum + cosine, 0) / others.length;
  const variance = others.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / others.length;
  const spread = Math.max(TUNING.minSpread, Math.sqrt(variance));
  return cosines.map((cosine) => cosine !== null && cosine >= mean + TUNING.clearLead * spread);
};
