import { AppError } from '../../shared/errors.js';
import type { Logger } from '../telemetry/telemetry.js';
import { createBreaker, type Breaker, type BreakerState } from './breaker.js';
import type { Embedder, Reranker } from './model.js';
import { toAbortError } from './with-retries.js';

/** The kinds of work that endpoints are asked for, each with its own limits. */
export type Task = 'decide' | 'rewrite' | 'answer' | 'verify' | 'summary';

type Work = Task | 'embed' | 'rerank';

export type LeftAlone = { backend: string; task: Work; isLeftAlone: boolean };

/** If the caller's time ran out after this long, the endpoint missed its limit; a shorter wait proves nothing. */
export const MISS_MS = 5_000;

/** Consecutive misses, however far apart: with a limit of 20 seconds, a minute never has five of them. */
const POLICY = { failures: 3, windowMs: Infinity, openMs: 60_000, longestMs: 15 * 60_000 };

/** The cause of a failure for which no endpoint was asked. */
class MissedLimits extends Error {}

/** True if a model was not asked because it had missed its limits before. */
export const isLeftAlone = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof MissedLimits;

type Options = {
  name: string;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
  onChange?: ((told: LeftAlone) => void) | undefined;
};

/**
 * Stops asking an endpoint for a minute after it missed its limits three times in a row, then lets one call try, and doubles the pause
 * after each further miss. Each kind of work is counted separately: an endpoint that is fast enough for decisions may be too slow for
 * answers.
 */
export const createLeftAlone = ({ name, logger, now, onChange }: Options) => {
  const known = new Map<Work, Breaker>();
  const breakerFor = (task: Work): Breaker => {
    const change = (state: BreakerState): void => {
      onChange?.({ backend: name, task, isLeftAlone: state !== 'closed' });
      if (state === 'open') logger.warn({ backend: name, task }, 'Model is left alone: too slow');
    };
    const breaker = known.get(task) ?? createBreaker({ policy: POLICY, now, onChange: change });
    known.set(task, breaker);
    return breaker;
  };
  return {
    /** Null while the endpoint is not asked. */
    tryEnter: (task: Work) => breakerFor(task).tryEnter(),
    /** True if `tryEnter` would allow a call now. */
    mayEnter: (task: Work) => breakerFor(task).mayEnter(),
    toError: (): AppError =>
      new AppError('model_unavailable', 'The model is left alone: it missed its limits.', {
        cause: new MissedLimits('Three calls in a row took too long.'),
      }),
  };
};

type Guarding = Omit<Options, 'name'>;

/**
 * The same embedder, but questions are not sent to it while it keeps missing its limits, so search uses words only. Documents still wait
 * for it.
 */
export const leaveSlowEmbedderAlone = (embedder: Embedder, guarding: Guarding): Embedder => {
  const guard = createGuard('embed', { ...guarding, name: 'embedder' });
  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    embed: (texts, options) => {
      const ask = () => embedder.embed(texts, options);
      return options.questions === undefined ? ask() : guard(options.signal, ask);
    },
  };
};

/** The same reranker, but it is not asked while it keeps missing its limits, so search keeps its own order. */
export const leaveSlowRerankerAlone = (reranker: Reranker, guarding: Guarding): Reranker => {
  const guard = createGuard('rerank', { ...guarding, name: 'reranker' });
  return {
    model: reranker.model,
    rerank: (query, texts, options) =>
      guard(options.signal, () => reranker.rerank(query, texts, options)),
  };
};

/** Counts calls that ended because the caller's time ran out; other failures come quickly and say nothing about speed. */
const createGuard = (task: Work, options: Options) => {
  const leftAlone = createLeftAlone(options);
  return async <Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> => {
    const leave = leftAlone.tryEnter(task);
    if (leave === null) throw leftAlone.toError();
    try {
      const result = await ask();
      leave('succeeded');
      return result;
    } catch (error) {
      const isTooSlow = signal.aborted && toAbortError(signal).code === 'deadline_exceeded';
      leave(isTooSlow ? 'failed' : 'cancelled');
      throw error;
    }
  };
};
