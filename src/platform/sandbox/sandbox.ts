import { on } from 'node:events';
import { linkSignals, untilAborted } from '../../shared/async.js';
import { AppError, nameOf } from '../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import { NO_CONFINEMENT, type Confinement } from '../processes/confinement.js';
import { endProcess, startProcess } from '../processes/start-process.js';
import {
  Said,
  START_LIMIT_MS,
  STARTED,
  type Language,
  type Order,
  type Outcome,
} from './messages.js';

type Options = {
  /** Scripts that run at once, of all tenants together; the last of them is only for a tenant that runs none. */
  atOnce: number;
  /** For Python; the shell has a heap of its own beside it. */
  memoryMb: number;
  maxWaiting?: number;
  /** What its processes are kept from; default: nothing but the environment. */
  confinement?: Confinement;
};

type Run = {
  /** Of whose turns this is one; a script sees nothing of it. */
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
  confinement = NO_CONFINEMENT,
}: Options) => {
  const turns = createFairTurns({
    atOnce,
    keepsLast: true,
    queue: { maxWaiting, maxWaitMs: MAX_WAIT_MS, names: SETTINGS, refusal: tooMuch },
  });
  const closing = new AbortController();
  const running = new Set<Promise<Outcome>>();
  const begin = async (order: Order, signal: AbortSignal): Promise<Outcome> => {
    const stop = linkSignals([signal, closing.signal]);
    const outcome = runInProcess(order, confinement, stop.signal);
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
    /** What the script said and changed. Rejects with `tool_timeout`, `tool_failed`, `tool_unavailable`, or the signal's reason. */
    run: ({ owner, readFiles, ...run }: Run, signal: AbortSignal): Promise<Outcome> =>
      turns.run(owner, signal, async () => {
        // A store that hangs does not keep the turn of whoever has given up.
        const files = await untilAborted(readFiles(), signal);
        if (closing.signal.aborted) throw closed();
        return begin({ ...run, files, memoryBytes: memoryMb * 1024 * 1024 }, signal);
      }),
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
};

const runInProcess = async (
  order: Order,
  confinement: Confinement,
  stop: AbortSignal,
): Promise<Outcome> => {
  const child = startProcess('sandbox-process', import.meta.url, {
    ...{ heapMb: HEAP_MB, confinement },
    // Of Python's interpreter.
    threads: true,
  });
  const ended = new AbortController();
  child.once('exit', (_code, signal) => {
    ended.abort(new Ended(signal));
  });
  const messages = on(child, 'message');
  const hear = async (limitMs: number): Promise<unknown> => {
    const stopped = linkSignals([stop, ended.signal], { limitMs });
    try {
      const next = await untilAborted(messages.next(), stopped.signal);
      return (next.value as unknown[])[0];
    } finally {
      stopped.unlink();
    }
  };
  try {
    child.send(order);
    const first = await hear(START_LIMIT_MS);
    const said = first === STARTED ? await hear(order.timeoutMs + STOP_MARGIN_MS) : first;
    const { changed, ...rest } = Said.parse(said);
    return { ...rest, changed: new Map(changed) };
  } finally {
    await messages.return?.();
    // Takes along whatever threads the script has started; its turn ends when they have.
    await endProcess(child);
  }
};

/** The process went without a word: by itself, or by a signal. */
class Ended extends Error {
  override readonly name = 'Ended';
  readonly signal: NodeJS.Signals | null;

  constructor(signal: NodeJS.Signals | null) {
    super('The process of the script ended without a word.');
    this.signal = signal;
  }
}

const explain = (cause: unknown, { timeoutMs }: Order): AppError => {
  if (isOutOfMemory(cause)) {
    return new AppError('tool_failed', 'The script needed more memory than it may have.', {
      cause,
    });
  }
  if (nameOf(cause) === 'TimeoutError') {
    const seconds = Math.round(timeoutMs / 1000);
    return new AppError('tool_timeout', `The script was stopped after ${seconds} s.`, { cause });
  }
  return new AppError('tool_failed', 'The script ended its sandbox.', { cause });
};

/** V8 aborts when its heap is full; a SIGKILL that is not ours is the kernel's, out of memory. */
const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Ended && (cause.signal === 'SIGABRT' || cause.signal === 'SIGKILL');

const SETTINGS = { atOnce: 'SANDBOX_CONCURRENCY' };

const tooMuch = (limit: string): AppError =>
  new AppError('tool_unavailable', `Too many scripts at once: ${limit}. Try again later.`);

const closed = (): AppError => new AppError('shutting_down', 'The sandbox is closed.');
