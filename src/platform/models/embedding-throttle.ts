import { createLimit, inTurn } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import type { EmbedOptions } from './model.js';
import { retryAfterOf, statusOf } from './vendor-errors.js';
import type { RetryPolicy } from './with-retries.js';

type Priority = NonNullable<EmbedOptions['priority']>;
type Clock = Pick<RetryPolicy, 'now' | 'wait'>;
type Visit = { priority: Priority; patienceMs: number; signal: AbortSignal };

export type EmbeddingThrottle = {
  run<Value>(visit: Visit, work: () => Promise<Value>): Promise<Value>;
};

const TOO_MANY_REQUESTS = 429;

/**
 * Shared by all who embed in this process. After a 429 everybody waits; what somebody asks now never queues behind what is
 * indexed in the background, and goes first when the pause is over.
 */
export const createEmbeddingThrottle = (clock: Clock): EmbeddingThrottle => {
  const pause = createPause(clock);
  /** For calls in the background: halved by a refusal, one more after each success. */
  const room = createLimit(Number.POSITIVE_INFINITY);

  const attempt = async <Value>(visit: Visit, work: () => Promise<Value>): Promise<Value> => {
    await pause.pass(visit);
    const startedAt = clock.now();
    try {
      const value = await work();
      pause.succeeded(startedAt);
      return value;
    } catch (error) {
      if (statusOf(error) === TOO_MANY_REQUESTS) {
        pause.refused(error, startedAt);
        room.concurrency = Math.max(1, Math.floor(room.activeCount / 2));
      }
      throw error;
    }
  };

  return {
    run: (visit, work) => {
      if (visit.priority === 'interactive') return attempt(visit, work);
      return inTurn(room, visit.signal, async () => {
        const value = await attempt(visit, work);
        room.concurrency += 1;
        return value;
      });
    },
  };
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After a pause somebody's question goes first, and finds out whether the pause was long enough. */
const HEAD_START_MS = 250;

/** One pause for everybody, begun by a 429: as long as the endpoint asked, or twice as long as the one before. */
const createPause = ({ now, wait }: Clock) => {
  let until = 0;
  let refusals = 0;
  return {
    pass: async ({ priority, patienceMs, signal }: Visit): Promise<void> => {
      const headStart = priority === 'interactive' ? 0 : HEAD_START_MS;
      for (;;) {
        const restMs = until === 0 ? 0 : until + headStart - now();
        if (restMs <= 0) return;
        if (restMs > patienceMs) throw busy(restMs);
        await wait(restMs, signal);
      }
    },
    refused: (error: unknown, startedAt: number): void => {
      // Calls that were under way together are refused together; that is one refusal.
      if (startedAt >= until) refusals += 1;
      const asked = retryAfterOf(error, now());
      const pauseMs = asked ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (refusals - 1));
      until = Math.max(until, now() + pauseMs);
    },
    succeeded: (startedAt: number): void => {
      if (startedAt < until) return;
      refusals = 0;
      until = 0;
    },
  };
};

const busy = (waitMs: number): AppError =>
  new AppError('embedder_unavailable', 'The embedder asked everybody to wait.', {
    retryAfterSec: Math.ceil(waitMs / 1_000),
  });
