import { TUNING } from './tuning.js';

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
