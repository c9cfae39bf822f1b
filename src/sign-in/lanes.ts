import type { GuessGuard } from '../http/index.js';
import { createLimit } from '../shared/async.js';
import { AppError } from '../shared/errors.js';

/** Runs what hashes a password for a client at this address; rejects with `rate_limited` when too many wait. */
export type Lanes = <Result>(address: string, work: () => Promise<Result>) => Promise<Result>;

/** A hash keeps a core busy: one at once for everybody, and one for those who have guessed too often or ask too much at once. */
const AT_ONCE_PER_LANE = 1;
const WAITING = { ordinary: 200, suspect: 20 };
const AT_ONCE_PER_ADDRESS = 4;

export const createLanes = ({ isSuspect }: Pick<GuessGuard, 'isSuspect'>): Lanes => {
  const ordinary = createLimit(AT_ONCE_PER_LANE);
  const suspect = createLimit(AT_ONCE_PER_LANE);
  const underWay = new Map<string, number>();
  return async (address, work) => {
    const others = underWay.get(address) ?? 0;
    underWay.set(address, others + 1);
    try {
      const isSlow = others >= AT_ONCE_PER_ADDRESS || (await isSuspect(address));
      const lane = isSlow ? suspect : ordinary;
      if (lane.pendingCount >= (isSlow ? WAITING.suspect : WAITING.ordinary)) throw tooMany();
      return await lane(work);
    } finally {
      const left = (underWay.get(address) ?? 1) - 1;
      if (left === 0) underWay.delete(address);
      else underWay.set(address, left);
    }
  };
};

const tooMany = () =>
  new AppError('rate_limited', 'Too many people sign in at the moment.', { retryAfterSec: 2 });
