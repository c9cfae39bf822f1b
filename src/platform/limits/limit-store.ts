import { createHash } from 'node:crypto';

/** A bucket that refills evenly. `key` names its owner: a credential, a person, a tenant, an address. */
export type RateBucket = {
  key: string;
  perMinute: number;
  /** So much it holds at most; one minute's worth if absent. */
  burst?: number;
  /** 1 if absent. With 0 the bucket has to hold something, and keeps it. */
  cost?: 0 | 1;
};

/** One of the places that a key has for work under way; `holder` tells it from the others. */
export type Slot = { key: string; holder: string };

/** Counts requests and work under way. Time is the store's own: clocks of processes that share it may differ. */
export type LimitStore = {
  /** Returns the level of each bucket before, in their order. Charges all of them their cost if each had at least 1, otherwise none. */
  take(buckets: readonly RateBucket[]): Promise<number[]>;
  /** True when one of `max` slots was free. It is the holder's until it is released, or for SLOT_LEASE_MS after the last renewal. */
  acquire(slot: Slot & { max: number }): Promise<boolean>;
  /** Holds these slots for another lease, those too that the store has forgotten. */
  renew(slots: readonly Slot[]): Promise<void>;
  release(slot: Slot): Promise<void>;
  close(): Promise<void>;
};

/** So long the slots of a process that died stay taken. */
export const SLOT_LEASE_MS = 30_000;

export type RateVerdict = {
  allowed: boolean;
  /** The bucket that refuses for the longest time; if all allow, the one with the least left. */
  bucket: RateBucket;
  /** Whole requests that are left. */
  remaining: number;
  /** Until it is full again. */
  resetSec: number;
  /** Until it allows the next one; 0 when it allows one now. */
  retryAfterSec: number;
};

/** Judges the levels that `take` has found. There must be a bucket. */
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

/** Hashes a key: the result has one length, whatever a client sends as its address, and tells nothing about it. */
export const toStoredKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url');
