import type { LegHit } from '../platform/vectors/vector-store.js';
import { TUNING } from './tuning.js';

export type Leg = 'lexical' | 'dense';

/** The hits of one query in one ranking, best first, each id once. */
export type Ranking<Id> = {
  leg: Leg;
  weight: number;
  hits: readonly LegHit<Id>[];
};

export type FusedHit<Id> = Omit<LegHit<Id>, 'score'> & {
  /** 0..1, where 1 means first place in every ranking that took part. */
  score: number;
  /** The best rank in any ranking, counted from 1. */
  bestRank: number;
  /** The best scores over all queries (BM25, cosine); null if that ranking did not find the passage. */
  lexicalScore: number | null;
  denseScore: number | null;
};

/**
 * Reciprocal rank fusion of all queries and rankings at once. Pass every ranking that was returned, even an empty one, but no failed ones:
 * the score is divided by what first place in all of them would give.
 */
export const fuseRankings = <Id extends string>(
  rankings: readonly Ranking<Id>[],
): FusedHit<Id>[] => {
  const active = rankings.filter(({ weight }) => weight > 0);
  const maximum = active.reduce((sum, { weight }) => sum + weight / (TUNING.rankConstant + 1), 0);
  const fused = new Map<Id, FusedHit<Id>>();
  for (const { leg, weight, hits } of active) {
    const legScore = leg === 'dense' ? 'denseScore' : 'lexicalScore';
    for (let index = 0; index < hits.length; index += 1) {
      const hit = hits[index];
      if (hit === undefined) continue;
      const rank = index + 1;
      const known = fused.get(hit.id) ?? toUnranked(hit);
      known.score += weight / (TUNING.rankConstant + rank);
      known.bestRank = Math.min(known.bestRank, rank);
      known[legScore] = Math.max(known[legScore] ?? -Infinity, hit.score);
      fused.set(hit.id, known);
    }
  }
  const hits = [...fused.values()];
  for (const hit of hits) hit.score = Math.min(1, hit.score / maximum);
  return hits.sort(
    (left, right) =>
      right.score - left.score || left.bestRank - right.bestRank || (left.id < right.id ? -1 : 1),
  );
};

/** Copies field by field, because spreading sixty hits three times per search took a third of a millisecond. */
const toUnranked = <Id>({ id, terms, documentId, language }: LegHit<Id>): FusedHit<Id> => ({
  id,
  terms,
  documentId,
  language,
  score: 0,
  bestRank: Infinity,
  lexicalScore: null,
  denseScore: null,
});
