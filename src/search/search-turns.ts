import { AppError } from '../shared/errors.js';
import { createFairTurns, type FairTurns } from '../shared/fair-turns.js';

type Options = { atOnce: number; maxWaiting: number; maxWaitMs: number };

/** A tenant that has not searched for this long does not have to wait for its share. */
const RECENT_MS = 60_000;

/** A slow store takes time, but not processor time. */
const MAX_REST_MS = 100;

/** The turns in which a process works on searches of all tenants, both for requests and for chat turns. */
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
