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
  /** The account that the bad credential claims: a key's prefix, an e-mail address in a tenant; null where it claims nothing. */
  account: string | null;
  /** Without one there is nothing to guess, only a request to count. */
  hasCredential: boolean;
};

export type GuessGuard = {
  /** Counts what has proved bad; rejects with `rate_limited` when there was too much of it. */
  count(stranger: Stranger): Promise<void>;
};

/** Slows those who guess, by their address and by the account they guess at. */
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
      // One by one, for each counts, whether or not another is empty.
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
