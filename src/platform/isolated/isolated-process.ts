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
  /** The confinement of the process, which never has an environment; by default nothing else is withheld. */
  confinement?: Confinement | undefined;
  /** Resident memory at which the process is ended; only measured on systems with /proc. */
  maxResidentMb?: number;
  /** Set if the process reads its standard input; its failure messages are then captured, too. */
  hasInput?: boolean;
  /** A process counts as starved once this multiple of its limit has passed on the clock without it getting its own time. */
  starvationFactor?: number | undefined;
  /** Set for a process that starts threads, on which Node's permission options are weaker. */
  threads?: boolean;
};

/** `out_of_memory`: ended by its heap limit, or by the kernel because memory ran out. */
type FailureKind = 'ended' | 'out_of_memory' | 'too_slow';

/** The process ended without the expected result. */
export class IsolatedFailure extends Error {
  override readonly name = 'IsolatedFailure';
  readonly kind: FailureKind;
  /** For `too_slow`: true if the process was kept from running, so a retry at a calmer time may succeed. */
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
  /** Sent first; messages of the process from before it are discarded. */
  send?: object | string;
  /** Written to its standard input. */
  input?: Readable;
  /** Called with each message of the process, whose content is untrusted, until it returns a result or throws. */
  take: (message: unknown) => Result | undefined;
};

/** Limits the process's own time: working and sleeping count, but not waiting for a busy machine. */
type Limits = { limitMs: number; signals?: readonly (AbortSignal | undefined)[] };

export type IsolatedProcess = ReturnType<typeof startIsolated>;

/**
 * Runs code of ours on input from others in a separate process, because V8 ends the whole process when one large allocation fails, whatever
 * limits its threads have. It has no environment, its output is not shown, and it is ended when it uses too much time or memory.
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
     * One exchange at a time. Rejects with IsolatedFailure, with a signal's reason, or with what `take` throws; in the first two cases the
     * process is also ended.
     */
    converse,
    isAlive,
    memoryMb: (): number => residentMb(child.pid),
    /** Lowers its priority, so that other processes run first. */
    stepBack: (): void => {
      stepBack(child.pid);
    },
    /** Keeps this process from exiting only while the child is busy. */
    hold: ({ isBusy }: { isBusy: boolean }): void => {
      for (const part of [child, child.channel])
        if (isBusy) part?.ref();
        else part?.unref();
    },
    /** Ends the process, whatever it is doing; resolves once it is gone. */
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
  // Writing to an ended process fails; its end is reported below.
  child.stdin?.on('error', () => undefined);
  // 'close' comes after stderr was read to its end.
  child.once('close', (_code, signal) => {
    // V8 aborts when its heap is full; a SIGKILL that we did not send came from the kernel, out of memory.
    const isFullHeap =
      child.stderr === null
        ? signal === 'SIGABRT'
        : /heap out of memory|allocation failed|invalid table size/i.test(stderr);
    const isMemory = isFullHeap || signal === 'SIGKILL';
    gone.abort(new IsolatedFailure(isMemory ? 'out_of_memory' : 'ended'));
  });
  return gone.signal;
};

/** How many messages are kept while nobody listens; further ones are dropped. */
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
            // Cleared right here, because the next message may arrive before the caller of this result continues.
            hear = null;
            resolve(taken);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        };
        unheard.splice(0).forEach(deliver);
      });
      // Nobody awaits the result any more once a limit was reached.
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

/** A signal that aborts at the first limit that is reached. */
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

/** Resident memory from /proc; 0 if there is none. */
const residentMb = (pid: number | undefined): number => {
  try {
    const [, pages] = readFileSync(`/proc/${pid ?? 'none'}/statm`, 'latin1').split(' ');
    return (Number(pages ?? 0) * PAGE_BYTES) / 1024 / 1024;
  } catch {
    return 0;
  }
};

/** Lowers the priority of a process below every other. */
const stepBack = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system does not allow it.
  }
};
