import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LimitStore } from '../../../src/platform/limits/limit-store.js';
import { createSharedLimits, type Limits } from '../../../src/platform/limits/limits.js';
import { createLocalLimitStore } from '../../../src/platform/limits/limits.js';
import { createSilentLogger, type LoggedLine } from '../../fakes/silent-logger.js';
import { eventually } from '../../support/eventually.js';

/** Answers from beside this thread, so also while it is busy. */
const ECHO = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (question) => parentPort.postMessage(question));`;

/** A store of several processes; it answers, fails or hangs as a test says, and counts how often it is asked. */
const createBreakableStore = (nowMs: () => number) => {
  let inner = createLocalLimitStore({ nowMs });
  let state: 'up' | 'failing' | 'silent' = 'up';
  let asked = 0;
  const through = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    asked += 1;
    if (state === 'silent') return new Promise(() => undefined);
    return state === 'up' ? ask() : Promise.reject(new Error('connect ECONNREFUSED'));
  };
  const store: LimitStore = {
    take: (buckets) => through(() => inner.take(buckets)),
    acquire: (slot) => through(() => inner.acquire(slot)),
    renew: (slots) =>
      through(async () => {
        for (const slot of slots) await inner.acquire({ ...slot, max: Infinity });
      }),
    release: (slot) => through(() => inner.release(slot)),
    close: async () => undefined,
  };
  return {
    store,
    set: (next: typeof state) => {
      state = next;
    },
    forget: () => {
      inner = createLocalLimitStore({ nowMs });
    },
    asked: () => asked,
  };
};

describe('rate limits across several processes', () => {
  let nowMs: number;
  let shared: ReturnType<typeof createBreakableStore>;
  let lines: LoggedLine[];
  let told: boolean[];

  beforeEach(() => {
    nowMs = 0;
    shared = createBreakableStore(() => nowMs);
    lines = [];
    told = [];
  });

  const open = (renewIntervalMs = 1_000_000): Limits =>
    createSharedLimits({
      store: shared.store,
      nowMs: () => nowMs,
      renewIntervalMs,
      logger: createSilentLogger(lines),
      metrics: { limitsShared: (areShared) => void told.push(areShared) },
    });
  const allowed = async (limits: Limits, times: number) => {
    let count = 0;
    for (let request = 0; request < times; request += 1) {
      const verdict = await limits.take([{ key: 'k', perMinute: 10 }]);
      if (verdict.allowed) count += 1;
    }
    return count;
  };

  it('let through in total what one process would let through', async () => {
    const [one, other] = [open(), open()];

    expect([await allowed(one, 4), await allowed(other, 20), await allowed(one, 20)]).toEqual([
      4, 6, 0,
    ]);
  });

  it('do not ask the shared store again for a caller who has used up everything in this process', async () => {
    const limits = open();
    await allowed(limits, 10);
    const before = shared.asked();

    expect(await allowed(limits, 100)).toBe(0);
    expect(shared.asked()).toBe(before);
  });

  it.each(['failing', 'silent'] as const)(
    'are counted per process, starting from what was left, while the store is %s',
    async (state) => {
      const [one, other] = [open(), open()];
      await allowed(one, 6);
      await allowed(other, 1);
      shared.set(state);

      expect([await allowed(one, 30), await allowed(other, 30)]).toEqual([4, 9]);
    },
  );

  it('delay one caller once a second while the store is silent, and the others never', async () => {
    const limits = open();
    shared.set('silent');
    await allowed(limits, 1);
    const before = shared.asked();

    await allowed(limits, 5);
    const duringPause = shared.asked();
    nowMs += 1000;
    let hasWaited = false;
    const waiting = allowed(limits, 1).then(() => {
      hasWaited = true;
    });
    await allowed(limits, 2);
    const othersWaited = hasWaited;
    await waiting;

    expect([duringPause - before, shared.asked() - before]).toEqual([0, 1]);
    expect(othersWaited).toBe(false);
  });

  it('are shared again once the store is back, and log so once', async () => {
    const [one, other] = [open(), open()];
    shared.set('failing');
    await Promise.all([allowed(one, 3), allowed(one, 1)]);
    shared.forget();
    shared.set('up');
    nowMs += 60_000;

    expect([await allowed(one, 4), await allowed(other, 20)]).toEqual([4, 6]);
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'Limits count in this process alone, their store is away'],
      ['info', 'Limits count across processes again'],
    ]);
    expect(told).toEqual([false, true]);
  });

  it("use the store's answer even if this process was too busy to read it in time", async () => {
    const echo = new Worker(ECHO, { eval: true });
    const ask = async () => {
      echo.postMessage('question');
      await once(echo, 'message');
    };
    await ask();
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const limits = createSharedLimits({
      store: {
        ...shared.store,
        take: async (buckets) => {
          begin();
          await ask();
          return buckets.map(() => 0);
        },
      },
      nowMs: () => nowMs,
      logger: createSilentLogger(lines),
      metrics: { limitsShared: () => undefined },
    });
    // Between reading and the timers: they are what the event loop looks at next.
    await nextTurn();
    const verdict = limits.take([{ key: 'k', perMinute: 10 }]);
    await begun;

    const busyUntilMs = performance.now() + 700;
    while (performance.now() < busyUntilMs);

    expect((await verdict).allowed).toBe(false);
    expect(lines).toEqual([]);
    await echo.terminate();
  });

  it('wait longer for a store that is busy with others than for a silent one', async () => {
    const slow = 900;
    const limits = createSharedLimits({
      store: {
        ...shared.store,
        take: async (buckets) => {
          await delay(buckets[0]?.key === 'slow' ? slow : 50);
          return buckets.map(() => 0);
        },
      },
      nowMs: () => nowMs,
      logger: createSilentLogger(lines),
      metrics: { limitsShared: () => undefined },
    });
    let isOver = false;
    const others = async () => {
      while (!isOver) await limits.take([{ key: 'quick', perMinute: 10 }]);
    };

    const asking = others();
    const verdict = await limits.take([{ key: 'slow', perMinute: 10 }]);
    isOver = true;
    await asking;

    expect(verdict.allowed).toBe(false);
    expect(lines).toEqual([]);
  });

  it('give out slots across all processes, and free them when the work ends', async () => {
    const [one, other] = [open(), open()];
    const share = { key: 'chats', max: 2 };

    const leaves = [await one.occupy(share), await other.occupy(share)];
    const third = await one.occupy(share);
    await leaves[0]?.();

    expect(leaves.map((leave) => leave === null)).toEqual([false, false]);
    expect(third).toBeNull();
    expect(await other.occupy(share)).not.toBeNull();
    expect(await one.occupy(share)).toBeNull();
  });

  it('count what began during an outage once the store is back', async () => {
    const [one, other] = [open(20), open()];
    const share = { key: 'streams', max: 1 };
    shared.set('failing');
    const leave = await one.occupy(share);
    expect(await one.occupy(share)).toBeNull();
    nowMs += 1000;
    shared.set('up');

    const isTaken = async () => {
      const tried = await other.occupy(share);
      await tried?.();
      return tried === null;
    };
    await eventually(isTaken, (taken) => taken);
    await leave?.();

    expect(await other.occupy(share)).not.toBeNull();
    await one.close();
  });
});
