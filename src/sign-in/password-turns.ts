import { AppError } from '../shared/errors.js';
import { createFairTurns } from '../shared/fair-turns.js';

export type PasswordWork = {
  /** Names the account that the work is for. */
  account: string;
  address: string;
  /** They have signed in before, from this address or with a credential. */
  isKnown: boolean;
  signal: AbortSignal;
};

export type PasswordTurns = ReturnType<typeof createPasswordTurns>;

/** A hash occupies a core for about 30 ms. Strangers share one turn, so a flood of them costs no more than that. */
const AT_ONCE = { known: 2, strangers: 1, lookUps: 4 };
const MAX_WAITING = 400;

/** Turns for all password hashing in this process: shared between addresses, and within an address between the accounts requested there. */
export const createPasswordTurns = () => {
  const queue = { maxWaiting: MAX_WAITING, names: OWNERS, refusal };
  const known = createFairTurns({ atOnce: AT_ONCE.known, queue });
  const strangers = createFairTurns({ atOnce: AT_ONCE.strangers, queue });
  const lookUps = createFairTurns({ atOnce: AT_ONCE.lookUps });
  return {
    /** Runs work that hashes a password, once it has a turn. */
    inTurn: <Result>(asked: PasswordWork, work: () => Promise<Result>): Promise<Result> => {
      const turns = asked.isKnown ? known : strangers;
      return turns.run(ownerOf(asked), asked.signal, work);
    },
    /** Runs the queries that decide whether someone is known or a stranger. */
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
