/** The usual constant of reciprocal rank fusion: how little the very first ranks stand out. */
export const RRF_K = 60;

export type Leg = 'lexical' | 'dense';
type Hit<Id> = { id: Id; score: number; terms: readonly string[] };

/** One query's hits in one leg, best first, each id once. */
export type Ranking<Id> = { leg: Leg; weight: number; hits: readonly Hit<Id>[] };

export type FusedHit<Id> = {
  id: Id;
  terms: readonly string[];
  /** 0..1: 1 is first place in every ranking that took part. */
  score: number;
  lexicalRank: number | null;
  denseRank: number | null;
  /** Best cosine over the queries; null for a hit of the lexical leg alone. */
  denseScore: number | null;
};

const best = (left: number | null, right: number | null): number | null =>
  left === null ? right : right === null ? left : Math.min(left, right);

const add = <Id>(hit: FusedHit<Id>, ranking: Ranking<Id>, index: number): FusedHit<Id> => {
  const rank = index + 1;
  const isDense = ranking.leg === 'dense';
  const cosine = isDense ? (ranking.hits[index]?.score ?? null) : null;
  return {
    ...hit,
    score: hit.score + ranking.weight / (RRF_K + rank),
    lexicalRank: isDense ? hit.lexicalRank : best(hit.lexicalRank, rank),
    denseRank: isDense ? best(hit.denseRank, rank) : hit.denseRank,
    denseScore:
      cosine === null || hit.denseScore === null
        ? (cosine ?? hit.denseScore)
        : Math.max(cosine, hit.denseScore),
  };
};

const toBestRank = (hit: FusedHit<unknown>): number =>
  Math.min(hit.lexicalRank ?? Infinity, hit.denseRank ?? Infinity);

/**
 * Reciprocal rank fusion of all queries × legs in one go. Pass every ranking that was answered, also an empty one, and
 * none of a leg that failed: the score is divided by what first place in all of them would give.
 */
export const fuseRankings = <Id extends string>(
  rankings: readonly Ranking<Id>[],
): FusedHit<Id>[] => {
  const active = rankings.filter(({ weight }) => weight > 0);
  const maximum = active.reduce((sum, { weight }) => sum + weight / (RRF_K + 1), 0);
  const fused = new Map<Id, FusedHit<Id>>();
  for (const ranking of active) {
    ranking.hits.forEach(({ id, terms }, index) => {
      const known = fused.get(id) ?? {
        id,
        terms,
        score: 0,
        lexicalRank: null,
        denseRank: null,
        denseScore: null,
      };
      fused.set(id, add(known, ranking, index));
    });
  }
  return [...fused.values()]
    .map((hit) => ({ ...hit, score: Math.min(1, hit.score / maximum) }))
    .sort(
      (left, right) =>
        right.score - left.score ||
        toBestRank(left) - toBestRank(right) ||
        (left.id < right.id ? -1 : 1),
    );
};
