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
 * Makes guessing expensive. Wrong passwords for an account cause longer and longer pauses for addresses that never signed in to it; from
 * addresses that did, its holder is not blocked. A refused attempt is not hashed.
 */
export const createPasswordGuard = ({ limits, metrics, turns }: Deps) => ({
  ...turns,
  /** True for the right password; rejects with `rate_limited`, without checking it, after too many wrong ones. */
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
      // Taken one by one, because each counts whether or not another is empty.
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

/**
 * Each refills more slowly than the previous: a pause of 10 seconds after 10 wrong passwords, a minute after 20, a quarter of an hour after
 * 40.
 */
const PAUSES = [
  { burst: 10, perMinute: 6 },
  { burst: 20, perMinute: 1 },
  { burst: 40, perMinute: 1 / 15 },
];
/** Limits strangers who try a few passwords at each of many accounts; an address may belong to a whole company. */
const STRANGE_ADDRESS = { burst: 100, perMinute: 30 };
/** For addresses where the holder has signed in: others may guess from there as well, so wrong passwords are limited less strictly. */
const KNOWN_ADDRESS = { burst: 60, perMinute: 30 };

const bucketsOf = ({ account, address, isKnown }: PasswordWork): RateBucket[] =>
  isKnown
    ? [{ key: `password/${account}/at/${address}`, ...KNOWN_ADDRESS }]
    : [
        ...PAUSES.map((pause) => ({ key: `password/${account}/${pause.burst}`, ...pause })),
        { key: `${AT_ADDRESS}${address}`, ...STRANGE_ADDRESS },
      ];
