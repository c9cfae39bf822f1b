import { TUNING } from './tuning.js';

/**
 * Joins what a model says of a passage with what was known before, in log-odds: `intercept + before × known + value × said`. One per model and
 * language, for the numbers of another model or language mean something else; `npm run calibrate` fits them.
 */
export type Curve = { intercept: number; before: number; value: number };

/** Signals of models beside the words, in the order in which they join the probability. One that is absent changes nothing. */
export type ModelSignals = {
  /** The embedder: the cosine of a passage to the question. */
  passage?: Curve;
  /** The embedder: the cosine of the nearest lines of a passage, which one vector of all of it hides. */
  lines?: Curve;
  /** The reranker's score. */
  reranker?: Curve;
};

/** By language, ISO 639-1. */
export type Calibration = Readonly<Partial<Record<string, ModelSignals>>>;

export const joinLogits = (known: number, said: number, curve: Curve): number =>
  curve.intercept + curve.before * known + curve.value * said;

/** The same for an embedder, which raises alone: a passage that has the words may be far from the question and answer it. */
export const raiseLogit = (known: number, said: number, curve: Curve): number =>
  Math.max(known, joinLogits(known, said, curve));

/** Returns a passage's probability raised by an embedder. */
export const raiseBySignal = (relevance: number, said: number, curve: Curve): number =>
  Math.max(relevance, joinSignal(relevance, said, curve));

/** Returns a passage's probability with one more signal, higher or lower. */
export const joinSignal = (relevance: number, said: number, curve: Curve): number =>
  toProbability(joinLogits(logOddsOf(relevance), said, curve));

export const toProbability = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The most that a probability says: nothing is certain, and the odds of 0 and 1 are infinite. */
const MOST = 1 - 1e-6;

export const logOddsOf = (probability: number): number => {
  const bounded = Math.min(MOST, Math.max(1 - MOST, probability));
  return Math.log(bounded / (1 - bounded));
};

/** -1..1; 0 where one of them is nothing. */
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
 * Fills in the cosines that an embedder did not find with the lowest one that it did, for they are at most as near; null where it found
 * none.
 */
export const fillCosines = (cosines: readonly (number | null)[]): (number | null)[] => {
  const found = cosines.filter((cosine) => cosine !== null);
  const farthest = found.length === 0 ? null : Math.min(...found);
  return cosines.map((cosine) => cosine ?? farthest);
};

/** Marks the cosines that stand clearly out of the others of the same question: this works even where nobody knows what a cosine means. */
export const findClearlyAhead = (cosines: readonly (number | null)[]): boolean[] => {
  const found = cosines.filter((cosine) => cosine !== null).sort((left, right) => right - left);
  const others = found.slice(TUNING.notCompared);
  if (others.length < TUNING.enoughOthers) return cosines.map(() => false);
  const mean = others.reduce((sum, cosine) => sum + cosine, 0) / others.length;
  const variance = others.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / others.length;
  const spread = Math.max(TUNING.minSpread, Math.sqrt(variance));
  return cosines.map((cosine) => cosine !== null && cosine >= mean + TUNING.clearLead * spread);
};
