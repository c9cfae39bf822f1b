import { AppError } from '../shared/errors.js';
import { setMaxListeners } from 'node:events';

type Signals = { signal: AbortSignal; shutdownSignal: AbortSignal };

/** What requests see of the end of the process: first it takes no more of them, later running turns have to give up. */
export const createShutdown = () => {
  const turns = new AbortController();
  // A listener for every turn that runs, each removed at its end.
  setMaxListeners(0, turns.signal);
  let isShuttingDown = false;
  return {
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

/** Under a signal that fires with either; linked by hand, since AbortSignal.any on a long-lived signal leaks. */
export const untilShutdown = async <Result>(
  { signal, shutdownSignal }: Signals,
  work: (either: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const either = new AbortController();
  const leave = () => either.abort(signal.reason);
  const giveUp = () => either.abort(shutdownSignal.reason);
  if (shutdownSignal.aborted) giveUp();
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  shutdownSignal.addEventListener('abort', giveUp, { once: true });
  try {
    return await work(either.signal);
  } catch (cause) {
    if (!shutdownSignal.aborted) throw cause;
    throw new AppError('shutting_down', 'The server is shutting down.', {
      cause,
      retryAfterSec: 1,
    });
  } finally {
    signal.removeEventListener('abort', leave);
    shutdownSignal.removeEventListener('abort', giveUp);
  }
};
