import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from './errors.js';

export { nextTurn, pLimit as createLimit };

/** Calls the listener when the signal fires, at once if it has fired. Returns what takes the listener off again. */
export const onAbort = (signal: AbortSignal, listener: () => void): (() => void) => {
  // A signal that lives long has a listener for each piece of work that runs; all of them go, so many are no sign of a leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  if (signal.aborted) listener();
  return () => {
    signal.removeEventListener('abort', listener);
  };
};

/**
 * A signal that fires with the first of these, or at the limit. Linked by hand: of one that AbortSignal.any made, Node 20 keeps
 * about a kilobyte for as long as its sources live, and a time limit that is known to AbortSignal.any alone is collected as
 * garbage and never fires.
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
    /** Counts the time from now on, to this limit. */
    restart: (ms: number): void => {
      clearTimeout(timer);
      if (!isUnlinked) timer = start(ms);
    },
    /** To be called when the work has ended: from then on the signal fires no more by itself, and nothing holds it. */
    unlink: (): void => {
      isUnlinked = true;
      clearTimeout(timer);
      for (const unlink of links) unlink();
    },
  };
};

const tooLong = (limitMs: number): DOMException =>
  new DOMException(`The time limit of ${limitMs} ms was reached.`, 'TimeoutError');

/** The result of the work, or a rejection with the signal's reason as soon as it fires; the work goes on, but its result is ignored. */
export const untilAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const ignore = onAbort(signal, () => {
      reject(signal.reason as Error);
    });
    work.then(resolve, reject).finally(ignore);
  });

/** The result of the work, or a `TimeoutError` at the limit; the work goes on, but its result is ignored. */
export const within = async <Result>(limitMs: number, work: Promise<Result>): Promise<Result> => {
  const limit = linkSignals([], { limitMs });
  try {
    return await untilAborted(work, limit.signal);
  } finally {
    limit.unlink();
  }
};

/** True when the work succeeds before the limit. */
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

/** Counts the time of work from now on, to another limit: for who had to wait for its turn. */
type Restart = (limitMs: number) => void;

/**
 * Runs work under a signal of its own that fires at the limit or when the caller's does, and comes back at that moment
 * whether the work listens or not.
 */
export const runWithin = async <Result>(
  { signal, limitMs }: Limits,
  work: (signal: AbortSignal, restart: Restart) => Promise<Result>,
): Promise<Attempt<Result>> => {
  if (signal.aborted) return { kind: 'cancelled' };
  if (limitMs <= 0) return { kind: 'timeout' };
  const limited = linkSignals([signal], { limitMs });
  // Listens before the work does, and so comes before the failure that the work makes of it.
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

/** The result of work within its limits; throws what the work threw, what `tooLate` makes at the limit, and `cancelled` when the caller's signal fires. */
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

/** Runs work when the limit has room for it, in the order of asking. A signal that fires ends the waiting, not the work. */
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
    // Whoever has given up meanwhile is passed over.
    signal?.throwIfAborted();
    return work();
  });
  outcome.catch(() => undefined);
  if (signal !== undefined) await untilAborted(begun, signal);
  return outcome;
};

/** Works on all items, so many at once. After a failure it begins no more, and rejects when what was begun has ended. */
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
  // The compiler does not see what the functions above do to it.
  const failed = failure as { error: unknown } | null;
  if (failed !== null) throw failed.error;
};

/** Runs work of one key at a time, in the order of asking; what fails holds nobody up. */
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

/** Runs work once at a time: whoever asks during a run gets that run. */
export const createSingleFlight = <Result>(work: () => Promise<Result>) => {
  let current: Promise<Result> | null = null;
  return {
    run: (): Promise<Result> => {
      current ??= work().finally(() => {
        current = null;
      });
      return current;
    },
    /** Resolves when nothing runs, however that ended. */
    ended: async (): Promise<void> => {
      await current?.catch(() => undefined);
    },
  };
};

/** Opens something for the first caller and shares it with all others; after a failure the next caller tries again. Closed once it is taken. */
export const createLazy = <Opened>(open: () => Promise<Opened>) => {
  let opening: Promise<Opened> | null = null;
  let isClosed = false;
  return {
    get: (): Promise<Opened> => {
      // Nobody would close what was opened now.
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
    /** Hands over what was opened, for closing; null when there is nothing. From then on nobody gets it, nor another one. */
    take: async (): Promise<Opened | null> => {
      isClosed = true;
      const taken = opening;
      opening = null;
      return (await taken?.catch(() => null)) ?? null;
    },
  };
};

const SLICE_MS = 8;

/** Pure computing over many things, in passes that share slices: the event loop has a turn every few milliseconds. Rejects with the signal's reason. */
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

/** One pass over the items, with a turn for the event loop every few milliseconds. Rejects with the signal's reason. */
export const mapInSlices = <Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  signal?: AbortSignal,
): Promise<Result[]> => createSlices(signal).map(items, map);

/** The same bytes, the first `sampleBytes` of them (or all that there are) in one piece. */
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
