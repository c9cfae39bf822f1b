import { AppError } from '../shared/errors.js';
import { createFairTurns, type FairTurns } from '../shared/fair-turns.js';

type Options = { atOnce: number; maxWaiting: number; maxWaitMs: number };

/** A tenant that searches only now and then finds its share free, even for its first search. */
const RECENT_MS = 60_000;

/** A slow store takes time, but not the processor's. */
const MAX_REST_MS = 100;

/** The turns in which a process works on searches of all tenants, for requests and for the workflow. */
export const createSearchTurns = ({ atOnce, ...queue }: Options): FairTurns =>
  createFairTurns({
    atOnce,
    recentMs: RECENT_MS,
    maxRestMs: MAX_REST_MS,
    queue: { ...queue, names: SETTINGS, refusal },
  });

const SETTINGS = {
  atOnce: 'SEARCH_CONCURRENCY',
  maxWaiting: 'SEARCH_QUEUE',
  maxWaitMs: 'SEARCH_WAIT_SEC',
};

const refusal = (limit: string): AppError =>
  new AppError('too_many_parallel_searches', `Too many searches at once: ${limit}.`, {
    retryAfterSec: 1,
  });
