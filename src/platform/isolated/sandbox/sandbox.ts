import { linkSignals, untilAborted } from '../../../shared/async.js';
import { AppError } from '../../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../../shared/fair-turns.js';
import type { Confinement } from '../confinement.js';
import { entryBeside } from '../entry-beside.js';
import { IsolatedFailure, startIsolated } from '../isolated-process.js';
import { STARVATION_FACTOR } from '../own-time.js';
import { Said, STARTED, type Language, type Order, type Outcome } from './messages.js';

type Options = {
  /** Scripts that run at once, of all tenants together; the last of them is only for a tenant that runs none. */
  atOnce: number;
  /** For Python; the shell has a heap of its own beside it. */
  memoryMb: number;
  maxWaiting?: number;
  /** The time in which a process and Python's interpreter start. */
  startLimitMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
  /** The confinement of its processes; default: they only lack the environment. */
  confinement?: Confinement;
};

type Run = {
  /** The tenant and user for whom the script waits and runs; it sees nothing of them. */
  owner: TurnOwner;
  language: Language;
  script: string;
  /** Reads all it sees, by relative names, when its turn has come: who waits holds no bytes. */
  readFiles: () => Promise<ReadonlyMap<string, Uint8Array>>;
  timeoutMs: number;
};

export type Sandbox = ReturnType<typeof createSandbox>;

const MAX_WAITING = 64;
/** Nobody is kept waiting until there is no time left for the script. */
const MAX_WAIT_MS = 20_000;
const HEAP_MB = 192;
const START_LIMIT_MS = 30_000;
/** The process stops a script itself, and is stopped when it did not. */
const STOP_MARGIN_MS = 3000;

/**
 * Runs Python and shell scripts of others in an emulation: no program, no file, no address and no variable of the host is in it. Each
 * run has a process of ours, started for it and ended after it, whatever it left running; the script starts none.
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
        // A store that hangs does not keep the turn of whoever has given up.
        const files = await untilAborted(readFiles(), signal);
        if (closing.signal.aborted) throw closed();
        const memoryBytes = memoryMb * 1024 * 1024;
        // In the process there is but the clock to go by.
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
    // Of Python's interpreter.
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
    // Takes along whatever threads the script has started; its turn ends when they have.
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
