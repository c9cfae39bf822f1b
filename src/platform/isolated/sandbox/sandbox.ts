import { linkSignals, untilAborted } from '../../../shared/async.js';
import { AppError } from '../../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../../shared/fair-turns.js';
import type { Confinement } from '../confinement.js';
import { entryBeside } from '../entry-beside.js';
import { IsolatedFailure, startIsolated } from '../isolated-process.js';
import { STARVATION_FACTOR } from '../own-time.js';
import { Said, STARTED, type Language, type Order, type Outcome } from './messages.js';

type Options = {
  /** How many scripts of all tenants run at once; the last slot is reserved for a tenant that runs none. */
  atOnce: number;
  /** For Python; the shell has a separate heap. */
  memoryMb: number;
  maxWaiting?: number;
  /** How long a process and Python's interpreter may take to start. */
  startLimitMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
  /** The confinement of its processes; by default only the environment is withheld. */
  confinement?: Confinement;
};

type Run = {
  /** The tenant and user on whose behalf the script waits and runs; the script cannot see them. */
  owner: TurnOwner;
  language: Language;
  script: string;
  /** Reads all its files, by relative names, once its turn has come: a waiting script keeps no bytes in memory. */
  readFiles: () => Promise<ReadonlyMap<string, Uint8Array>>;
  timeoutMs: number;
};

export type Sandbox = ReturnType<typeof createSandbox>;

const MAX_WAITING = 64;
/** Waiting is limited, so that enough time is left for the script. */
const MAX_WAIT_MS = 20_000;
const HEAP_MB = 192;
const START_LIMIT_MS = 30_000;
/** The process stops a script itself, and is killed if it does not. */
const STOP_MARGIN_MS = 3000;

/**
 * Runs untrusted Python and shell scripts in an emulation without access to the host's programs, files, network or environment. Each run
 * gets a process of its own, which is ended afterwards whatever is still running; the script itself cannot start any.
 */
export const createSandbox = ({
  atOnce,
  memoryMb,
  maxWaiting = MAX_WAITING,
  startLimitMs = START_LIMIT_MS,
  starvationFactor = STARVATION_FACTOR,
  confinement,
}: Options) => {
  const turns = createFairTurns({
    atOnce,
    keepsLast: true,
    queue: { maxWaiting, maxWaitMs: MAX_WAIT_MS, names: SETTINGS, refusal: tooMuch },
  });
  const limits = { startLimitMs, starvationFactor, confinement };
  const closing = new AbortController();
  const running = new Set<Promise<Outcome>>();
  const begin = async (order: Order, signal: AbortSignal): Promise<Outcome> => {
    const stop = linkSignals([signal, closing.signal]);
    const outcome = runInProcess(order, limits, stop.signal);
    running.add(outcome);
    try {
      return await outcome;
    } catch (cause) {
      signal.throwIfAborted();
      if (closing.signal.aborted) throw closed();
      throw explain(cause, order);
    } finally {
      running.delete(outcome);
      stop.unlink();
    }
  };
  return {
    /** Returns the script's output and changes. Rejects with `tool_timeout`, `tool_failed`, `tool_unavailable`, or the signal's reason. */
    run: ({ owner, readFiles, ...run }: Run, signal: AbortSignal): Promise<Outcome> =>
      turns.run(owner, signal, async () => {
        // A store that hangs must not keep the turn of a caller that has given up.
        const files = await untilAborted(readFiles(), signal);
        if (closing.signal.aborted) throw closed();
        const memoryBytes = memoryMb * 1024 * 1024;
        // Inside the process only the clock is available, so the limit is stretched.
        const order = { ...run, files, memoryBytes, startLimitMs: startLimitMs * starvationFactor };
        return begin(order, signal);
      }),
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
};

type ProcessLimits = {
  startLimitMs: number;
  starvationFactor: number;
  confinement: Confinement | undefined;
};

const runInProcess = async (
  order: Order,
  { startLimitMs, ...limits }: ProcessLimits,
  stop: AbortSignal,
): Promise<Outcome> => {
  const child = startIsolated(entryBeside('sandbox-process', import.meta.url), {
    heapMb: HEAP_MB,
    ...limits,
    // For Python's interpreter.
    threads: true,
  });
  const hear = (limitMs: number, send?: Order) =>
    child.converse(
      { ...(send !== undefined && { send }), take: (message) => ({ message }) },
      { limitMs, signals: [stop] },
    );
  try {
    const first = await hear(startLimitMs, order);
    const isStarted = first.message === STARTED;
    const said = isStarted ? await hear(order.timeoutMs + STOP_MARGIN_MS) : first;
    const { changed, ...rest } = Said.parse(said.message);
    return { ...rest, changed: new Map(changed) };
  } finally {
    // Also ends threads that the script has started; only then does its turn end.
    await child.end();
  }
};

const explain = (cause: unknown, { timeoutMs }: Order): AppError => {
  const failure = cause instanceof IsolatedFailure ? cause.kind : null;
  if (cause instanceof IsolatedFailure && cause.wasStarved) {
    const reason = 'The machine is too busy to run scripts now. Try again later.';
    return new AppError('tool_unavailable', reason, { cause });
  }
  if (failure === 'out_of_memory') {
    return new AppError('tool_failed', 'The script needed more memory than it may have.', {
      cause,
    });
  }
  if (failure === 'too_slow') {
    const seconds = Math.round(timeoutMs / 1000);
    return new AppError('tool_timeout', `The script was stopped after ${seconds} s.`, { cause });
  }
  return new AppError('tool_failed', 'The script ended its sandbox.', { cause });
};

const SETTINGS = { atOnce: 'SANDBOX_CONCURRENCY' };

const tooMuch = (limit: string): AppError =>
  new AppError('tool_unavailable', `Too many scripts at once: ${limit}. Try again later.`);

const closed = (): AppError => new AppError('shutting_down', 'The sandbox is closed.');
