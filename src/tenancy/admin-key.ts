import { issueApiKey } from '../shared/api-key.js';
import { AppError, notFound } from '../shared/errors.js';
import { ApiKeyId, newId, UserId, type TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import { eachItem } from '../shared/page.js';
import { permissionsOfRole } from '../shared/permissions.js';
import type { UserScope } from '../shared/scope.js';
import { adminLock, lockOrConflict, type Database, type ScopedRepositories } from './database.js';
import { emailField, type UserRecord } from './schema.js';
import { createPersonScope } from './users.js';

type Deps = { database: Pick<Database, 'withScope' | 'withLock'> };

/** A key of an administrator, shown once; `isNewAdmin`: this user became an administrator for it. */
export type AdminKey = { apiKey: string; email: string; isNewAdmin: boolean };

const FIRST_KEY_NAME = 'first admin key';
const ADDED_KEY_NAME = 'key by npm run admin-key';
/** The maximum number of users listed as possible administrators. */
const MAX_NAMED = 10;

/**
 * Adds a key for the tenant's oldest active admin without revoking any. If no active admin is left, the person whom the machine's owner
 * names becomes one, and is created if the address is unknown.
 */
export const createAddAdminKey =
  ({ database }: Deps) =>
  (tenantId: TenantId, address: string | null): Promise<AdminKey> =>
    lockOrConflict(database, adminLock({ tenantId }), () =>
      database.withScope(makeSystemScope(tenantId), async (tx) => {
        const people = await findPeople(tx);
        const isNewAdmin = people.oldestAdmin === null;
        const holder = people.oldestAdmin ?? (await appoint(tx, people, address));
        if (!isNewAdmin && address !== null && address !== holder.email) throw hasAdmin(holder);
        const { apiKey } = await addKey(tx, { tenantId, userId: holder.id, name: ADDED_KEY_NAME });
        return { apiKey, email: holder.email, isNewAdmin };
      }),
    );

/** Replaces the first key of the tenant's oldest active admin, which nobody has seen. */
export const createReissueFirstKey =
  ({ database }: Pick<Deps, 'database'>) =>
  (tenantId: TenantId): Promise<string> =>
    database.withScope(makeSystemScope(tenantId), async (tx) => {
      const { oldestAdmin } = await findPeople(tx);
      if (oldestAdmin === null) throw notFound();
      const { items } = await tx.apiKeys.list({ limit: 100, userId: oldestAdmin.id });
      for (const { id, name, revokedAt } of items) {
        if (name === FIRST_KEY_NAME && revokedAt === null) await tx.apiKeys.revoke(id, null);
      }
      return (await createFirstKey(tx, tenantId, oldestAdmin.id)).apiKey;
    });

/** Adds the first key of a new tenant's admin. */
export const createFirstKey = (tx: ScopedRepositories, tenantId: TenantId, userId: UserId) =>
  addKey(tx, { tenantId, userId, name: FIRST_KEY_NAME });

type NewKey = { tenantId: TenantId; userId: UserId; name: string };

const addKey = async (
  tx: ScopedRepositories,
  { tenantId, userId, name }: NewKey,
): Promise<{ id: ApiKeyId; apiKey: string }> => {
  const { apiKey, prefix, secretHash } = issueApiKey(tenantId);
  const id = newId(ApiKeyId);
  await tx.apiKeys.create({
    id,
    userId,
    name,
    prefix,
    secretHash,
    permissions: permissionsOfRole.admin,
    expiresAt: null,
    createdBy: null,
    isConfirmed: true,
  });
  // No actor, because the operator does not belong to the tenant.
  await tx.audit.append({
    actorId: null,
    action: 'api_key.create',
    subjectId: id,
    holderId: userId,
  });
  return { id, apiKey };
};

type People = { oldestAdmin: UserRecord | null; users: UserRecord[] };

const findPeople = async (tx: ScopedRepositories): Promise<People> => {
  const people: People = { oldestAdmin: null, users: [] };
  // Newest first.
  for await (const user of eachItem((page) => tx.users.list(page))) {
    if (user.role === 'admin' && user.status === 'active') people.oldestAdmin = user;
    people.users.push(user);
  }
  return people;
};

/**
 * The scope of a tenant's oldest active admin, for the machine's owner. Rejects with `not_found` if the tenant or such an admin does not
 * exist.
 */
export const createAdminScope =
  ({ database }: { database: Pick<Database, 'withScope' | 'platform'> }) =>
  async (slug: string): Promise<UserScope> => {
    const tenant = await database.platform.tenants.findBySlug(slug);
    if (tenant === null) throw new AppError('not_found', `There is no tenant "${slug}".`);
    const system = makeSystemScope(tenant.id);
    const { oldestAdmin } = await database.withScope(system, findPeople);
    if (oldestAdmin === null) {
      throw new AppError('not_found', `The tenant "${slug}" has no active admin.`);
    }
    return createPersonScope({ database })({ tenantId: tenant.id, userId: oldestAdmin.id });
  };

/** Nobody becomes an administrator by accident: the person must be named. */
const appoint = async (
  tx: ScopedRepositories,
  { users }: People,
  address: string | null,
): Promise<UserRecord> => {
  if (address === null) throw hasNoAdmin(users);
  const known = users.find(({ email }) => email === address);
  if (known === undefined) {
    const email = emailField.safeParse(address);
    if (!email.success)
      throw new AppError('validation_failed', `"${address}" is not an e-mail address.`);
    const made = await tx.users.create({
      id: newId(UserId),
      email: email.data,
      role: 'admin',
      groups: [],
    });
    await tx.users.activate(made.id);
    await tx.audit.append({ actorId: null, action: 'user.create', subjectId: made.id });
    return made;
  }
  await tx.audit.append({ actorId: null, action: 'user.change_role', subjectId: known.id });
  return tx.users.update(known.id, { role: 'admin', status: 'active' });
};

const hasAdmin = ({ email }: UserRecord): AppError =>
  new AppError(
    'conflict',
    `The tenant has an active admin, ${email}: --user is for a tenant that has none. Leave it out for a key of theirs.`,
  );

const hasNoAdmin = (users: readonly UserRecord[]): AppError => {
  const oldest = users.slice(-MAX_NAMED).reverse();
  const named = oldest.map(({ email }) => email).join(', ');
  return new AppError(
    'not_found',
    `The tenant has no active admin. Say who becomes one with --user E-MAIL: ${named === '' ? 'somebody new' : `one of its users (${named}${users.length > MAX_NAMED ? ', …' : ''}) or somebody new`}.`,
  );
};
