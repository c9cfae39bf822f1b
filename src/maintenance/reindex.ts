import { setTimeout as delay } from 'node:timers/promises';
import type { ReindexingRepository } from '../tasks/index.js';

type Deps = {
  reindexing: ReindexingRepository;
  startWorker: () => Promise<unknown>;
  intervalMs?: number;
};

const INTERVAL_MS = 500;

/** Has the index of all that is there checked, and waits for it: not for what comes meanwhile, which may never end. */
export const createReindex =
  ({ reindexing, startWorker, intervalMs = INTERVAL_MS }: Deps) =>
  async (report: (left: number) => void): Promise<void> => {
    const since = await reindexing.begin();
    await startWorker();
    for (;;) {
      const left = await reindexing.left(since);
      report(left);
      if (left === 0) return;
      await delay(intervalMs);
    }
  };
