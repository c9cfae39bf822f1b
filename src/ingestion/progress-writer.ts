import type { Progress } from '../documents/index.js';

const INTERVAL_MS = 500;

export type ProgressWriter = {
  report(progress: Progress): void;
  /** Nothing is written after it has resolved. */
  stop(): Promise<void>;
};

/**
 * Writes at most twice a second, and nothing of work that is done before its first turn. What waits gives way to what is newer. A
 * write that fails is dropped: whoever reports asks for the lease elsewhere.
 */
export const createProgressWriter = (
  write: (progress: Progress) => Promise<void>,
): ProgressWriter => {
  let waiting: Progress | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let writing: Promise<void> = Promise.resolve();

  const writeWaiting = async (): Promise<void> => {
    if (waiting === null) return;
    const progress = waiting;
    waiting = null;
    await write(progress).catch(() => undefined);
  };
  const takeTurn = (): void => {
    timer = null;
    writing = writing.then(writeWaiting);
  };
  return {
    report: (progress) => {
      if (isStopped) return;
      waiting = progress;
      timer ??= setTimeout(takeTurn, INTERVAL_MS);
    },
    stop: async () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      waiting = null;
      await writing;
    },
  };
};
