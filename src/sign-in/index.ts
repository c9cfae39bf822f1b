import type { FindSignedIn, GuessGuard, ReadBrowserToken } from '../http/index.js';
import type { FindByProvider } from '../shared/holders.js';
import type { Limits } from '../platform/limits/limits.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { GuardedFetch } from '../platform/web/guarded-fetch.js';
import type { CountedAudit } from '../tenancy/index.js';
import { createAccessTokens } from './access-token.js';
import { createBrowserTokens } from './browser-token.js';
import { createMakeBrowserToken, type BrowserTokenDeps } from './browser-token-routes.js';
import type { Database } from './database.js';
import type { SignInKeys } from './keys.js';
import { createAccept, createLinkToNewPassword, createRenewInvitation } from './invitations.js';
import { createExternalSignIn } from './external-sign-in.js';
import { createIdentityProviders } from './identity-providers.js';
import { createLogin } from './login.js';
import { createOpenIdClient } from './openid-connect.js';
import { createOperatorSignIn } from './operator-sign-in.js';
import { createProviderCallers, type ProviderCallers } from './provider-callers.js';
import { createPasswordGuard } from './password-guard.js';
import { createChangePassword } from './own-password.js';
import type { PasswordTurns } from './password-turns.js';
import type { Passwords } from './passwords.js';
import type { SignInDeps } from './routes.js';
import { createRefreshCookie } from './refresh-cookie.js';
import { createSignIns } from './sign-ins.js';
import { createTradeKey, createUseFirstLink, type FirstAdmin } from './trade-key.js';

export { createPrepareCredential } from './invitations.js';
export { openSignInKeys, SIGN_IN_SECRET, type Keys } from './keys.js';
export { createPasswordTurns } from './password-turns.js';
export { createPasswords } from './passwords.js';
export type { IdentityRepository } from './identity-repository.js';
export { createInvitationRepository, type SignInRepository } from './repository.js';
export { reseal, seal, unseal } from './seal.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  /** Null: nobody can sign in. */
  keys: SignInKeys | null;
  /** SHA-256 of the operator's keys. */
  operatorKeyHashes: readonly Uint8Array[];
  guessGuard: GuessGuard;
  limits: Pick<Limits, 'take'>;
  metrics: Pick<Metrics, 'securityDenied'>;
  countedAudit: CountedAudit;
  passwords: Passwords;
  passwordTurns: PasswordTurns;
  firstAdmin: FirstAdmin | null;
  openId: {
    fetch: GuardedFetch;
    /** Issuer origins that may be private. */
    privateIssuers: readonly string[];
    publicUrl: string | null;
  };
  logger: Logger;
  now: () => Date;
};

type SignInParts = SignInDeps &
  Pick<BrowserTokenDeps, 'makeBrowserToken'> &
  Pick<ProviderCallers, 'issuerOf' | 'tenantIdOf'> & {
    findSignedIn: FindSignedIn;
    findByProvider: FindByProvider;
    readBrowserToken: ReadBrowserToken;
  };

/** Signs people in, and verifies their access tokens and those of pages. */
export const createSignIn = (deps: Deps): SignInParts => {
  const { database, keys, guessGuard, limits, metrics, passwords, countedAudit, logger, now } =
    deps;
  const { fetch, privateIssuers, publicUrl } = deps.openId;
  const openId = createOpenIdClient({ fetch, privateIssuers, now });
  // Without the keys, the sealed settings of providers cannot be read.
  const known = { database, openId, publicUrl: keys === null ? null : publicUrl, now };
  const always = {
    ...createProviderCallers(known),
    renewInvitation: createRenewInvitation({ database, now }),
    linkToNewPassword: createLinkToNewPassword({ database, now }),
    refreshCookie: createRefreshCookie({ publicUrl }),
  };
  if (keys === null) {
    const none = { findSignedIn: async () => null, readBrowserToken: async () => null };
    return { ...always, ...none, signIn: null, external: null, makeBrowserToken: null };
  }
  const accessTokens = createAccessTokens({ keys: keys.accessToken, now });
  passwords.prepare().catch((error: unknown) => {
    logger.error({ err: error }, 'Passwords cannot be hashed');
  });
  const browserTokens = createBrowserTokens({ keys: keys.browserToken, now });
  const refreshKeys = keys.refreshToken;
  const signIns = createSignIns({ database, accessTokens, refreshKeys, limits, now });
  const operatorSignIn = createOperatorSignIn({ ...deps, keys });
  const { atRest } = keys;
  const passwordGuard = createPasswordGuard({ limits, metrics, turns: deps.passwordTurns });
  const parts = { database, passwords, signIns, passwordGuard, countedAudit, now };
  return {
    signIn: {
      login: createLogin(parts),
      accept: createAccept(parts),
      changePassword: createChangePassword(parts),
      signIns,
      operatorSignIn,
      tradeKey: createTradeKey(parts),
      useFirstLink: createUseFirstLink({ ...parts, firstAdmin: deps.firstAdmin }),
      guessGuard,
    },
    external: {
      signIn: createExternalSignIn({ database, openId, signIns, atRest, publicUrl, now }),
      providers: createIdentityProviders({ database, openId, atRest }),
    },
    ...always,
    makeBrowserToken: createMakeBrowserToken({ database, browserTokens }),
    readBrowserToken: browserTokens.read,
    findSignedIn: async (token) => {
      const claims = await accessTokens.verify(token);
      if (claims === null) return operatorSignIn.verifyAccess(token);
      if (claims === 'expired') return claims;
      return database.platform.signIns.find(claims, now());
    },
  };
};
