import type { LegHit, Legs, VectorReader } from '../platform/vectors/vector-store.js';
import type { ChunkId } from '../shared/ids.js';

/** The most candidates of one ranking that are looked at in the end. */
export const MAX_CANDIDATES = 5_000;

/** So many times the candidates of the step before. */
const GROWTH = 5;

type Read = VectorReader['searchChunks'];

type Deps = {
  /** Those that may be seen. */
  keep: (ids: readonly ChunkId[]) => Promise<ReadonlySet<ChunkId>>;
  /** Told when the most candidates were looked at, and fewer than wanted may be seen. */
  recordCut: () => void;
};

/**
 * Asks for ever more candidates until each leg has as many as wanted that may be seen, or has no more, or the most were looked at. So
 * each leg ranks as if its filter had held these documents.
 */
export const createReadOn =
  (reader: Pick<VectorReader, 'searchChunks'>, { keep, recordCut }: Deps): Read =>
  async (request) => {
    const wanted = request.limitPerLeg;
    for (let limit = wanted; ; limit = Math.min(limit * GROWTH, MAX_CANDIDATES)) {
      request.signal.throwIfAborted();
      const found = await reader.searchChunks({ ...request, limitPerLeg: limit });
      const seen = await keep(idsOf(found));
      const kept = keepSeen(found, seen);
      const lacks = (['lexical', 'dense'] as const).some(
        (leg) => kept[leg].length < wanted && found[leg].length >= limit,
      );
      if (lacks && limit < MAX_CANDIDATES) continue;
      if (lacks) recordCut();
      return {
        ...kept,
        lexical: kept.lexical.slice(0, wanted),
        dense: kept.dense.slice(0, wanted),
      };
    }
  };

const idsOf = ({ lexical, dense }: Legs<ChunkId>): ChunkId[] => [
  ...new Set([...lexical, ...dense].map(({ id }) => id)),
];

const keepSeen = (found: Legs<ChunkId>, seen: ReadonlySet<ChunkId>): Legs<ChunkId> => {
  const isSeen = ({ id }: LegHit<ChunkId>): boolean => seen.has(id);
  return {
    ...found,
    lexical: found.lexical.filter(isSeen),
    dense: found.dense.filter(isSeen),
  };
};
