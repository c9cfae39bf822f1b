import type { Config } from '../../config/index.js';
import { createGuessGuard } from '../http/index.js';
import type { Platform } from './platform.js';
import type { Limits } from '../platform/limits/limits.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { GuardedFetch } from '../platform/web/guarded-fetch.js';
import { hashSecret, parseApiKey } from '../shared/api-key.js';
import { createSignIn } from '../sign-in/index.js';
import {
  createBootstrap,
  createCountedAudit,
  createFirstLink,
  createNoteActing,
  readAdminKey,
} from '../tenancy/index.js';

type Parts = {
  platform: Platform;
  limits: Limits;
  operatorKeyHashes: readonly Uint8Array[];
} & Pick<Parameters<typeof createSignIn>[0], 'passwords' | 'passwordTurns'>;

const BAD_CREDENTIALS_PER_MINUTE = 30;

/** Wires sign-in for the API of this process, and the count of bad credentials. */
export const composeSignIn = (
  config: Config,
  { platform, limits, passwords, passwordTurns, operatorKeyHashes }: Parts,
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
  const { findSignedIn, findByProvider, readBrowserToken, ...signIn } = createSignIn({
    database,
    keys,
    operatorKeyHashes,
    passwords,
    passwordTurns,
    firstAdmin: config.database.urls === null ? createFirstAdmin(platform) : null,
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
  });
  const noteActing = createNoteActing(countedAudit);
  return {
    ...signIn,
    /** What authenticates a request's credential. */
    credentials: { findSignedIn, findByProvider, readBrowserToken, guessGuard, noteActing },
  };
};

const createFirstAdmin = ({ database, secretFiles, now }: Platform) => ({
  take: createFirstLink({ secretFiles, now }).take,
  findKey: async () => {
    const claim = parseApiKey((await readAdminKey(secretFiles)) ?? '');
    const holder = claim && (await database.platform.authentication.findKey(claim));
    return claim && holder && { ...holder, tenantId: claim.tenantId };
  },
});

type First = { tenants: Parameters<typeof createBootstrap>[0]['tenants']; url: string };

/** Creates the installation's first keys if there are none, and logs where to open it in a browser. */
export const startFirst = async (config: Config, platform: Platform, { tenants, url }: First) => {
  const { database, secretFiles, logger } = platform;
  const address = config.publicUrl ?? toLocalUrl(url);
  const firstLink = createFirstLink(platform);
  const bootstrap = createBootstrap({ database, tenants, secretFiles, firstLink, logger });
  const { operatorKeyHash, signInLink } = await bootstrap({
    operatorKey: config.operatorKey,
    isEmbedded: config.database.urls === null,
    url: address,
  });
  // A secret valid for ten minutes is shown only in a terminal, never in a log file.
  const open = process.stdout.isTTY && signInLink !== null ? signInLink : `${address}/`;
  const previous = config.previousOperatorKey;
  const earlier = previous === null ? [] : [hashSecret(previous)];
  return { operatorKeyHashes: [operatorKeyHash, ...earlier], open };
};

/** The address at which a browser on this machine reaches a server that listens on this one. */
const toLocalUrl = (url: string): string =>
  url.replace(/\/\/(?:0\.0\.0\.0|\[::\]|127\.0\.0\.1)(?=:)/u, '//localhost');

/** Counts how identity providers respond. No label names one, because tenants choose them. */
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
