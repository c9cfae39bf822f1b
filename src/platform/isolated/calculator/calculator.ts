import { untilAborted } from '../../../shared/async.js';
import { AppError, isAppError } from '../../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../../shared/fair-turns.js';
import type { Confinement } from '../confinement.js';
import { entryBeside } from '../entry-beside.js';
import { IsolatedFailure, startIsolated, type IsolatedProcess } from '../isolated-process.js';
import { Answer } from './messages.js';

export type Calculator = ReturnType<typeof createCalculator>;

type Options = {
  /** Processor time that one expression may use, not counting its wait for a process. */
  timeoutMs?: number;
  /** How long a process may take to start. */
  startLimitMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
  /** After this long without work, the process ends and frees its memory. */
  idleMs?: number;
  /** The confinement of its processes; by default only the environment is withheld. */
  confinement?: Confinement;
};

const TIMEOUT_MS = 2000;
const START_LIMIT_MS = 30_000;
const IDLE_MS = 60_000;
const HEAP_MB = 192;
const MAX_WAITING = 64;
/** Two calculations of one tenant never run at once: the second process serves another tenant. */
const PROCESSES = 2;

/**
 * Evaluates arithmetic in separate processes, started by the first expression and again after one had to be stopped, so user input never
 * runs on the server's event loop.
 */
export const createCalculator = (options: Options = {}) => {
  const turns = createFairTurns({
    atOnce: PROCESSES,
    keepsLast: true,
    queue: { maxWaiting: MAX_WAITING, refusal: tooMuch },
  });
  const reckoners = Array.from({ length: PROCESSES }, () => createReckoner(options));
  const free = [...reckoners];
  let isClosed = false;
  return {
    /** The value as text. Rejects with `invalid_arguments` and the reason if there is none, or with the signal's reason. */
    calculate: (expression: string, owner: TurnOwner, signal: AbortSignal): Promise<string> =>
      turns.run(owner, signal, async () => {
        if (isClosed) throw new AppError('shutting_down', 'The calculator is closed.');
        // Prefers a running process, which answers at once.
        const index = Math.max(
          0,
          free.findIndex((one) => one.isStarted()),
        );
        const [reckoner] = free.splice(index, 1);
        if (reckoner === undefined) throw new Error('There are more turns than processes.');
        try {
          return await reckoner.calculate(expression, signal);
        } finally {
          free.push(reckoner);
        }
      }),
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all(reckoners.map((one) => one.close()));
    },
  };
};

/** One process, which evaluates one expression at a time. */
const createReckoner = (options: Options) => {
  const { timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = options;
  let running: Promise<IsolatedProcess> | null = null;
  let idle: NodeJS.Timeout | undefined;

  const startOne = (): Promise<IsolatedProcess> => {
    const started = start(options);
    started.catch(() => {
      if (running === started) running = null;
    });
    return started;
  };
  const stop = async (): Promise<void> => {
    const stopped = running;
    running = null;
    const child = await stopped?.catch(() => null);
    await child?.end();
  };
  return {
    isStarted: (): boolean => running !== null,
    calculate: async (expression: string, signal: AbortSignal): Promise<string> => {
      let isAsked = false;
      clearTimeout(idle);
      try {
        const child = await untilAborted((running ??= startOne()), signal);
        isAsked = true;
        return await ask(child, { expression, signal, timeoutMs });
      } catch (error) {
        // The process is stopped if it is still working; a refused expression has already ended.
        const isBusy = !isAppError(error) || error.code !== 'invalid_arguments' || isTooLong(error);
        // A process that is still starting continues, so the next caller waits less than this one did.
        if (isAsked && isBusy) await stop();
        throw error;
      } finally {
        idle = setTimeout(() => void stop(), idleMs);
        idle.unref();
      }
    },
    close: async (): Promise<void> => {
      clearTimeout(idle);
      await stop();
    },
  };
};

const start = async ({
  confinement,
  starvationFactor,
  startLimitMs: limitMs = START_LIMIT_MS,
}: Options): Promise<IsolatedProcess> => {
  const entry = entryBeside('calculator-process', import.meta.url);
  const child = startIsolated(entry, { heapMb: HEAP_MB, confinement, starvationFactor });
  try {
    await child.converse({ take: (message) => Answer.parse(message) }, { limitMs });
    // An idle process must not keep its parent from exiting.
    child.hold({ isBusy: false });
    return child;
  } catch (cause) {
    await child.end();
    throw new AppError('tool_unavailable', 'The calculator did not start.', { cause });
  }
};

type Question = { expression: string; signal: AbortSignal; timeoutMs: number };

const TOO_LONG = 'The calculation takes too long.';
const isTooLong = ({ message }: AppError): boolean => message === TOO_LONG;

const ask = async (
  child: IsolatedProcess,
  { expression, signal, timeoutMs: limitMs }: Question,
): Promise<string> => {
  child.hold({ isBusy: true });
  try {
    const answer = await child.converse(
      { send: expression, take: (message) => Answer.parse(message) },
      { limitMs, signals: [signal] },
    );
    if (answer.type === 'value') return answer.value;
    throw refuse(answer.type === 'refused' ? answer.reason : 'It has no result.');
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    signal.throwIfAborted();
    if (cause instanceof IsolatedFailure && cause.wasStarved) throw tooBusy(cause);
    // Stopped at the time limit, or ended by V8 at its heap limit.
    throw refuse(TOO_LONG, cause);
  } finally {
    child.hold({ isBusy: false });
  }
};

const tooMuch = (limit: string): AppError =>
  new AppError('tool_unavailable', `Too many calculations at once: ${limit}. Try again later.`);

const tooBusy = (cause: unknown): AppError =>
  new AppError('tool_unavailable', 'The machine is too busy to calculate now. Try again later.', {
    cause,
  });

const refuse = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_arguments', reason, { cause });
