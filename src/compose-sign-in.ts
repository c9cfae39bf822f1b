import type { Config } from '../config/index.js';
import { createGuessGuard } from './http/index.js';
import type { Platform } from './open-platform.js';
import type { Limits } from './platform/limits/limits.js';
import type { Metrics } from './platform/telemetry/telemetry.js';
import type { GuardedFetch } from './platform/web/guarded-fetch.js';
import { createSignIn } from './sign-in/index.js';
import { createCountedAudit, createNoteActing } from './tenancy/index.js';

type Parts = {
  platform: Platform;
  limits: Limits;
} & Pick<Parameters<typeof createSignIn>[0], 'passwords' | 'passwordTurns'>;

const BAD_CREDENTIALS_PER_MINUTE = 30;

/** How people sign in to the API of this process, and how many bad credentials it counts. */
export const composeSignIn = (
  config: Config,
  { platform, limits, passwords, passwordTurns }: Parts,
) => {
  const { database, signInKeys: keys, metrics, logger, closers, now } = platform;
  const countedAudit = createCountedAudit({ database, logger });
  closers.add(() => countedAudit.flush());
  const guessGuard = createGuessGuard({
    limits,
    metrics,
    perMinutePerAddress: config.http.requestsPerMinute.address,
    badCredentialsPerMinute: BAD_CREDENTIALS_PER_MINUTE,
  });
  return {
    guessGuard,
    noteActing: createNoteActing(countedAudit),
    ...createSignIn({
      database,
      keys,
      passwords,
      passwordTurns,
      openId: {
        fetch: countProviders(platform.guardedFetch, metrics),
        privateIssuers: config.privateIssuers,
        publicUrl: config.publicUrl,
      },
      guessGuard,
      limits,
      metrics,
      countedAudit,
      logger,
      now,
    }),
  };
};

/** Counts how identity providers answer. No label names one, for tenants choose them. */
export const countProviders =
  (fetch: GuardedFetch, metrics: Pick<Metrics, 'identityProviderAsked'>): GuardedFetch =>
  async (url, init) => {
    try {
      const response = await fetch(url, init);
      const { status } = response;
      metrics.identityProviderAsked(status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok');
      return response;
    } catch (error) {
      metrics.identityProviderAsked('failed');
      throw error;
    }
  };
