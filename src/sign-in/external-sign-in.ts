import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../shared/api-key.js';
import { AppError, orNotFound } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { Database } from './database.js';
import { findOrMakeAccount } from './external-account.js';
import type { Attempt } from './identity-repository.js';
import type { Keys } from './keys.js';
import type { OpenIdClient } from './openid-connect.js';
import { unseal } from './seal.js';
import { requireActive, type SignIns, type Tokens } from './sign-ins.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  openId: Pick<OpenIdClient, 'start' | 'finish'>;
  signIns: Pick<SignIns, 'start'>;
  atRest: Keys;
  /** The address at which browsers reach us, without a trailing slash; null: OpenID Connect is off. */
  publicUrl: string | null;
  now: () => Date;
};

/** The request with which the provider sent the browser back: `search` is its whole query, `state` the state within it. */
type Return = {
  tenant: string;
  search: string;
  state: string;
  browserSecret: string | null;
  address: string;
};

export type ExternalSignIn = ReturnType<typeof createExternalSignIn>;

export const ATTEMPT_LIFETIME_SEC = 600;

/** Signs in at the tenant's identity provider: the browser is redirected there, and the same browser must return. */
export const createExternalSignIn = (deps: Deps) => {
  const { database, openId, signIns, now } = deps;
  const find = createFindProvider(deps);

  return {
    isSecure: deps.publicUrl?.startsWith('https:') ?? false,
    /** `browserSecret` is for a cookie: a browser that returns without it is a different one. */
    start: async (tenant: string): Promise<{ location: string; browserSecret: string }> => {
      const redirectUri = redirectUriOf(deps, tenant);
      const { tenantId, client } = await find(tenant);
      const { location, state, ...kept } = await openId.start(client, redirectUri);
      const browserSecret = randomBytes(32).toString('base64url');
      const attempt = {
        ...kept,
        stateHash: hashSecret(state),
        browserHash: hashSecret(browserSecret),
        expiresAt: new Date(now().getTime() + ATTEMPT_LIFETIME_SEC * 1000),
      };
      await database.withScope(makeSystemScope(tenantId), (tx) =>
        tx.identities.begin(attempt, now()),
      );
      return { location, browserSecret };
    },
    finish: async ({ tenant, search, state, browserSecret, address }: Return): Promise<Tokens> => {
      const redirectUri = redirectUriOf(deps, tenant);
      const { tenantId, provider, client } = await find(tenant);
      const system = makeSystemScope(tenantId);
      const attempt = await database.withScope(system, (tx) =>
        tx.identities.takeAttempt(hashSecret(state), now()),
      );
      requireSameBrowser(attempt, browserSecret);
      const { nonce, codeVerifier } = attempt;
      const url = new URL(`${redirectUri}${search}`);
      const claims = await openId.finish(client, { url, state, nonce, codeVerifier });
      return database.withScope(system, async (tx) => {
        const account = await findOrMakeAccount(tx, { provider, claims, now: now() });
        requireActive({ userStatus: account.status, tenantStatus: 'active' });
        const { id: userId } = account;
        await tx.audit.append({ actorId: userId, action: 'sign_in.start', subjectId: userId });
        return signIns.start(tx, { tenantId, userId, address });
      });
    },
  };
};

/** An unknown tenant, an inactive one and one without a provider give the same answer. */
const createFindProvider =
  ({ database, atRest }: Deps) =>
  async (slug: string) => {
    const tenant = orNotFound(await database.platform.tenants.findBySlug(slug));
    const tenantId: TenantId = tenant.id;
    const provider = await database.withScope(makeSystemScope(tenantId), (tx) =>
      tx.identities.provider(),
    );
    const { issuer, clientId, clientSecret: sealed } = orNotFound(provider);
    if (tenant.status !== 'active') orNotFound(null);
    const clientSecret = unseal(atRest, tenantId, sealed);
    if (clientSecret === null) {
      throw new AppError('sign_in_off', 'JWT_SECRET has changed: set the identity provider again.');
    }
    const client = { tenantId, issuer, clientId, clientSecret };
    return { tenantId, provider: orNotFound(provider), client };
  };

const redirectUriOf = ({ publicUrl }: Deps, tenant: string): string => {
  if (publicUrl !== null) return `${publicUrl}/v1/auth/oidc/${tenant}/callback`;
  throw new AppError(
    'sign_in_off',
    'Sign-in with an identity provider is not set up: PUBLIC_URL is not set.',
  );
};

/** Stops a link that tricks someone into finishing the sender's sign-in, and a state that was already used. */
function requireSameBrowser(
  attempt: Attempt | null,
  browserSecret: string | null,
): asserts attempt is Attempt {
  const given = hashSecret(browserSecret ?? '');
  if (attempt !== null && timingSafeEqual(given, attempt.browserHash)) return;
  throw new AppError(
    'unauthenticated',
    'This sign-in was not started here, or is already finished.',
  );
}
