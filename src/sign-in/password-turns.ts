import { AppError } from '../shared/errors.js';
import { createFairTurns } from '../shared/fair-turns.js';

export type PasswordWork = {
  /** Names the account that the work is for. */
  account: string;
  address: string;
  /** They have got in before, here or at all. */
  isKnown: boolean;
  signal: AbortSignal;
};

export type PasswordTurns = ReturnType<typeof createPasswordTurns>;

/** A hash keeps a core busy for some 30 ms. Strangers share one turn, so that a flood of them costs no more than that. */
const AT_ONCE = { known: 2, strangers: 1, lookUps: 4 };
const MAX_WAITING = 400;

/**
 * Turns of all that hashes passwords in this process, whatever it is hashed for: shared out between addresses, and those of an address
 * between the accounts that want some there.
 */
export const createPasswordTurns = () => {
  const queue = { maxWaiting: MAX_WAITING, names: OWNERS, refusal };
  const known = createFairTurns({ atOnce: AT_ONCE.known, queue });
  const strangers = createFairTurns({ atOnce: AT_ONCE.strangers, queue });
  const lookUps = createFairTurns({ atOnce: AT_ONCE.lookUps });
  return {
    /** Runs work that hashes a password, once there is a place for it. */
    inTurn: <Result>(asked: PasswordWork, work: () => Promise<Result>): Promise<Result> => {
      const turns = asked.isKnown ? known : strangers;
      return turns.run(ownerOf(asked), asked.signal, work);
    },
    /** Runs the reads that decide whether somebody is known or a stranger. */
    lookUp: <Result>(
      asked: Omit<PasswordWork, 'isKnown'>,
      work: () => Promise<Result>,
    ): Promise<Result> => lookUps.run(ownerOf(asked), asked.signal, work),
  };
};

const OWNERS = { tenant: 'this address', user: 'this account' };

const refusal = (limit: string): AppError =>
  new AppError('rate_limited', `Too many sign-ins at once: ${limit}.`, {
    retryAfterSec: 2,
  });

const ownerOf = ({ account, address }: Pick<PasswordWork, 'account' | 'address'>) => ({
  tenantId: address,
  userId: account,
});
