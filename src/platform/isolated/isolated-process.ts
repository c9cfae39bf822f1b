import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { linkSignals, untilAborted } from '../../shared/async.js';
import { NO_CONFINEMENT, type Confinement } from './confinement.js';
import { WATCH_PARENT } from './end-with-parent.js';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { lookAtProcess, STARVATION_FACTOR, watchOwnTime } from './own-time.js';

export type IsolatedOptions = {
  heapMb: number;
  /** The confinement of the process, which never has an environment; default: no other restriction. */
  confinement?: Confinement | undefined;
  /** Resident memory at which it is ended; measured where there is /proc. */
  maxResidentMb?: number;
  /** Set for one that reads its standard input; what it says of a failure is then heard, too. */
  hasInput?: boolean;
  /** So many times its limit may pass on the clock until one that had not its own time counts as starved. */
  starvationFactor?: number | undefined;
  /** Set for one that starts threads of its own, which Node's options hold less firmly. */
  threads?: boolean;
};

/** One that its heap's limit ended, or the kernel for want of memory, went `out_of_memory`. */
type FailureKind = 'ended' | 'out_of_memory' | 'too_slow';

/** The end of a process without the result that was waited for. */
export class IsolatedFailure extends Error {
  override readonly name = 'IsolatedFailure';
  readonly kind: FailureKind;
  /** For `too_slow`: true where it was kept from working, so that a calmer time might do. */
  readonly wasStarved: boolean;

  constructor(
    kind: FailureKind,
    { wasStarved = false, cause }: { wasStarved?: boolean; cause?: unknown } = {},
  ) {
    super(`An isolated process failed: ${kind}.`, { cause });
    this.kind = kind;
    this.wasStarved = wasStarved;
  }
}

type Conversation<Result> = {
  /** Sent first; whatever the process said before it counts for nothing then. */
  send?: object | string;
  /** Written to its standard input. */
  input?: Readable;
  /** Called with each message of the process, which may be anything, until it returns a result or throws. */
  take: (message: unknown) => Result | undefined;
};

/** The limit is of its own time: what it works and what it sleeps, but not what a busy machine keeps it from. */
type Limits = { limitMs: number; signals?: readonly (AbortSignal | undefined)[] };

export type IsolatedProcess = ReturnType<typeof startIsolated>;

/**
 * A process of ours for what others wrote: V8 ends a whole process when one large allocation does not fit, whatever limits its threads
 * have. It has no environment, nothing that it prints is shown, and it is ended when it takes too long or too much.
 */
export const startIsolated = (entry: URL, options: IsolatedOptions) => {
  const child = start(entry, options);
  const gone = watchEnd(child);
  const said = createMailbox(child);

  const converse = async <Result>(
    { send, input, take }: Conversation<Result>,
    limits: Limits,
  ): Promise<Result> => {
    const limit = watchLimits(child, { ...options, ...limits, gone, input });
    try {
      if (send !== undefined) said.clear();
      const result = said.listen(take);
      if (send !== undefined && isAlive()) child.send(send, () => undefined);
      if (child.stdin !== null && isAlive()) input?.pipe(child.stdin, { end: false });
      return await untilAborted(result, limit.signal);
    } catch (error) {
      if (limit.signal.aborted) child.kill('SIGKILL');
      throw error;
    } finally {
      said.close();
      limit.end();
    }
  };

  const isAlive = (): boolean =>
    !child.killed && child.exitCode === null && child.signalCode === null && child.connected;

  return {
    /**
     * One exchange at a time. Rejects with IsolatedFailure, with a signal's reason, or with what `take` throws; in the first two cases
     * the process is being ended.
     */
    converse,
    isAlive,
    memoryMb: (): number => residentMb(child.pid),
    /** Leaves the processor to others. */
    stepBack: (): void => {
      stepBack(child.pid);
    },
    /** Makes it keep this process from ending while it is busy, and not otherwise. */
    hold: ({ isBusy }: { isBusy: boolean }): void => {
      for (const part of [child, child.channel])
        if (isBusy) part?.ref();
        else part?.unref();
    },
    /** Ends it, whatever it is doing; resolves when it is gone. */
    end: async (): Promise<void> => {
      child.ref();
      child.kill('SIGKILL');
      if (!gone.aborted) await once(gone, 'abort');
    },
  };
};

