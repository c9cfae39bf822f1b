import { AppError } from '../../shared/errors.js';
import type { Logger } from '../telemetry/telemetry.js';
import { createBreaker, type Breaker, type BreakerState } from './breaker.js';

/** The kinds of work that endpoints are asked for, each with limits of its own. */
export type Task = 'decide' | 'rewrite' | 'answer' | 'summary';

export type LeftAlone = { backend: string; task: Task; isLeftAlone: boolean };

/** An endpoint that took so long when the caller's time was over missed its limit; who had less time to give learnt nothing. */
export const MISS_MS = 5_000;

/** Misses in a row, however far apart: with a limit of 20 seconds, no five of them fall into a minute. */
const POLICY = { failures: 3, windowMs: Infinity, openMs: 60_000, longestMs: 15 * 60_000 };

/** The cause of a failure for which nobody was asked. */
class MissedLimits extends Error {}

/** True where a model was not asked because it had missed its limits before. */
export const isLeftAlone = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof MissedLimits;

type Options = {
  name: string;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
  onChange?: ((told: LeftAlone) => void) | undefined;
};

/**
 * Leaves an endpoint alone for a minute where it missed its limits three times in a row, then lets one call try, and twice as long
 * after each that misses again. Each kind of work counts for itself: who decides in time may be too slow for answers.
 */
export const createLeftAlone = ({ name, logger, now, onChange }: Options) => {
  const known = new Map<Task, Breaker>();
  const breakerFor = (task: Task): Breaker => {
    const change = (state: BreakerState): void => {
      onChange?.({ backend: name, task, isLeftAlone: state !== 'closed' });
      if (state === 'open') logger.warn({ backend: name, task }, 'Model is left alone: too slow');
    };
    const breaker = known.get(task) ?? createBreaker({ policy: POLICY, now, onChange: change });
    known.set(task, breaker);
    return breaker;
  };
  return {
    /** Null while it is left alone. */
    tryEnter: (task: Task) => breakerFor(task).tryEnter(),
    toError: (): AppError =>
      new AppError('model_unavailable', 'The model is left alone: it missed its limits.', {
        cause: new MissedLimits(`Three calls in a row took ${MISS_MS} ms and more.`),
      }),
  };
};
