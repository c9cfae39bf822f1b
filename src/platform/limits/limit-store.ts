import { createHash } from 'node:crypto';

/** A bucket that refills evenly. `key` names its owner: a credential, a person, a tenant, an address. */
export type RateBucket = {
  key: string;
  perMinute: number;
  /** Its capacity; one minute's worth if absent. */
  burst?: number;
  /** 1 if absent. With 0 the bucket must not be empty, but nothing is taken. */
  cost?: 0 | 1;
};

/** One of a key's slots for concurrent work; `holder` distinguishes it from the others. */
export type Slot = { key: string; holder: string };

/** Counts requests and concurrent work. Uses the store's own time, since clocks of the processes that share it may differ. */
export type LimitStore = {
  /** Returns the levels of the buckets before this call, in order. Charges all of them if each had at least 1, otherwise none. */
  take(buckets: readonly RateBucket[]): Promise<number[]>;
  /** True if one of `max` slots was free. The holder keeps it until it is released, or until SLOT_LEASE_MS after the last renewal. */
  acquire(slot: Slot & { max: number }): Promise<boolean>;
  /** Extends the lease of these slots, including those that the store has forgotten. */
  renew(slots: readonly Slot[]): Promise<void>;
  release(slot: Slot): Promise<void>;
  close(): Promise<void>;
};

/** How long the slots of a dead process stay taken. */
export const SLOT_LEASE_MS = 30_000;

export type RateVerdict = {
  allowed: boolean;
  /** The bucket that refuses for the longest time; if all allow, the one with the least left. */
  bucket: RateBucket;
  /** Whole requests that are left. */
  remaining: number;
  /** Until the bucket is full again. */
  resetSec: number;
  /** Until the next request is allowed; 0 if one is allowed now. */
  retryAfterSec: number;
};

/** Evaluates the levels returned by `take`. At least one bucket is required. */
export const toVerdict = (
  buckets: readonly RateBucket[],
  levels: readonly number[],
): RateVerdict => {
  const allowed = levels.every((level) => level >= 1);
  const left = buckets.map((bucket, index) => {
    const cost = allowed ? (bucket.cost ?? 1) : 0;
    return { bucket, tokens: Math.max(0, (levels[index] ?? 0) - cost) };
  });
  const tightness = allowed ? ({ tokens }: Left) => tokens : (one: Left) => -secondsTo(1, one);
  const tightest = left.reduce((one, other) => (tightness(other) < tightness(one) ? other : one));
  return {
    allowed,
    bucket: tightest.bucket,
    remaining: Math.floor(tightest.tokens),
    resetSec: Math.ceil(secondsTo(capacityOf(tightest.bucket), tightest)),
    retryAfterSec: Math.ceil(secondsTo(1, tightest)),
  };
};

export const capacityOf = ({ perMinute, burst = perMinute }: RateBucket): number => burst;

/** From empty to full. */
export const secondsToFill = (bucket: RateBucket): number =>
  (capacityOf(bucket) / bucket.perMinute) * 60;

type Left = { bucket: RateBucket; tokens: number };

const secondsTo = (goal: number, { bucket, tokens }: Left): number =>
  (Math.max(0, goal - tokens) * 60) / bucket.perMinute;

/** Hashes a key, so that it has a fixed length whatever a client sends as its address, and reveals nothing about it. */
export const toStoredKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url');
