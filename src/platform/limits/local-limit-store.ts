import { capacityOf, type LimitStore, type RateBucket } from './limit-store.js';

type Level = { tokens: number; atMs: number };

type Options = {
  /** Monotonic: nobody who sets the machine's clock fills a bucket. */
  nowMs: () => number;
  /** The least recently used bucket is forgotten beyond this many: a flood of keys costs no memory. */
  capacity?: number;
};

/** Counts in this process. A slot needs no lease here: it ends with the process that holds it. */
export const createLocalLimitStore = ({ nowMs, capacity = 50_000 }: Options): LimitStore => {
  const levels = new Map<string, Level>();
  const holders = new Map<string, Set<string>>();

  const levelOf = (bucket: RateBucket, atMs: number): number => {
    const last = levels.get(bucket.key);
    if (last === undefined) return capacityOf(bucket);
    const refilled = ((atMs - last.atMs) * bucket.perMinute) / 60_000;
    return Math.min(capacityOf(bucket), last.tokens + refilled);
  };
  const store = (key: string, level: Level) => {
    levels.delete(key);
    levels.set(key, level);
    const [oldest] = levels.keys();
    if (levels.size > capacity && oldest !== undefined) levels.delete(oldest);
  };

  return {
    take: async (buckets) => {
      const atMs = nowMs();
      const found = buckets.map((bucket) => levelOf(bucket, atMs));
      const charge = found.every((tokens) => tokens >= 1) ? 1 : 0;
      for (const [index, { key, cost = 1 }] of buckets.entries()) {
        // Stored when it refuses, too: whoever knocks often is not forgotten.
        if (cost > 0) store(key, { tokens: (found[index] ?? 0) - charge, atMs });
      }
      return found;
    },
    acquire: async ({ key, holder, max }) => {
      const here = holders.get(key) ?? new Set();
      if (here.size >= max) return false;
      holders.set(key, here.add(holder));
      return true;
    },
    renew: async () => undefined,
    release: async ({ key, holder }) => {
      const here = holders.get(key);
      here?.delete(holder);
      if (here?.size === 0) holders.delete(key);
    },
    close: async () => undefined,
  };
};
