/** How an embedder's closeness counts beside words: found for each embedder by `npm run eval -- DIR --calibrate`. */
export type MeaningWeights = {
  intercept: number;
  words: number;
  lead: number;
  /** By language, ISO 639-1: a cosine says nothing in a language it was not measured in. */
  near?: Readonly<Partial<Record<string, NearLevel>>>;
};

/** Cosines from which on lines of a passage are near a question, and near what is left of one without the words that the passage has. */
export type NearLevel = { question: number; rest: number };

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

/** How far a candidate stands out of what the embedder found, and how sure that is. */
export type Lead = {
  /** By so many standard deviations its cosine lies above the mean of those that come after the first few. */
  lead: number;
  /** 0..1: how many others there are to compare with. */
  certainty: number;
};

/** Copies and neighbouring passages of what answers must not hide how far it stands out. */
const NOT_COMPARED = 3;
/** With fewer others the spread of their cosines says little. */
const ENOUGH_OTHERS = 10;
const MIN_OTHERS = 3;
/** Cosines of one text for another differ by more than this even where an embedder sees no difference. */
const MIN_SPREAD = 0.005;
const MAX_LEAD = 12;

/**
 * How far each candidate's cosine stands out of the others of the same question. A cosine by itself means nothing: .6 is close for
 * one embedder and far for another. Null where the embedder took no part or found too little to compare with.
 */
export const toLeads = (cosines: readonly (number | null)[]): (Lead | null)[] => {
  const found = cosines.filter((cosine) => cosine !== null).sort((left, right) => right - left);
  const others = found.slice(NOT_COMPARED);
  if (others.length < MIN_OTHERS) return cosines.map(() => null);
  const mean = others.reduce((sum, cosine) => sum + cosine, 0) / others.length;
  const variance = others.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / others.length;
  const spread = Math.max(MIN_SPREAD, Math.sqrt(variance));
  const certainty = Math.min(1, others.length / ENOUGH_OTHERS);
  const last = others.at(-1) ?? mean;
  return cosines.map((cosine) => ({
    // What the embedder did not find is at most as close as the last that it did.
    lead: Math.max(-MAX_LEAD, Math.min(MAX_LEAD, ((cosine ?? last) - mean) / spread)),
    certainty,
  }));
};

/** The logit of words and that of meaning as one; the fewer others there were to compare with, the more the words decide. */
export const joinLogits = (
  words: number,
  lead: Lead | null,
  { intercept, words: weight, lead: slope }: MeaningWeights,
): number => {
  if (lead === null) return words;
  const joined = intercept + weight * words + slope * lead.lead;
  return lead.certainty * joined + (1 - lead.certainty) * words;
};

/** What stands out this far is shown as one of the closest, even where words and calibration are against it. */
const CLEAR_LEAD = 4;
export const isClearlyAhead = (lead: Lead | null): boolean =>
  lead !== null && lead.certainty === 1 && lead.lead >= CLEAR_LEAD;
