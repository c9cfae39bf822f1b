/** The usual constant of reciprocal rank fusion: how little the very first ranks stand out. */
const RRF_K = 60;

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
  /** The legs' own best scores over the queries (BM25, cosine); null where the leg did not find it. */
  lexicalScore: number | null;
  denseScore: number | null;
};

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
        lexicalScore: null,
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

const add = <Id>(hit: FusedHit<Id>, ranking: Ranking<Id>, index: number): FusedHit<Id> => {
  const rank = index + 1;
  const legScore = ranking.hits[index]?.score ?? 0;
  const score = hit.score + ranking.weight / (RRF_K + rank);
  return ranking.leg === 'dense'
    ? {
        ...hit,
        score,
        denseRank: choose(Math.min, hit.denseRank, rank),
        denseScore: choose(Math.max, hit.denseScore, legScore),
      }
    : {
        ...hit,
        score,
        lexicalRank: choose(Math.min, hit.lexicalRank, rank),
        lexicalScore: choose(Math.max, hit.lexicalScore, legScore),
      };
};

type Choice = (...values: number[]) => number;

const choose = (choice: Choice, left: number | null, right: number): number =>
  left === null ? right : choice(left, right);

const toBestRank = (hit: FusedHit<unknown>): number =>
  Math.min(hit.lexicalRank ?? Infinity, hit.denseRank ?? Infinity);