const start = (entry: URL, options: IsolatedOptions): ChildProcess => {
  const { heapMb, confinement = NO_CONFINEMENT, threads = false, hasInput = false } = options;
  const { command, nodeOptions, diesWithParent } = confinement;
  const hasThreads = nodeOptions.length > 0 && (threads || !diesWithParent);
  const [program, ...words] = [...command, process.execPath];
  return fork(fileURLToPath(entry), diesWithParent ? [] : [WATCH_PARENT], {
    execPath: program,
    execArgv: [
      ...words,
      ...nodeOptions,
      ...(hasThreads ? ['--allow-worker'] : []),
      `--max-old-space-size=${heapMb}`,
      ...(entry.href.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []),
    ],
    env: {},
    serialization: 'advanced',
    stdio: hasInput ? ['pipe', 'ignore', 'pipe', 'ipc'] : ['ignore', 'ignore', 'ignore', 'ipc'],
  });
};

const STDERR_TAIL = 4_000;

/** A signal that fires with an IsolatedFailure when the process is gone. */
const watchEnd = (child: ChildProcess): AbortSignal => {
  const gone = new AbortController();
  let stderr = '';
  child.stderr?.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString('latin1')).slice(-STDERR_TAIL);
  });
  child.once('error', (cause) => {
    gone.abort(new IsolatedFailure('ended', { cause }));
  });
  // Writing to a process that has ended fails; its end is reported below.
  child.stdin?.on('error', () => undefined);
  // 'close' comes after stderr was read to its end.
  child.once('close', (_code, signal) => {
    // V8 aborts when its heap is full; a SIGKILL that is not ours is the kernel's, out of memory.
    const isFullHeap =
      child.stderr === null
        ? signal === 'SIGABRT'
        : /heap out of memory|allocation failed|invalid table size/i.test(stderr);
    const isMemory = isFullHeap || signal === 'SIGKILL';
    gone.abort(new IsolatedFailure(isMemory ? 'out_of_memory' : 'ended'));
  });
  return gone.signal;
};

/** So many messages are kept while nobody listens; a process that talks on is not heard. */
const MAX_UNHEARD = 16;

const createMailbox = (child: ChildProcess) => {
  let unheard: unknown[] = [];
  let hear: ((message: unknown) => void) | null = null;
  const deliver = (message: unknown): void => {
    if (hear !== null) hear(message);
    else if (unheard.length < MAX_UNHEARD) unheard.push(message);
  };
  child.on('message', deliver);
  return {
    clear: (): void => {
      unheard = [];
    },
    listen: <Result>(take: (message: unknown) => Result | undefined): Promise<Result> => {
      const result = new Promise<Result>((resolve, reject) => {
        hear = (message) => {
          try {
            const taken = take(message);
            if (taken === undefined) return;
            // At once: the next message may come before whoever waits for this result goes on.
            hear = null;
            resolve(taken);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        };
        unheard.splice(0).forEach(deliver);
      });
      // Nobody waits for the result any more once a limit was reached.
      result.catch(() => undefined);
      return result;
    },
    close: (): void => {
      hear = null;
    },
  };
};

const MEMORY_CHECK_MS = 100;

type Watched = Limits &
  Pick<IsolatedOptions, 'maxResidentMb' | 'starvationFactor'> & {
    gone: AbortSignal;
    input: Readable | undefined;
  };

/** A signal that fires at the first limit that is reached. */
const watchLimits = (
  child: ChildProcess,
  { limitMs, signals = [], gone, input, ...options }: Watched,
) => {
  const { maxResidentMb = Infinity, starvationFactor = STARVATION_FACTOR } = options;
  const limited = linkSignals([gone, ...signals.filter((signal) => signal !== undefined)]);
  const stopWatching = watchOwnTime(
    {
      look: () => lookAtProcess(child.pid),
      limitMs,
      starvationFactor,
      isFed: () => input === undefined || input.readableEnded,
    },
    ({ wasStarved }) => {
      limited.abort(new IsolatedFailure('too_slow', { wasStarved }));
    },
  );
  const memory =
    maxResidentMb === Infinity
      ? undefined
      : setInterval(() => {
          if (residentMb(child.pid) > maxResidentMb) {
            limited.abort(new IsolatedFailure('out_of_memory'));
          }
        }, MEMORY_CHECK_MS);
  return {
    signal: limited.signal,
    end: (): void => {
      stopWatching();
      clearInterval(memory);
      limited.unlink();
    },
  };
};

const PAGE_BYTES = 4096;

/** Resident memory by /proc; 0 where there is none. */
const residentMb = (pid: number | undefined): number => {
  try {
    const [, pages] = readFileSync(`/proc/${pid ?? 'none'}/statm`, 'latin1').split(' ');
    return (Number(pages ?? 0) * PAGE_BYTES) / 1024 / 1024;
  } catch {
    return 0;
  }
};

/** Leaves the processor to every other process that wants it. */
const stepBack = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system does not allow it.
  }
};
