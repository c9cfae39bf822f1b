import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from './errors.js';

export { nextTurn, pLimit as createLimit };

/** Calls the listener when the signal aborts, at once if it already has. Returns a function that removes the listener. */
export const onAbort = (signal: AbortSignal, listener: () => void): (() => void) => {
  // A long-lived signal has one listener per running piece of work; all are removed, so many of them are not a leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  if (signal.aborted) listener();
  return () => {
    signal.removeEventListener('abort', listener);
  };
};

/**
 * A signal that aborts with the first of these, or at the limit. Linked by hand: for AbortSignal.any, Node 20 keeps about a kilobyte as
 * long as its sources live, and a timeout signal referenced only by AbortSignal.any is garbage collected and never fires.
 */
export const linkSignals = (
  sources: readonly AbortSignal[],
  { limitMs }: { limitMs?: number } = {},
) => {
  const controller = new AbortController();
  const start = (ms: number) =>
    setTimeout(() => {
      controller.abort(tooLong(ms));
    }, ms);
  let timer = limitMs === undefined ? undefined : start(limitMs);
  let isUnlinked = false;
  const links = sources.map((source) =>
    onAbort(source, () => {
      controller.abort(source.reason);
    }),
  );
  return {
    signal: controller.signal,
    abort: (reason?: unknown): void => {
      controller.abort(reason);
    },
    /** Restarts the time with this limit. */
    restart: (ms: number): void => {
      clearTimeout(timer);
      if (!isUnlinked) timer = start(ms);
    },
    /** Call when the work has ended: from then on the signal no longer aborts by itself, and nothing refers to it. */
    unlink: (): void => {
      isUnlinked = true;
      clearTimeout(timer);
      for (const unlink of links) unlink();
    },
  };
};

const tooLong = (limitMs: number): DOMException =>
  new DOMException(`The time limit of ${limitMs} ms was reached.`, 'TimeoutError');

/** The result of the work, or a rejection with the signal's reason as soon as it aborts; the work continues, but its result is ignored. */
export const untilAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const ignore = onAbort(signal, () => {
      reject(signal.reason as Error);
    });
    work.then(resolve, reject).finally(ignore);
  });

/** The result of the work, or a `TimeoutError` at the limit; the work continues, but its result is ignored. */
export const within = async <Result>(limitMs: number, work: Promise<Result>): Promise<Result> => {
  const limit = linkSignals([], { limitMs });
  try {
    return await untilAborted(work, limit.signal);
  } finally {
    limit.unlink();
  }
};

/** True if the work succeeds before the limit. */
export const succeedsWithin = (limitMs: number, work: Promise<unknown>): Promise<boolean> =>
  within(limitMs, work).then(
    () => true,
    () => false,
  );

export type Attempt<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'error'; error: unknown }
  | { kind: 'timeout' }
  | { kind: 'cancelled' };

type Limits = { signal: AbortSignal; limitMs: number };

/** Restarts the time of the work with another limit, for work that had to wait for its turn. */
type Restart = (limitMs: number) => void;

/**
 * Runs work with its own signal, which aborts at the limit or with the caller's, and returns at that moment even if the work does not
 * react.
 */
export const runWithin = async <Result>(
  { signal, limitMs }: Limits,
  work: (signal: AbortSignal, restart: Restart) => Promise<Result>,
): Promise<Attempt<Result>> => {
  if (signal.aborted) return { kind: 'cancelled' };
  if (limitMs <= 0) return { kind: 'timeout' };
  const limited = linkSignals([signal], { limitMs });
  // Listens before the work does, so it precedes the failure that the abort causes there.
  const interrupted = new Promise<Attempt<Result>>((resolve) => {
    onAbort(limited.signal, () => {
      resolve({ kind: signal.aborted ? 'cancelled' : 'timeout' });
    });
  });
  try {
    const finished = work(limited.signal, limited.restart).then(
      (result): Attempt<Result> => ({ kind: 'done', result }),
      (error: unknown): Attempt<Result> => ({ kind: 'error', error }),
    );
    return await Promise.race([interrupted, finished]);
  } finally {
    limited.unlink();
  }
};

/**
 * The result of work within its limits; throws what the work threw, the error from `tooLate` at the limit, and `cancelled` if the caller's
 * signal aborts.
 */
export const resultWithin = async <Result>(
  { tooLate, ...limits }: Limits & { tooLate: () => AppError },
  work: (signal: AbortSignal, restart: Restart) => Promise<Result>,
): Promise<Result> => {
  const attempt = await runWithin(limits, work);
  switch (attempt.kind) {
    case 'done':
      return attempt.result;
    case 'error':
      throw attempt.error;
    case 'timeout':
      throw tooLate();
    case 'cancelled':
      throw new AppError('cancelled', 'The request was cancelled.');
  }
};

