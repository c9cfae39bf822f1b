import { randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { hashSecret } from '../shared/api-key.js';
import { AppError, orNotFound } from '../shared/errors.js';
import { newId, UserId, type TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { TenantRole } from '../shared/scope.js';
import { emailField, groupField, requireOneMore } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Attempt, IdentityProvider } from './identity-repository.js';
import type { Claims, OpenIdClient } from './openid-connect.js';
import { unseal } from './seal.js';
import { requireActive, type SignIns, type Tokens } from './sign-ins.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  openId: Pick<OpenIdClient, 'start' | 'finish'>;
  signIns: Pick<SignIns, 'start'>;
  atRest: KeyObject;
  /** The address at which browsers reach us, without a slash at its end; null: OpenID Connect is off. */
  publicUrl: string | null;
  now: () => Date;
};

/** The request with which the provider sent the browser back: `search` is its whole query, `state` is the state in it. */
type Return = {
  tenant: string;
  search: string;
  state: string;
  browserSecret: string | null;
  address: string;
};

export type ExternalSignIn = ReturnType<typeof createExternalSignIn>;

export const ATTEMPT_LIFETIME_SEC = 600;

/** Signs in at the tenant's identity provider: away with a browser, and back with the same one. */
export const createExternalSignIn = (deps: Deps) => {
  const { database, openId, signIns, now } = deps;
  const find = createFindProvider(deps);

  return {
    isSecure: deps.publicUrl?.startsWith('https:') ?? false,
    /** `browserSecret` is for a cookie: whoever comes back without it is somebody else. */
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

/** A tenant that there is not, one that is not active and one without a provider answer alike. */
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
  throw new AppError('sign_in_off', 'Nobody can sign in this way here: PUBLIC_URL is not set.');
};

/** A link that somebody was sent to finish the sender's sign-in ends here, and so does a state that was used before. */
function requireSameBrowser(
  attempt: Attempt | null,
  browserSecret: string | null,
): asserts attempt is Attempt {
  const given = hashSecret(browserSecret ?? '');
  if (attempt !== null && timingSafeEqual(given, attempt.browserHash)) return;
  throw new AppError('unauthenticated', 'This sign-in was not begun here, or has been finished.');
}

type Identity = { provider: IdentityProvider; claims: Claims; now: Date };

const MAX_GROUPS = 50;

/**
 * The account of somebody whom the tenant's identity provider has signed in, with the role and the groups that it names. They are known by issuer and
 * subject; the first time by an address that the provider has verified and the tenant has invited, or whose domain it lets in.
 */
const findOrMakeAccount = async (tx: ScopedRepositories, identity: Identity) => {
  const { provider, claims } = identity;
  const known = await tx.identities.find(provider.issuer, claims.sub);
  // Before anything of the account is read or locked, where it may have to be taken the rights of an admin.
  if (roleOf(identity) === 'member' && !(await isMember(tx, known))) await tx.users.lockAdmins();
  const userId = known ?? (await welcome(tx, identity));
  const user = orNotFound(await tx.users.find(userId));
  const [role, groups] = [roleOf(identity) ?? user.role, groupsOf(identity) ?? user.groups];
  const isLastAdmin = user.role === 'admin' && (await tx.users.countAdmins()) <= 1;
  const changes = { role: isLastAdmin ? user.role : role, groups };
  const isSame =
    changes.role === user.role && [...groups].sort().join() === [...user.groups].sort().join();
  if (isSame) return user;
  const action = changes.role === user.role ? 'user.update' : 'user.change_role';
  // By nobody here: the provider says so.
  await tx.audit.append({ actorId: null, action, subjectId: userId });
  return tx.users.update(userId, changes);
};

const isMember = async (tx: ScopedRepositories, known: UserId | null): Promise<boolean> =>
  known !== null && (await tx.users.find(known))?.role === 'member';

const welcome = async (tx: ScopedRepositories, identity: Identity): Promise<UserId> => {
  const { provider, claims, now } = identity;
  const email = emailField.safeParse(claims.email);
  if (!email.success || claims.email_verified !== true) throw unknown();
  const owner = await tx.identities.findByEmail(email.data, now);
  // Whoever has the account already would have to say that this is them.
  if (owner !== null && !owner.isWaiting) throw unknown();
  if (owner === null && !isLetIn(provider, email.data)) throw unknown();
  const userId = owner?.userId ?? (await makeUser(tx, email.data));
  await tx.users.activate(userId);
  await tx.invitations.close(userId, now);
  await tx.identities.link(userId, provider.issuer, claims.sub);
  await tx.audit.append({ actorId: userId, action: 'invitation.accept', subjectId: userId });
  return userId;
};

const makeUser = async (tx: ScopedRepositories, email: string): Promise<UserId> => {
  await requireOneMore(tx, 'users');
  const { id } = await tx.users.create({ id: newId(UserId), email, role: 'member', groups: [] });
  await tx.audit.append({ actorId: null, action: 'user.create', subjectId: id });
  return id;
};

const isLetIn = ({ allowedEmailDomains }: IdentityProvider, email: string): boolean =>
  allowedEmailDomains.includes(email.slice(email.lastIndexOf('@') + 1));

/** Null where the provider has no say in it. What it names that is mapped to nothing makes a member. */
const roleOf = ({ provider, claims }: Identity): TenantRole | null => {
  if (provider.roleClaim === null) return null;
  const roles = toTexts(claims[provider.roleClaim]).map((name) =>
    Object.hasOwn(provider.roleMapping, name) ? provider.roleMapping[name] : undefined,
  );
  return roles.includes('admin') ? 'admin' : 'member';
};

/** Names that cannot be those of a group here are left out. */
const groupsOf = ({ provider, claims }: Identity): string[] | null => {
  if (provider.groupsClaim === null) return null;
  const names = toTexts(claims[provider.groupsClaim]);
  return [...new Set(names.filter((name) => groupField.safeParse(name).success))].slice(
    0,
    MAX_GROUPS,
  );
};

const toTexts = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string');

const unknown = () =>
  new AppError('forbidden', 'Nobody here has invited this account: ask an administrator.');
