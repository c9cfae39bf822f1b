import { linkSignals } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import type { Drain } from './listener.js';

/** Longer than the 5 seconds that our nginx file keeps an idle connection open. */
const HAND_OVER_MS = 6000;
/** How long requests in progress may take; after that, questions are answered with 503. */
const GRACE_MS = 10_000;

/**
 * How the process ends from the view of requests: behind a proxy they are handed over, then no more are accepted, and later chat turns and
 * streams that are still running are aborted.
 */
export const createShutdown = ({ isBehindProxy }: { isBehindProxy: boolean }) => {
  const turns = new AbortController();
  let isShuttingDown = false;
  let isDraining = false;
  const drain: Drain = {
    handOverMs: isBehindProxy ? HAND_OVER_MS : 0,
    refuse: () => {
      isShuttingDown = true;
    },
    graceMs: GRACE_MS,
    giveUp: () => {
      turns.abort(new AppError('shutting_down', 'The server is shutting down.'));
    },
  };
  return {
    isDraining: () => isDraining,
    /** Toggles draining: readiness tells load balancers to send nothing more, while arriving requests are still served. */
    toggleDrain: () => {
      isDraining = !isDraining;
      return isDraining;
    },
    isShuttingDown: () => isShuttingDown,
    shutdownSignal: turns.signal,
    begin: () => {
      if (isBehindProxy) isDraining = true;
      else isShuttingDown = true;
    },
    /** For the listener. */
    drain,
  };
};

type Signals = { signal: AbortSignal; shutdownSignal: AbortSignal };

/** Runs work with a signal that aborts when either signal does. */
export const untilShutdown = async <Result>(
  { signal, shutdownSignal }: Signals,
  work: (either: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const either = linkSignals([shutdownSignal, signal]);
  try {
    return await work(either.signal);
  } catch (cause) {
    if (!shutdownSignal.aborted) throw cause;
    throw new AppError('shutting_down', 'The server is shutting down.', {
      cause,
      retryAfterSec: 1,
    });
  } finally {
    either.unlink();
  }
};