/** Runs work when the limit has room for it, in the order of the calls. An aborted signal ends the wait, but not running work. */
export const inTurn = async <Result>(
  limit: LimitFunction,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> => {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const outcome = limit(() => {
    begin();
    // Callers that have given up meanwhile are skipped.
    signal?.throwIfAborted();
    return work();
  });
  outcome.catch(() => undefined);
  if (signal !== undefined) await untilAborted(begun, signal);
  return outcome;
};

/** Processes all items, this many at once. After a failure it starts no more, and rejects when running ones have ended. */
export const forEachAtOnce = async <Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const limit = pLimit(atOnce);
  let failure: { error: unknown } | null = null;
  await limit.map(items, async (item) => {
    if (failure !== null) return;
    await work(item).catch((error: unknown) => {
      failure ??= { error };
    });
  });
  // The compiler does not see that the functions above assign it.
  const failed = failure as { error: unknown } | null;
  if (failed !== null) throw failed.error;
};

/** Runs work one at a time per key, in the order of the calls; a failure does not block later work. */
export type KeyedLock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export const createKeyedLock = (): KeyedLock => {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(work);
    tails.set(key, turn);
    try {
      return await turn;
    } finally {
      if (tails.get(key) === turn) tails.delete(key);
    }
  };
};

/** Runs work one at a time: callers during a run share its result. */
export const createSingleFlight = <Result>(work: () => Promise<Result>) => {
  let current: Promise<Result> | null = null;
  return {
    run: (): Promise<Result> => {
      current ??= work().finally(() => {
        current = null;
      });
      return current;
    },
    /** Resolves when nothing is running, however it ended. */
    ended: async (): Promise<void> => {
      await current?.catch(() => undefined);
    },
  };
};

/**
 * Opens something for the first caller and shares it with all others; after a failure the next caller tries again. Closed once it is taken.
 */
export const createLazy = <Opened>(open: () => Promise<Opened>) => {
  let opening: Promise<Opened> | null = null;
  let isClosed = false;
  return {
    get: (): Promise<Opened> => {
      // Nobody would close something that is opened now.
      if (isClosed) return Promise.reject(new Error('It is closed and is not opened again.'));
      if (opening === null) {
        const started = open();
        opening = started;
        started.catch(() => {
          if (opening === started) opening = null;
        });
      }
      return opening;
    },
    /** Returns what was opened, for closing; null if there is nothing. From then on nobody gets it, and no other is opened. */
    take: async (): Promise<Opened | null> => {
      isClosed = true;
      const taken = opening;
      opening = null;
      return (await taken?.catch(() => null)) ?? null;
    },
  };
};

const SLICE_MS = 8;

/**
 * Pure computation over many items, in passes that share time slices: the event loop runs every few milliseconds. Rejects with the signal's
 * reason.
 */
export type Slices = ReturnType<typeof createSlices>;

export const createSlices = (signal?: AbortSignal) => {
  let sliceStartedAtMs = performance.now();
  const forEach = async <Item>(
    items: readonly Item[],
    work: (item: Item, index: number) => void,
  ): Promise<void> => {
    for (const [index, item] of items.entries()) {
      work(item, index);
      if (performance.now() - sliceStartedAtMs < SLICE_MS) continue;
      await nextTurn();
      signal?.throwIfAborted();
      sliceStartedAtMs = performance.now();
    }
  };
  const map = async <Item, Result>(
    items: readonly Item[],
    toResult: (item: Item, index: number) => Result,
  ): Promise<Result[]> => {
    const results: Result[] = [];
    await forEach(items, (item, index) => {
      results.push(toResult(item, index));
    });
    return results;
  };
  return { forEach, map };
};

/** One pass over the items, letting the event loop run every few milliseconds. Rejects with the signal's reason. */
export const mapInSlices = <Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  signal?: AbortSignal,
): Promise<Result[]> => createSlices(signal).map(items, map);

/** The same bytes, with the first `sampleBytes` (or all, if fewer) in one piece. */
export async function* withSampleFirst(
  content: AsyncIterable<Uint8Array>,
  sampleBytes: number,
): AsyncGenerator<Buffer> {
  const first: Uint8Array[] = [];
  let size = 0;
  let isSampled = false;
  for await (const piece of content) {
    if (isSampled) {
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      continue;
    }
    first.push(piece);
    size += piece.byteLength;
    if (size < sampleBytes) continue;
    isSampled = true;
    yield Buffer.concat(first.splice(0));
  }
  if (!isSampled) yield Buffer.concat(first);
}
