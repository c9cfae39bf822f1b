import { AppError } from '../shared/errors.js';
import type { Database } from './database.js';

type Deps = { database: Pick<Database, 'withLock'> };

const TIMEOUT_MS = 5000;

/** One change at a time under this name; who waits for too long gets `conflict` and may try again. */
export const createLockOrConflict =
  ({ database }: Deps) =>
  async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const lock = { isHeld: false };
    try {
      return await database.withLock({ key, signal }, () => {
        lock.isHeld = true;
        return work();
      });
    } catch (error) {
      if (lock.isHeld || !signal.aborted) throw error;
      throw new AppError('conflict', 'Another change is still running. Try again.', {
        cause: error,
        retryAfterSec: 1,
      });
    }
  };
