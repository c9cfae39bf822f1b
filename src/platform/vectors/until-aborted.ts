/** Stops waiting when the signal fires; the vendors' clients cannot stop the work itself. */
export const untilAborted = async <Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  // What nobody waits for any more must not become an unhandled rejection.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
};
