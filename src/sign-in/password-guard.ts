import { capacityOf, type RateBucket } from '../platform/limits/limit-store.js';
import type { Limits } from '../platform/limits/limits.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { AppError } from '../shared/errors.js';
import type { PasswordTurns, PasswordWork } from './password-turns.js';

type Deps = {
  limits: Pick<Limits, 'take'>;
  metrics: Pick<Metrics, 'securityDenied'>;
  turns: PasswordTurns;
};

export type PasswordGuard = ReturnType<typeof createPasswordGuard>;

/**
 * Makes guessing cost. Wrong passwords for an account make it pause, ever longer, for addresses where nobody has signed in to it; where
 * somebody has, its holder goes on. A try that is refused is not hashed.
 */
export const createPasswordGuard = ({ limits, metrics, turns }: Deps) => ({
  ...turns,
  /** True for the right password; rejects with `rate_limited`, without looking, while too many were wrong. */
  attempt: (tried: PasswordWork, isRight: () => Promise<boolean>): Promise<boolean> =>
    turns.inTurn(tried, async () => {
      const buckets = bucketsOf(tried);
      const verdict = await limits.take(buckets.map((bucket) => ({ ...bucket, cost: 0 })));
      if (!verdict.allowed) {
        metrics.securityDenied('bad_credential_flood');
        throw new AppError('rate_limited', toPause(verdict.bucket), verdict);
      }
      if (await isRight()) return true;
      metrics.securityDenied('bad_credential');
      // One by one, for each counts, whether or not another is empty.
      await Promise.all(buckets.map((bucket) => limits.take([bucket])));
      return false;
    }),
});

/** Says whose limit it is, and how many wrong passwords it allows. */
const toPause = (bucket: RateBucket): string => {
  const { perMinute } = bucket;
  const pace =
    perMinute < 1 ? `one in ${Math.round(1 / perMinute)} minutes` : `${perMinute} a minute`;
  return `Too many wrong passwords: ${whoseOf(bucket)} may have ${capacityOf(bucket)}, then ${pace}.`;
};

const whoseOf = ({ key }: RateBucket): string => {
  if (key.startsWith(AT_ADDRESS)) return 'strangers at this address';
  return key.includes('/at/')
    ? 'this account at this address'
    : 'this account, where nobody has signed in to it before,';
};

const AT_ADDRESS = 'password/at/';

/** Each refills more slowly than the one before: after 10 wrong ones a pause of 10 seconds, after 20 a minute, after 40 a quarter of an hour. */
const PAUSES = [
  { burst: 10, perMinute: 6 },
  { burst: 20, perMinute: 1 },
  { burst: 40, perMinute: 1 / 15 },
];
/** Limits a stranger who tries a password or two at each of many accounts; an address may be that of a whole company. */
const STRANGE_ADDRESS = { burst: 100, perMinute: 30 };
/** Applies where the holder has been: somebody else may guess there, too, so a wrong password costs less but is not free. */
const KNOWN_ADDRESS = { burst: 60, perMinute: 30 };

const bucketsOf = ({ account, address, isKnown }: PasswordWork): RateBucket[] =>
  isKnown
    ? [{ key: `password/${account}/at/${address}`, ...KNOWN_ADDRESS }]
    : [
        ...PAUSES.map((pause) => ({ key: `password/${account}/${pause.burst}`, ...pause })),
        { key: `${AT_ADDRESS}${address}`, ...STRANGE_ADDRESS },
      ];
