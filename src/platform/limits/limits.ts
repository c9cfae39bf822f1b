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
  /** Charges all buckets or, if one is empty, none. Never rejects. */
  take(buckets: readonly RateBucket[]): Promise<RateVerdict>;
  /** Takes one of the key's `max` slots and returns a function that frees it; null if all are taken. Never rejects. */
  occupy(share: { key: string; max: number }): Promise<Leave | null>;
  close(): Promise<void>;
};

type Leave = () => Promise<void>;

type Options = {
  /** The store shared by all processes. */
  store: LimitStore;
  nowMs: () => number;
  renewIntervalMs?: number;
  logger: Pick<Logger, 'warn' | 'info'>;
  metrics: Pick<Metrics, 'limitsShared'>;
};

/**
 * Limits across all processes of an installation, or in this process only while the store does not answer: they are never off. Requests
 * that this process allows are also counted locally, so an outage starts with what callers had left, and a caller over a limit here costs
 * the store nothing.
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

/** Limits of a process that does not share them. */
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
/** How long an unresponsive store is not asked; then one caller tries again and waits for it. */
const PAUSE_MS = 1000;

type Ask = <Answer>(question: (store: LimitStore) => Promise<Answer>) => Promise<Answer | null>;

/** Asks the store; null if it does not answer, or failed to a moment ago. */
const createAsk = ({ store, nowMs, logger, metrics }: Options): Ask => {
  let awaySinceMs: number | null = null;
  let isTrying = false;
  /** Counts outages and recoveries, because an answer to an older question says nothing about now. */
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
 * Gives up on a question only if the store has answered nobody for the whole limit: a busy store is not down, and counting locally too soon
 * allows too much. The stores have time limits of their own, so this ends.
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
        // On a busy process the timeout fires before an answer that has already arrived is read; such an answer still counts.
        await nextTurn();
        if (answers === seen) throw error;
      }
    }
  };
};

type Level = { tokens: number; atMs: number };

type LocalOptions = {
  /** Monotonic, so changing the machine's clock does not fill a bucket. */
  nowMs: () => number;
  /** Beyond this many, the least recently used bucket is forgotten, so a flood of keys does not exhaust memory. */
  capacity?: number;
};

/** Counts in this process. A slot needs no lease here, because it ends with the process that holds it. */
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
        // Also stored on refusal, so frequent callers are not forgotten.
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
