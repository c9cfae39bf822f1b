import type { Limits } from '../platform/limits/limits.js';
import type { RateBucket } from '../platform/limits/limit-store.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { AppError } from '../shared/errors.js';
import { addressBucket, tooManyFromAddress } from './limits.js';

type Deps = {
  limits: Pick<Limits, 'take'>;
  metrics: Pick<Metrics, 'securityDenied'>;
  /** Requests from one address whose credential is missing or bad. */
  perMinutePerAddress: number;
  badCredentialsPerMinute: number;
};

type Stranger = {
  address: string;
  /** The account named by the bad credential: a key's prefix, or an email address in a tenant; null if it names none. */
  account: string | null;
  /** Without a credential nothing was guessed, and only the request is counted. */
  hasCredential: boolean;
};

export type GuessGuard = {
  /** Counts a bad credential; rejects with `rate_limited` if there were too many. */
  count(stranger: Stranger): Promise<void>;
};

/** Slows down guessing, by address and by the account being guessed. */
export const createGuessGuard = (deps: Deps): GuessGuard => {
  const { limits, metrics, perMinutePerAddress, badCredentialsPerMinute: perMinute } = deps;
  const ofAddress = (address: string): RateBucket => ({
    key: `bad-credential/address/${address}`,
    perMinute,
  });
  return {
    count: async ({ address, account, hasCredential }) => {
      const requests = addressBucket(address, perMinutePerAddress);
      const ofAccount = account === null ? [] : [{ key: `bad-credential/${account}`, perMinute }];
      const guesses = hasCredential ? [ofAddress(address), ...ofAccount] : [];
      if (hasCredential) metrics.securityDenied('bad_credential');
      // Taken one by one, because each counts whether or not another is empty.
      const verdicts = await Promise.all(
        [...guesses, requests].map((bucket) => limits.take([bucket])),
      );
      const refusal = verdicts.find(({ allowed }) => !allowed);
      if (refusal === undefined) return;
      if (refusal.bucket.key === requests.key) {
        throw tooManyFromAddress(refusal);
      }
      metrics.securityDenied('bad_credential_flood');
      throw new AppError(
        'rate_limited',
        `Too many bad credentials: ${perMinute} a minute from an address and for an account.`,
        refusal,
      );
    },
  };
};
