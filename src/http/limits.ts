import type { RateLimiter } from '../platform/limits/rate-limiter.js';
import { AppError } from '../shared/errors.js';
import type { Caller } from './route.js';

type Deps = { rateLimiter: RateLimiter; perMinutePerKey: number; perMinutePerTenant: number };

export type LimitRequests = (caller: Caller) => Promise<void>;

/** Requests per minute per key, then per tenant, so that one key cannot use up what others of its tenant need. */
export const createLimitRequests =
  ({ rateLimiter, perMinutePerKey, perMinutePerTenant }: Deps): LimitRequests =>
  async (caller) => {
    const buckets =
      caller.kind === 'operator'
        ? [{ key: 'requests/operator', perMinute: perMinutePerKey }]
        : [
            {
              key: `requests/${caller.scope.tenantId}/${caller.apiKeyId}`,
              perMinute: perMinutePerKey,
            },
            { key: `requests/${caller.scope.tenantId}`, perMinute: perMinutePerTenant },
          ];
    for (const bucket of buckets) {
      const verdict = await rateLimiter.take(bucket);
      if (!verdict.allowed) throw new AppError('rate_limited', 'Too many requests.', verdict);
    }
  };

/** Runs work under a key's share of what may run at once in this process. */
export type ParallelLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

type ParallelOptions = {
  max: number;
  refusal: { code: 'too_many_parallel_chats' | 'too_many_streams'; message: string };
};

/** Counts what a key has running in this process and refuses one more than `max`. */
export const createParallelLimit = ({ max, refusal }: ParallelOptions): ParallelLimit => {
  const running = new Map<string, number>();
  return async (key, work) => {
    const count = running.get(key) ?? 0;
    if (count >= max) throw new AppError(refusal.code, refusal.message, { retryAfterSec: 1 });
    running.set(key, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    }
  };
};
