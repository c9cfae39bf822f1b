import { linkSignals } from '../shared/async.js';
import { AppError } from '../shared/errors.js';

/** The end of the process as requests see it: first no more are accepted, later the chat turns and streams that still run are aborted. */
export const createShutdown = () => {
  const turns = new AbortController();
  let isShuttingDown = false;
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    /** From here on readiness tells balancers to send nothing more, while what comes is served; or takes that back. */
    toggleDrain: () => {
      isDraining = !isDraining;
      return isDraining;
    },
    isShuttingDown: () => isShuttingDown,
    shutdownSignal: turns.signal,
    begin: () => {
      isShuttingDown = true;
    },
    giveUp: () => {
      turns.abort(new AppError('shutting_down', 'The server is shutting down.'));
    },
  };
};

type Signals = { signal: AbortSignal; shutdownSignal: AbortSignal };

/** Under a signal that fires with either. */
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
