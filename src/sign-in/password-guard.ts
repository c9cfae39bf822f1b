import type { RateBucket } from '../platform/limits/limit-store.js';
import type { Limits } from '../platform/limits/limits.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { AppError } from '../shared/errors.js';
import { createFairTurns } from '../shared/fair-turns.js';

type Deps = { limits: Pick<Limits, 'take'>; metrics: Pick<Metrics, 'securityDenied'> };

export type PasswordTry = {
  /** What the password is said to open, whether or not there is such an account. */
  account: string;
  address: string;
  /** Somebody has signed in to the account at this address before. */
  isKnown: boolean;
  signal: AbortSignal;
};

export type PasswordGuard = ReturnType<typeof createPasswordGuard>;

/** A hash keeps a core busy for some 30 ms. Strangers share one turn, so that a flood of them costs no more than that. */
const AT_ONCE = { known: 2, strangers: 1, lookUps: 4 };
const MAX_WAITING = 400;

/**
 * Makes guessing cost. Wrong passwords for an account make it pause, ever longer, for addresses where nobody has signed in to it; where
 * somebody has, its holder goes on. A try that is refused is not hashed. Turns are shared out between addresses, and the turns of an
 * address between the accounts that are tried there.
 */
export const createPasswordGuard = ({ limits, metrics }: Deps) => {
  const queue = { maxWaiting: MAX_WAITING, refusal };
  const known = createFairTurns({ atOnce: AT_ONCE.known, queue });
  const strangers = createFairTurns({ atOnce: AT_ONCE.strangers, queue });
  const lookUps = createFairTurns({ atOnce: AT_ONCE.lookUps });

  /** What hashes a password, in its turn. */
  const inTurn = <Result>(tried: PasswordTry, work: () => Promise<Result>): Promise<Result> => {
    const turns = tried.isKnown ? known : strangers;
    return turns.run(ownerOf(tried), tried.signal, work);
  };
  return {
    inTurn,
    /** What has to be read before a try is known or a stranger's. */
    lookUp: <Result>(
      tried: Omit<PasswordTry, 'isKnown'>,
      work: () => Promise<Result>,
    ): Promise<Result> => lookUps.run(ownerOf(tried), tried.signal, work),
    /** Whether the password is right; rejects with `rate_limited`, and does not look, while too many were wrong. */
    attempt: (tried: PasswordTry, isRight: () => Promise<boolean>): Promise<boolean> =>
      inTurn(tried, async () => {
        const buckets = bucketsOf(tried);
        const verdict = await limits.take(buckets.map((bucket) => ({ ...bucket, cost: 0 })));
        if (!verdict.allowed) {
          metrics.securityDenied('bad_credential_flood');
          throw new AppError('rate_limited', PAUSE, verdict);
        }
        if (await isRight()) return true;
        metrics.securityDenied('bad_credential');
        // One by one, for each counts, whether or not another is empty.
        await Promise.all(buckets.map((bucket) => limits.take([bucket])));
        return false;
      }),
  };
};

const PAUSE =
  'Too many wrong passwords: this account pauses here. Where somebody has signed in to it before, it does not.';

const refusal = (): AppError =>
  new AppError('rate_limited', 'Too many people sign in at the moment.', { retryAfterSec: 2 });

const ownerOf = ({ account, address }: Pick<PasswordTry, 'account' | 'address'>) => ({
  tenantId: address,
  userId: account,
});

/** Each refills more slowly than the one before: after 10 wrong ones a pause of 10 seconds, after 20 a minute, after 40 a quarter of an hour. */
const PAUSES = [
  { burst: 10, perMinute: 6 },
  { burst: 20, perMinute: 1 },
  { burst: 40, perMinute: 1 / 15 },
];
/** Of a stranger who tries a password or two at each of many accounts; an address may be that of a whole company. */
const STRANGE_ADDRESS = { burst: 100, perMinute: 30 };
/** Where the holder has been, somebody else may guess, too: there it costs less, and is not free. */
const KNOWN_ADDRESS = { burst: 60, perMinute: 30 };

const bucketsOf = ({ account, address, isKnown }: PasswordTry): RateBucket[] =>
  isKnown
    ? [{ key: `password/${account}/at/${address}`, ...KNOWN_ADDRESS }]
    : [
        ...PAUSES.map((pause) => ({ key: `password/${account}/${pause.burst}`, ...pause })),
        { key: `password/at/${address}`, ...STRANGE_ADDRESS },
      ];
