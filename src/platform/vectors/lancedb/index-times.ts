/**
 * LanceDB scores rows that are not yet in its full-text index against the statistics of those that are: with half of 240 paragraphs
 * outside, nDCG@10 fell from .960 to .944, with all of them to .856. So a growing table is indexed at each quarter of growth, and once more
 * when writing pauses.
 */
const MAX_UNINDEXED_SHARE = 0.25;
/** In a short pause, less growth is not worth the work; the rest is indexed in a longer one. */
const MIN_UNINDEXED_SHARE = 1 / 32;
const MIN_WRITES = 20;
/**
 * Indexing costs 100 ms of CPU or more, which slows writers, and a quarter of a small table is only a file or two. So a growing table rests
 * for 19 times as long as the last run took, unless MAX_WRITES arrived meanwhile.
 */
const MAX_GROWING_SHARE = 0.05;
/** Large files are followed by a pause each, but nobody writes in a pause, so nine times is enough. */
const MAX_PAUSED_SHARE = 0.1;

/** Each write leaves a fragment behind; 200 of them slow an upsert from 9 to 31 ms. */
const MAX_WRITES = 100;
const MAX_REMEMBERED = 1_000;
/** In a table this large, a term would have to be repeated in hundreds of new rows to be lost. */
const LARGE = 1_000;

/** Changes since a table was indexed; `repeats`: the total occurrences in the new rows of the term that each repeats most. */
export type Growth = { writes: number; rows: number; repeats: number };

type Indexed = { rows: number; tookMs: number; atMs: number };

/** When each table was last indexed, and when it should be next. */
export const createIndexTimes = () => {
  const indexed = new Map<string, Indexed>();
  const beingIndexed = new Map<string, Growth>();
  const rowsOf = (name: string): number => indexed.get(name)?.rows ?? 0;
  const restMs = (name: string, maxShare: number): number => {
    const last = indexed.get(name);
    if (last === undefined) return 0;
    return Math.max(0, last.atMs + last.tookMs * (1 / maxShare - 1) - performance.now());
  };
  return {
    /** Also false for a table that was empty then. */
    isIndexed: (name: string): boolean => rowsOf(name) > 0,
    restInPauseMs: (name: string): number => restMs(name, MAX_PAUSED_SHARE),
    begin: (name: string, growth: Growth | undefined): void => {
      if (growth !== undefined) beingIndexed.set(name, growth);
    },
    end: (name: string): boolean => beingIndexed.delete(name),
    set: (name: string, { rows, tookMs }: { rows: number; tookMs: number }): void => {
      if (indexed.size >= MAX_REMEMBERED) indexed.clear();
      indexed.set(name, { rows, tookMs, atMs: performance.now() });
    },
    isUrgent: ({ writes }: Growth): boolean => writes >= MAX_WRITES,
    isDue: (name: string, { writes, rows }: Growth): boolean => {
      if (rowsOf(name) === 0 || writes >= MAX_WRITES) return true;
      return rows > rowsOf(name) * MAX_UNINDEXED_SHARE && restMs(name, MAX_GROWING_SHARE) === 0;
    },
    isWorthwhile: (name: string, { writes, rows }: Growth): boolean =>
      writes >= MIN_WRITES || rows > rowsOf(name) * MIN_UNINDEXED_SHARE,
    /**
     * True if a search may miss rows that are not indexed yet. LanceDB 0.31 counts each repetition of a term in them as a separate row: if
     * those plus the indexed rows with the term exceed all rows, the term's weight becomes negative, and rows found only by it are left
     * out. Half of the rows are allowed for the indexed ones; a large table is indexed earlier.
     */
    hidesRows: (name: string, growth = beingIndexed.get(name)): boolean =>
      growth !== undefined && rowsOf(name) < LARGE && growth.repeats * 2 > rowsOf(name),
  };
};
