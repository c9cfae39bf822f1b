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
