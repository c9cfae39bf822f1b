import { randomUUID } from 'node:crypto';
import { nextTurn, within } from '../../shared/async.js';
import { nameOf } from '../../shared/errors.js';
import type { Logger, Metrics } from '../telemetry/telemetry.js';
import {
  SLOT_LEASE_MS,
  toVerdict,
  capacityOf,
  type LimitStore,
  type RateBucket,
  type RateVerdict,
  type Slot,
} from './limit-store.js';

export type Limits = {
  /** Charges all buckets or, where one is empty, none. Never rejects. */
  take(buckets: readonly RateBucket[]): Promise<RateVerdict>;
  /** One of `max` slots of the key, to be given up by calling what comes back; null when all are taken. Never rejects. */
  occupy(share: { key: string; max: number }): Promise<Leave | null>;
  close(): Promise<void>;
};

type Leave = () => Promise<void>;

type Options = {
  /** The store in which all processes count. */
  store: LimitStore;
  nowMs: () => number;
  renewIntervalMs?: number;
  logger: Pick<Logger, 'warn' | 'info'>;
  metrics: Pick<Metrics, 'limitsShared'>;
};

/**
 * Limits that hold over all processes of an installation, or in this one alone while their store does not answer: they are never
 * off. What this process lets through counts here, too. So it begins an outage with what its callers had left, and whoever used up
 * a limit here costs the store nothing.
 */
export const createSharedLimits = (options: Options): Limits => {
  const { nowMs, renewIntervalMs = SLOT_LEASE_MS / 3 } = options;
  const local = createLocalLimitStore({ nowMs });
  const ask = createAsk(options);
  const held = new Map<string, Slot>();
  const renewing = setInterval(() => {
    if (held.size > 0) void ask((store) => store.renew([...held.values()]));
  }, renewIntervalMs);
  renewing.unref();
  return {
    take: async (buckets) => {
      const own = toVerdict(buckets, await local.take(buckets.map(toFree)));
      if (!own.allowed) return own;
      const levels = await ask((store) => store.take(buckets));
      if (levels === null) return toVerdict(buckets, await local.take(buckets));
      const verdict = toVerdict(buckets, levels);
      if (verdict.allowed) await local.take(buckets);
      return verdict;
    },
    occupy: async ({ key, max }) => {
      const slot = { key, holder: randomUUID() };
      if (!(await local.acquire({ ...slot, max }))) return null;
      const isFree = await ask((store) => store.acquire({ ...slot, max }));
      if (isFree === false) {
        await local.release(slot);
        return null;
      }
      held.set(slot.holder, slot);
      return async () => {
        held.delete(slot.holder);
        await local.release(slot);
        await ask((store) => store.release(slot));
      };
    },
    close: async () => {
      clearInterval(renewing);
      await options.store.close();
    },
  };
};

/** Limits of a process that shares them with no other. */
export const createLocalLimits = ({ nowMs }: Pick<Options, 'nowMs'>): Limits => {
  const local = createLocalLimitStore({ nowMs });
  return {
    take: async (buckets) => toVerdict(buckets, await local.take(buckets)),
    occupy: async ({ key, max }) => {
      const slot = { key, holder: randomUUID() };
      return (await local.acquire({ ...slot, max })) ? () => local.release(slot) : null;
    },
    close: () => local.close(),
  };
};

const toFree = (bucket: RateBucket): RateBucket => ({ ...bucket, cost: 0 });

const ANSWER_TIMEOUT_MS = 500;
/** So long nobody asks a store that gave no answer; then one caller does, and waits for it. */
const PAUSE_MS = 1000;

type Ask = <Answer>(question: (store: LimitStore) => Promise<Answer>) => Promise<Answer | null>;

/** Asks the store; null when it does not answer, or did not a moment ago. */
const createAsk = ({ store, nowMs, logger, metrics }: Options): Ask => {
  let awaySinceMs: number | null = null;
  let isTrying = false;
  /** Counts outages and recoveries, for an answer that comes after one says nothing about now. */
  let changes = 0;
  const inTime = createInTime();

  const noteAnswer = () => {
    if (awaySinceMs === null) return;
    awaySinceMs = null;
    changes += 1;
    metrics.limitsShared(true);
    logger.info({}, 'Limits count across processes again');
  };
  const noteFailure = (error: unknown) => {
    if (awaySinceMs === null) {
      changes += 1;
      metrics.limitsShared(false);
      logger.warn({ err: error }, 'Limits count in this process alone, their store is away');
    }
    awaySinceMs = nowMs();
  };
  return async (question) => {
    if (awaySinceMs !== null && (isTrying || nowMs() - awaySinceMs < PAUSE_MS)) return null;
    const seen = changes;
    const tries = awaySinceMs !== null;
    isTrying ||= tries;
    try {
      const answer = await inTime(question(store));
      if (seen === changes) noteAnswer();
      return answer;
    } catch (error) {
      if (seen === changes) noteFailure(error);
      return null;
    } finally {
      if (tries) isTrying = false;
    }
  };
};

/**
 * Gives a question up when the store has answered nobody for as long as the limit: one that is busy is not away, and whoever counts
 * alone too soon lets too much through. The stores have limits of their own, so that this ends.
 */
const createInTime = () => {
  let answers = 0;
  const count = () => {
    answers += 1;
  };
  return async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    work.then(count, () => undefined);
    for (;;) {
      const seen = answers;
      try {
        return await within(ANSWER_TIMEOUT_MS, work);
      } catch (error) {
        if (nameOf(error) !== 'TimeoutError') throw error;
        // A busy process hears of the time limit before it reads what has arrived meanwhile: that still counts.
        await nextTurn();
        if (answers === seen) throw error;
      }
    }
  };
};

type Level = { tokens: number; atMs: number };

type LocalOptions = {
  /** Monotonic: nobody who sets the machine's clock fills a bucket. */
  nowMs: () => number;
  /** The least recently used bucket is forgotten beyond this many: a flood of keys costs no memory. */
  capacity?: number;
};

/** Counts in this process. A slot needs no lease here: it ends with the process that holds it. */
export const createLocalLimitStore = ({ nowMs, capacity = 50_000 }: LocalOptions): LimitStore => {
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
