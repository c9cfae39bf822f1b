import type { Progress } from '../../domain/document.js';

const MIN_INTERVAL_MS = 500;

/** Writes at most twice a second; what comes sooner is dropped, because a newer one follows. */
export const createProgressWriter = (
  write: (progress: Progress) => Promise<void>,
  now: () => number = () => performance.now(),
): ((progress: Progress) => Promise<void>) => {
  // The start of the work was written by who read the document.
  let writtenAtMs = now();
  return async (progress) => {
    if (now() - writtenAtMs < MIN_INTERVAL_MS) return;
    writtenAtMs = now();
    await write(progress);
  };
};
