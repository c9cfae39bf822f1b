import { AppError, orNotFound } from '../shared/errors.js';
import { newId, UserId } from '../shared/ids.js';
import type { TenantRole } from '../shared/scope.js';
import { emailField, groupField, requireOneMore } from '../tenancy/index.js';
import type { ScopedRepositories } from './database.js';
import type { IdentityProvider } from './identity-repository.js';
import type { ProviderClaims } from './provider-claims.js';

export type Identity = { provider: IdentityProvider; claims: ProviderClaims; now: Date };

const MAX_GROUPS = 50;

/**
 * The account of a person signed in by the tenant's identity provider, with the role and groups that it names. People are recognized by
 * issuer and subject; the first time by an address that the provider has verified and that the tenant has invited, or whose domain it
 * accepts.
 */
export const findOrMakeAccount = async (tx: ScopedRepositories, identity: Identity) => {
  const { provider, claims } = identity;
  const known = await tx.identities.find(provider.issuer, claims.sub);
  // Taken before anything of the account is read or locked, if it may lose an admin's rights.
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
  // No actor, because the provider decides.
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
  // The existing account's owner has not confirmed that this identity is theirs.
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

/** Null if the provider does not determine the role. Names that are not mapped make a member. */
export const roleOf = ({ provider, claims }: Identity): TenantRole | null => {
  if (provider.roleClaim === null) return null;
  const roles = toTexts(claims[provider.roleClaim]).map((name) =>
    Object.hasOwn(provider.roleMapping, name) ? provider.roleMapping[name] : undefined,
  );
  return roles.includes('admin') ? 'admin' : 'member';
};

/** Names that are not valid group names here are left out. */
export const groupsOf = ({ provider, claims }: Identity): string[] | null => {
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
  new AppError('forbidden', 'This account has not been invited: ask an administrator.');
