import { getEventListeners } from 'node:events';
import { Session } from 'node:inspector/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  createKeyedLock,
  createLazy,
  createLimit,
  createSingleFlight,
  createSlices,
  inTurn,
  linkSignals,
  mapInSlices,
  runWithin,
  untilAborted,
  within,
} from '../../src/shared/async.js';

const collectGarbage = async (): Promise<void> => {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const never = new Promise<never>(() => undefined);

describe('a long-lived signal', () => {
  it('keeps no reference to the short-lived signals that were linked to it', async () => {
    const longLived = new AbortController();
    const linkMany = (): WeakRef<AbortSignal>[] =>
      Array.from({ length: 1_000 }, () => {
        const link = linkSignals([longLived.signal], { limitMs: 60_000 });
        link.signal.addEventListener('abort', () => undefined);
        link.unlink();
        return new WeakRef(link.signal);
      });

    const links = linkMany();
    await nextTurn();
    await collectGarbage();

    expect(getEventListeners(longLived.signal, 'abort')).toHaveLength(0);
    // A register of the engine may hold the last one for a while; a leak would hold all thousand.
    const held = links.filter((link) => link.deref() !== undefined);
    expect(held.length).toBeLessThanOrEqual(1);
  });

  it('has no listeners left from attempts that ended, failed or timed out', async () => {
    const longLived = new AbortController();
    const limits = { signal: longLived.signal, limitMs: 5 };

    const attempts = await Promise.all([
      runWithin(limits, () => Promise.resolve(1)),
      runWithin(limits, () => Promise.reject(new Error('no'))),
      runWithin(limits, () => never),
    ]);

    expect(attempts.map(({ kind }) => kind)).toEqual(['done', 'error', 'timeout']);
    expect(getEventListeners(longLived.signal, 'abort')).toHaveLength(0);
  });

  it('may have many links at once without a warning', async () => {
    const longLived = new AbortController();
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);

    const links = Array.from({ length: 30 }, () => linkSignals([longLived.signal]));
    await nextTurn();

    process.off('warning', note);
    for (const { unlink } of links) unlink();
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  });
});

describe('a linked signal', () => {
  it('fires with the reason of the first source that fires', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const link = linkSignals([first.signal, second.signal]);

    second.abort('second');
    first.abort('first');

    expect(link.signal.reason).toBe('second');
  });

  it('is already aborted if a source was aborted before', () => {
    expect(linkSignals([AbortSignal.abort('gone')]).signal.reason).toBe('gone');
  });

  it('fires at its time limit, also if garbage was collected meanwhile', async () => {
    const fired = new Promise((resolve) => {
      const { signal } = linkSignals([new AbortController().signal], { limitMs: 50 });
      signal.addEventListener('abort', resolve);
    });
    await nextTurn();
    await collectGarbage();

    await expect(fired).resolves.toMatchObject({ type: 'abort' });
  });
});

describe('waiting for work', () => {
  it('ends with the reason of an aborted signal', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);

    controller.abort(new Error('enough'));

    await expect(waiting).rejects.toThrow('enough');
  });

  it('ends at a time limit with a TimeoutError', async () => {
    await expect(within(5, never)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('work that had to wait for a slot', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('gets its full time from the moment that it begins', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const limits = { signal: new AbortController().signal, limitMs: 1000 };
    let finish: (value: string) => void = () => undefined;
    const attempt = runWithin(limits, (_signal, restart) => {
      setTimeout(() => {
        restart(1000);
      }, 900);
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });

    jest.advanceTimersByTime(1800);
    finish('done');

    await expect(attempt).resolves.toEqual({ kind: 'done', result: 'done' });
  });

  it('gets no more than its time limit', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const limits = { signal: new AbortController().signal, limitMs: 1000 };
    const attempt = runWithin(limits, (_signal, restart) => {
      restart(2000);
      return new Promise<never>(() => undefined);
    });

    jest.advanceTimersByTime(2000);

    await expect(attempt).resolves.toEqual({ kind: 'timeout' });
  });
});

describe('a concurrency limit', () => {
  it('serves the longest waiting first and skips waits that were cancelled', async () => {
    const limit = createLimit(1);
    const leaver = new AbortController();
    const ran: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      await nextTurn();
      ran.push(name);
    };

    const first = inTurn(limit, undefined, work('first'));
    const left = inTurn(limit, leaver.signal, work('left'));
    const last = inTurn(limit, undefined, work('last'));
    leaver.abort(new Error('tired'));

    await expect(left).rejects.toThrow('tired');
    await Promise.all([first, last]);
    expect(ran).toEqual(['first', 'last']);
  });
});

describe('a lock per key', () => {
  it('runs work of the same key in the order of requests, also after a failure', async () => {
    const lock = createKeyedLock();
    const log: string[] = [];

    const failing = lock('a', async () => {
      await nextTurn();
      log.push('first of a');
      throw new Error('no');
    });
    const next = lock('a', async () => void log.push('second of a'));
    const other = lock('b', async () => void log.push('b'));

    await expect(failing).rejects.toThrow('no');
    await Promise.all([next, other]);
    expect(log).toEqual(['b', 'first of a', 'second of a']);
  });
});

describe('a single flight', () => {
  it('shares a run with callers that come during it, and starts a new one for the next', async () => {
    let runs = 0;
    const flight = createSingleFlight(async () => {
      await nextTurn();
      return (runs += 1);
    });

    expect(await Promise.all([flight.run(), flight.run()])).toEqual([1, 1]);
    expect(await flight.run()).toBe(2);
  });
});

describe('a resource that is opened on first use', () => {
  it('is opened once for all callers, and again after a failure', async () => {
    let tries = 0;
    const lazy = createLazy(async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });

    await expect(lazy.get()).rejects.toThrow('not yet');
    expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([2, 2]);
  });

  it('is returned once for closing', async () => {
    const lazy = createLazy(async () => 'open');
    await lazy.get();

    expect(await lazy.take()).toBe('open');
    expect(await lazy.take()).toBeNull();
  });

  it('is not opened again after that', async () => {
    let opened = 0;
    const lazy = createLazy(async () => {
      opened += 1;
    });
    await lazy.get();
    await lazy.take();

    await expect(lazy.get()).rejects.toThrow('closed');

    expect(opened).toBe(1);
  });

  it('is not opened at all if it was closed first', async () => {
    let opened = 0;
    const lazy = createLazy(async () => {
      opened += 1;
    });

    expect(await lazy.take()).toBeNull();

    await expect(lazy.get()).rejects.toThrow('closed');
    expect(opened).toBe(0);
  });
});

const SLICE_MS = 8;

/** Pure computing, for as long as a slice and a little more. */
const computeFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('mapping a list in slices', () => {
  it('returns every result, in the order of the items', async () => {
    const mapped = await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`);

    expect(mapped).toEqual(['a0', 'b1', 'c2']);
  });

  it('yields to the event loop in between', async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);

    await mapInSlices([1, 2, 3, 4], () => computeFor(SLICE_MS + 2));

    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });

  it('counts its time across all passes', async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);
    const slices = createSlices();

    for (const item of [1, 2, 3, 4]) await slices.forEach([item], () => computeFor(SLICE_MS - 2));

    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });

  it('stops with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const mapping = mapInSlices(
      [1, 2, 3],
      () => {
        controller.abort(reason);
        computeFor(SLICE_MS + 2);
      },
      controller.signal,
    );

    await expect(mapping).rejects.toBe(reason);
  });
});
