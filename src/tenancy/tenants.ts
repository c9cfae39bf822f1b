import { issueApiKey } from '../shared/api-key.js';
import { AppError, notFound } from '../shared/errors.js';
import { ApiKeyId, newId, TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { Page, PageRequest } from '../shared/page.js';
import { permissionsOfRole } from '../shared/permissions.js';
import type { SystemScope } from '../shared/scope.js';
import { TenantPolicy, type TenantRecord } from './tenant.js';
import type { UserRecord } from './user.js';
import type { Database, ScopedRepositories } from './database.js';
import { createLockOrConflict } from './lock-or-conflict.js';

type Deps = { database: Pick<Database, 'withScope' | 'withLock' | 'platform'> };

type NewTenant = { slug: string; name: string; admin: { email: string } };
type CreatedTenant = { tenant: TenantRecord; admin: UserRecord; apiKey: string };

export type Tenants = {
  /** Completes a creation that a crash cut off; `conflict` when the slug belongs to a whole tenant. */
  create(tenant: NewTenant): Promise<CreatedTenant>;
  list(page: PageRequest): Promise<Page<TenantRecord>>;
  get(id: TenantId): Promise<TenantRecord>;
  /** A suspended tenant's credentials are refused with the next request. */
  setStatus(id: TenantId, status: 'active' | 'suspended'): Promise<TenantRecord>;
  /** A new key for the tenant's oldest admin in place of the last one of that name. */
  reissueAdminKey(id: TenantId, name: string): Promise<string>;
};

const FIRST_KEY_NAME = 'first admin key';

export const createTenants = ({ database }: Deps): Tenants => {
  const get = async (id: TenantId): Promise<TenantRecord> => {
    const tenant = await database.platform.tenants.find(id);
    if (tenant === null) throw notFound();
    return tenant;
  };

  return {
    create: (input) =>
      createLockOrConflict({ database })(`tenant/${input.slug}`, async () => {
        const tenant = await findOrCreate(database, input.slug);
        return database.withScope(makeSystemScope(tenant.id), async (tx) => {
          if ((await tx.users.countAdmins()) > 0) throw slugTaken();
          return { tenant, ...(await furnish(tx, tenant.id, input)) };
        });
      }),
    list: (page) => database.platform.tenants.list(page),
    get,
    setStatus: async (id, status) => {
      const tenant = await get(id);
      if (tenant.status === 'deleting') {
        throw new AppError('conflict', 'This tenant is being deleted.');
      }
      await auditTenant(database, makeSystemScope(id), 'tenant.update');
      return database.platform.tenants.setStatus(id, status);
    },
    reissueAdminKey: (id, name) =>
      database.withScope(makeSystemScope(id), (tx) => reissue(tx, id, name)),
  };
};

const slugTaken = () => new AppError('conflict', 'There is a tenant of that slug already.');

const findOrCreate = async (
  { platform }: Pick<Database, 'platform'>,
  slug: string,
): Promise<TenantRecord> =>
  (await platform.tenants.findBySlug(slug)) ??
  (await platform.tenants.create({ id: newId(TenantId), slug }));

/** Everything a tenant needs beyond its row, in one transaction: a tenant without an admin is one that was cut off here. */
const furnish = async (
  tx: ScopedRepositories,
  tenantId: TenantId,
  { name, admin: { email } }: NewTenant,
): Promise<Omit<CreatedTenant, 'tenant'>> => {
  await tx.settings.create({ name, systemPrompt: null, policy: TenantPolicy.parse({}) });
  const admin = await tx.users.create({ id: newId(UserId), email, role: 'admin', groups: [] });
  const apiKey = await createKey(tx, { tenantId, userId: admin.id, name: FIRST_KEY_NAME });
  await tx.audit.append({
    actorId: null,
    action: 'tenant.create',
    subjectId: tenantId,
    result: 'ok',
  });
  return { admin, apiKey };
};

const createKey = async (
  tx: ScopedRepositories,
  { tenantId, userId, name }: { tenantId: TenantId; userId: UserId; name: string },
): Promise<string> => {
  const { apiKey, prefix, secretHash } = issueApiKey(tenantId);
  await tx.apiKeys.create({
    id: newId(ApiKeyId),
    userId,
    name,
    prefix,
    secretHash,
    permissions: permissionsOfRole.admin,
    expiresAt: null,
  });
  return apiKey;
};

const reissue = async (
  tx: ScopedRepositories,
  tenantId: TenantId,
  name: string,
): Promise<string> => {
  const admin = await findOldestAdmin(tx);
  const { items } = await tx.apiKeys.list({ limit: 100, userId: admin.id });
  for (const key of items.filter((one) => one.name === name)) await tx.apiKeys.revoke(key.id);
  return createKey(tx, { tenantId, userId: admin.id, name });
};

const findOldestAdmin = async (tx: ScopedRepositories): Promise<UserRecord> => {
  let oldest: UserRecord | null = null;
  let after: string | undefined;
  do {
    const page: Page<UserRecord> = await tx.users.list({ limit: 100, after });
    oldest = page.items.findLast((user) => user.role === 'admin') ?? oldest;
    after = page.nextAfter ?? undefined;
  } while (after !== undefined);
  if (oldest === null) throw notFound();
  return oldest;
};

/** The operator acts from outside the tenant, so the entry names no actor. */
export const auditTenant = (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
  action: 'tenant.update' | 'tenant.delete',
): Promise<void> =>
  database.withScope(scope, (tx) =>
    tx.audit.append({ actorId: null, action, subjectId: scope.tenantId, result: 'ok' }),
  );
