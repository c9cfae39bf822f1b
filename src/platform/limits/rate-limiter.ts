/** A bucket that refills evenly and holds one minute's worth. `key` names its owner: a credential, a tenant, an address. */
export type RateBucket = { key: string; perMinute: number };

export type RateVerdict = { allowed: true } | { allowed: false; retryAfterSec: number };

export type RateLimiter = {
  /** Takes one from the bucket; an empty one refuses and says when to come back. */
  take(bucket: RateBucket): Promise<RateVerdict>;
  /** The verdict `take` would give, without taking. */
  peek(bucket: RateBucket): Promise<RateVerdict>;
};
