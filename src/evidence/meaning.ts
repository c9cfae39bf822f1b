/** Weights of an embedder's closeness beside words, in one language; `npm run eval -- DIR --calibrate` finds them for each embedder. */
export type MeaningWeights = {
  intercept: number;
  /** The weight of the logit that words give a passage. */
  words: number;
  /** The weight of the passage's cosine to the question. */
  cosine: number;
  near: NearLevel;
};

/** Cosines of the nearest lines of a passage that hardly answers: most lie below `question`, half below `rest`; how near others are is told between them. */
export type NearLevel = { question: number; rest: number };

/** By language, ISO 639-1: a cosine says nothing in a language it was not measured in. */
export type Calibration = Readonly<Partial<Record<string, MeaningWeights>>>;

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

/** The logit of words and that of meaning as one. */
export const joinLogits = (
  words: number,
  cosine: number,
  { intercept, ...weights }: Pick<MeaningWeights, 'intercept' | 'words' | 'cosine'>,
): number => intercept + weights.words * words + weights.cosine * cosine;

/** Copies and neighbouring passages of what answers must not hide how far it stands out. */
const NOT_COMPARED = 3;
/** With fewer others the spread of their cosines says little. */
const ENOUGH_OTHERS = 10;
/** Cosines of one text for another differ by more than this even where an embedder sees no difference. */
const MIN_SPREAD = 0.005;
/** In standard deviations. */
const CLEAR_LEAD = 4;

/** Marks the cosines that stand clearly out of the others of the same question: this works even where nobody knows what a cosine means. */
export const findClearlyAhead = (cosines: readonly (number | null)[]): boolean[] => {
  const found = cosines.filter((cosine) => cosine !== null).sort((left, right) => right - left);
  const others = found.slice(NOT_COMPARED);
  if (others.length < ENOUGH_OTHERS) return cosines.map(() => false);
  const mean = others.reduce((sum, cosine) => sum + cosine, 0) / others.length;
  const variance = others.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / others.length;
  const spread = Math.max(MIN_SPREAD, Math.sqrt(variance));
  return cosines.map((cosine) => cosine !== null && cosine >= mean + CLEAR_LEAD * spread);
};
