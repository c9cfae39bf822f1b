import { setTimeout as delay } from 'node:timers/promises';

/** The searches of one question, and the questions of one person, follow each other faster than this. */
const QUIET_MS = 150;
/** On a server that is always searching, index work runs at least this often. */
const MAX_WAIT_MS = 10_000;

export type RunningSearches = ReturnType<typeof createRunningSearches>;

/** The searches under way, which index work waits for. */
export const createRunningSearches = () => {
  let running = 0;
  let endedAtMs = -Infinity;
  const quietInMs = (): number =>
    running > 0 ? QUIET_MS : Math.max(0, endedAtMs + QUIET_MS - performance.now());
  return {
    count: async <Result>(search: () => Promise<Result>): Promise<Result> => {
      running += 1;
      try {
        return await search();
      } finally {
        running -= 1;
        endedAtMs = performance.now();
      }
    },
    /** Resolves once no search has run for a moment, after ten seconds at the latest; rejects when the signal aborts. */
    quiet: async (signal: AbortSignal): Promise<void> => {
      const untilMs = performance.now() + MAX_WAIT_MS;
      for (;;) {
        signal.throwIfAborted();
        const waitMs = Math.min(quietInMs(), untilMs - performance.now());
        if (waitMs <= 0) return;
        await delay(waitMs, undefined, { signal, ref: false });
      }
    },
  };
};
