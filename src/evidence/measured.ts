import type { Judged } from './relevance.js';
import type { MeasuredModel } from './measured-models.js';
import { fillCosines, joinSignal } from './signals.js';
import { TUNING } from './tuning.js';

type Candidate = { denseScore: number | null };

/** Some passages of a search, and which of them are in a different language from the question. */
export type Compared<Found extends Candidate> = {
  measured: MeasuredModel;
  isAcross: (candidate: Found) => boolean;
};

/** Judges passages again by the cosines of the embedder; returns them unchanged if the embedder found none. */
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

/** The cosine of the nearest unrelated passages, for this question and this index. */
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
