import { setTimeout as delay } from 'node:timers/promises';
import type { TaskRepository } from '../tasks/index.js';

type Deps = {
  tasks: Pick<TaskRepository, 'requeueAll' | 'leftSince'>;
  startWorker: () => Promise<unknown>;
  intervalMs?: number;
};

const INTERVAL_MS = 500;

/** Checks the index of everything that exists now, and waits for that; not for additions meanwhile, which may never end. */
export const createReindex =
  ({ tasks, startWorker, intervalMs = INTERVAL_MS }: Deps) =>
  async (report: (left: number) => void): Promise<void> => {
    const since = await tasks.requeueAll();
    await startWorker();
    for (;;) {
      const left = await tasks.leftSince(since);
      report(left);
      if (left === 0) return;
      await delay(intervalMs);
    }
  };
