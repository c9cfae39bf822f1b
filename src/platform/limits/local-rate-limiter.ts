import type { RateBucket, RateLimiter, RateVerdict } from './rate-limiter.js';

type Level = { tokens: number; atMs: number };

/** Token buckets in this process. The least recently used is forgotten at `capacity`: a flood of keys costs no memory. */
export const createLocalRateLimiter = (options: {
  nowMs: () => number;
  capacity?: number;
}): RateLimiter => {
  const { nowMs, capacity = 50_000 } = options;
  const levels = new Map<string, Level>();

  const levelOf = ({ key, perMinute }: RateBucket): Level => {
    const atMs = nowMs();
    const last = levels.get(key);
    if (last === undefined) return { tokens: perMinute, atMs };
    const refilled = last.tokens + ((atMs - last.atMs) * perMinute) / 60_000;
    return { tokens: Math.min(perMinute, refilled), atMs };
  };

  const store = (key: string, level: Level) => {
    levels.delete(key);
    levels.set(key, level);
    const [oldest] = levels.keys();
    if (levels.size > capacity && oldest !== undefined) levels.delete(oldest);
  };

  return {
    take: async (bucket) => {
      const level = levelOf(bucket);
      const verdict = toVerdict(level, bucket);
      store(bucket.key, verdict.allowed ? { ...level, tokens: level.tokens - 1 } : level);
      return verdict;
    },
    peek: async (bucket) => toVerdict(levelOf(bucket), bucket),
  };
};

const toVerdict = ({ tokens }: Level, { perMinute }: RateBucket): RateVerdict =>
  tokens >= 1
    ? { allowed: true }
    : { allowed: false, retryAfterSec: Math.ceil(((1 - tokens) * 60) / perMinute) };
