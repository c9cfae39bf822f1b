import { AppError } from '../shared/errors.js';

type Signals = { signal: AbortSignal; shutdownSignal: AbortSignal };

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
