import type { FindByProvider } from '../shared/holders.js';
import { hashSecret } from '../shared/api-key.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import { AppError, orNotFound } from '../shared/errors.js';
import { createFairTurns } from '../shared/fair-turns.js';
import { newId, TenantId, type UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import { TenantSlug } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';
import { findOrMakeAccount, groupsOf, roleOf, type Identity } from './external-account.js';
import type { Account, IdentityProvider } from './identity-repository.js';
import type { OpenIdClient } from './openid-connect.js';
import type { ProviderClaims } from './provider-claims.js';
import { isMeantFor } from './provider-token.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  openId: Pick<OpenIdClient, 'describe' | 'readAccessToken'>;
  /** Null: no token can be for one of our addresses. */
  publicUrl: string | null;
  now: () => Date;
};

export type ProviderCallers = ReturnType<typeof createProviderCallers>;

/** How many database queries tokens that were never verified before may cause at once. */
const STRANGERS_AT_ONCE = 2;
const NEVER = new AbortController().signal;

/** People who present an access token of their tenant's identity provider: we verify it, and issue none. */
export const createProviderCallers = ({ database, openId, publicUrl, now }: Deps) => {
  const strangers = createFairTurns({ atOnce: STRANGERS_AT_ONCE });
  const goodTokens = createBoundedMap<true>(10_000);
  const findProvider = createFindProvider(database);

  const findByProvider: FindByProvider = async ({ tenant, path }, token) => {
    const resource = `${publicUrl}${path}`;
    if (publicUrl === null || !isMeantFor({ token, resource })) return null;
    const name = hashSecret(token).toString('base64');
    const found = await (goodTokens.get(name) === true
      ? findProvider(tenant)
      : strangers.run({ tenantId: tenant }, NEVER, () => findProvider(tenant)));
    if (found === null) return null;
    const { tenantId, provider } = found;
    const { issuer } = provider;
    const claims = await openId.readAccessToken({ tenantId, issuer }, { token, resource });
    if (claims === null || claims === 'expired') return claims;
    goodTokens.set(name, true);
    const account = await findAccount(database, { tenantId, provider, claims, now: now() });
    return { tenantId, ...account, signInId: null, ...WITHOUT_KEY };
  };

  return {
    findByProvider,
    /** The id of the tenant with that slug; null if there is none. */
    tenantIdOf: async (slug: string): Promise<TenantId | null> =>
      (await database.platform.tenants.findBySlug(slug))?.id ?? null,
    /** The provider that issues tokens for a tenant, by its own name. A missing tenant and a missing provider give the same answer. */
    issuerOf: async (tenant: string): Promise<string> => {
      if (publicUrl === null) {
        throw new AppError('sign_in_off', 'This is not set up: PUBLIC_URL is not set.');
      }
      const { tenantId, provider } = orNotFound(await findProvider(tenant));
      return (await openId.describe({ tenantId, issuer: provider.issuer })).issuer;
    },
  };
};

const WITHOUT_KEY = { keyPermissions: null, keyFilter: null, assistantIds: [] };

/** Makes the same database queries for a tenant that does not exist. */
const createFindProvider = (database: Deps['database']) => async (slug: string) => {
  if (!TenantSlug.safeParse(slug).success) return null;
  const tenant = await database.platform.tenants.findBySlug(slug);
  const tenantId = tenant?.id ?? newId(TenantId);
  const provider = await database.withScope(makeSystemScope(tenantId), (tx) =>
    tx.identities.provider(),
  );
  return tenant?.status === 'active' && provider !== null ? { tenantId, provider } : null;
};

type Person = Identity & { tenantId: TenantId };

/** The account of a person, created with their first token if a sign-in would create it. */
const findAccount = async (
  database: Deps['database'],
  { tenantId, ...identity }: Person,
): Promise<Account> => {
  const said = { ...identity, provider: saidIn(identity.claims, identity.provider) };
  const inTenant = <Found>(work: (tx: ScopedRepositories) => Promise<Found>) =>
    database.withScope(makeSystemScope(tenantId), work);
  const known = await inTenant((tx) => findKnown(tx, said));
  if (known !== null) return known;
  try {
    return await inTenant(async (tx) => narrow(tx, (await findOrMakeAccount(tx, said)).id, said));
  } catch (error) {
    // A concurrent request of the same person may have created it.
    const made = await inTenant((tx) => findKnown(tx, said));
    if (made === null) throw error;
    return made;
  }
};

const findKnown = async (tx: ScopedRepositories, said: Identity): Promise<Account | null> => {
  const userId = await tx.identities.find(said.provider.issuer, said.claims.sub);
  return userId && narrow(tx, userId, said);
};

/**
 * The account as stored, or with fewer rights if the token has fewer. A token is valid for an hour and may be outdated, so it never
 * restores a role or a group; only a sign-in does.
 */
const narrow = async (tx: ScopedRepositories, userId: UserId, said: Identity): Promise<Account> => {
  const account = await tx.identities.account(userId, groupsOf(said));
  return { ...account, role: roleOf(said) === 'member' ? 'member' : account.role };
};

/** A claim missing from the token means nothing: many providers put roles and groups only into ID tokens. */
const saidIn = (
  claims: ProviderClaims,
  { roleClaim, groupsClaim, ...provider }: IdentityProvider,
): IdentityProvider => {
  const present = (name: string | null) =>
    name !== null && Object.hasOwn(claims, name) ? name : null;
  return { ...provider, roleClaim: present(roleClaim), groupsClaim: present(groupsClaim) };
};
