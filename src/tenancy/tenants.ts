import { deleteUser, schedulePurge } from './users.js';
import { issueApiKey } from '../shared/api-key.js';
import { AppError, notFound } from '../shared/errors.js';
import { ApiKeyId, newId, TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { Page, PageRequest } from '../shared/page.js';
import { permissionsOfRole } from '../shared/permissions.js';
import type { SystemScope } from '../shared/scope.js';
import { TenantPolicy, TenantRecord, TenantStatus, UserRecord, emailField } from './schema.js';
import { lockOrConflict, type Database, type ScopedRepositories } from './database.js';
import { z } from 'zod';
import {
  ListQuery,
  listOf,
  toList,
  toPageRequest,
  operatorRoute,
  type Route,
} from '../http/index.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'platform'>;
  /** Tells the task loop that there is something to purge. */
  wakeUp: () => void;
};

type NewTenant = z.infer<typeof NewTenant>;
type CreatedTenant = { tenant: TenantRecord; admin: UserRecord; apiKey: string };

export type Tenants = {
  /** Completes a creation that a crash cut off; `conflict` when the slug belongs to a whole tenant. */
  create(tenant: NewTenant): Promise<CreatedTenant>;
  list(page: PageRequest): Promise<Page<TenantRecord>>;
  get(id: TenantId): Promise<TenantRecord>;
  /** A suspended tenant's credentials are refused with the next request. */
  setStatus(id: TenantId, status: 'active' | 'suspended'): Promise<TenantRecord>;
  /** Refuses the tenant's credentials from here on, then hands all it holds to the purging tasks; may be repeated after a crash. */
  delete(id: TenantId): Promise<TenantRecord>;
  /** A new first key for the tenant's oldest admin in place of the last one. */
  reissueAdminKey(id: TenantId): Promise<string>;
};

export type TenantDeps = { tenants: Omit<Tenants, 'reissueAdminKey'> };

const Tenant = TenantRecord.meta({ id: 'Tenant' });
const params = z.strictObject({ id: TenantId });

const NewTenant = z
  .strictObject({
    slug: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
    name: z.string().trim().min(1).max(200),
    admin: z.strictObject({ email: emailField }),
  })
  .meta({ id: 'NewTenant' });

const CreatedTenantView = z
  .object({
    tenant: Tenant,
    admin: UserRecord.pick({ id: true, email: true, role: true, createdAt: true }),
    apiKey: z.string().describe('Shown once.'),
  })
  .meta({ id: 'CreatedTenant' });

const FIRST_KEY_NAME = 'first admin key';

export const createTenants = ({ database, wakeUp }: Deps): Tenants => {
  const get = async (id: TenantId): Promise<TenantRecord> => {
    const tenant = await database.platform.tenants.find(id);
    if (tenant === null) throw notFound();
    return tenant;
  };

  return {
    create: (input) =>
      lockOrConflict(database, `tenant/${input.slug}`, async () => {
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
    delete: async (id) => {
      const { status } = await get(id);
      const tenant = await database.platform.tenants.setStatus(id, 'deleting');
      const scope = makeSystemScope(id);
      await emptyTenant(database, scope);
      if (status !== 'deleting') await auditTenant(database, scope, 'tenant.delete');
      wakeUp();
      return tenant;
    },
    reissueAdminKey: (id) => database.withScope(makeSystemScope(id), (tx) => reissue(tx, id)),
  };
};

export const createTenantRoutes = (deps: TenantDeps): Route[] => [
  ...createCollectionRoutes(deps),
  ...createItemRoutes(deps),
];

const createCollectionRoutes = ({ tenants }: TenantDeps): Route[] => [
  operatorRoute({
    method: 'post',
    path: '/v1/tenants',
    summary: 'Create a tenant with its first admin',
    body: NewTenant,
    responses: { 201: { description: 'Created', schema: CreatedTenantView } },
    handle: async ({ body }) => ({ status: 201, body: await tenants.create(body) }),
  }),
  operatorRoute({
    method: 'get',
    path: '/v1/tenants',
    summary: 'List tenants',
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Tenant, 'TenantList') } },
    handle: async ({ query }) => {
      const owner = { list: 'tenants', scope: null };
      const page = await tenants.list(toPageRequest(owner, query));
      return { status: 200, body: toList(owner, page, (tenant) => tenant) };
    },
  }),
];

const createItemRoutes = ({ tenants }: TenantDeps): Route[] => [
  operatorRoute({
    method: 'get',
    path: '/v1/tenants/:id',
    summary: 'Read a tenant',
    params,
    responses: { 200: { description: 'The tenant', schema: Tenant } },
    handle: async ({ params: { id } }) => ({ status: 200, body: await tenants.get(id) }),
  }),
  operatorRoute({
    method: 'patch',
    path: '/v1/tenants/:id',
    summary: 'Suspend or reactivate a tenant',
    params,
    body: z
      .strictObject({ status: TenantStatus.exclude(['deleting']) })
      .meta({ id: 'TenantStatusChange' }),
    responses: { 200: { description: 'The changed tenant', schema: Tenant } },
    handle: async ({ params: { id }, body }) => ({
      status: 200,
      body: await tenants.setStatus(id, body.status),
    }),
  }),
  operatorRoute({
    method: 'delete',
    path: '/v1/tenants/:id',
    summary: 'Delete a tenant: no credential works from here on, its content is purged',
    params,
    responses: { 202: { description: 'Being deleted', schema: Tenant } },
    handle: async ({ params: { id } }) => ({ status: 202, body: await tenants.delete(id) }),
  }),
];

/** What is there is handed to the purging tasks; may be repeated, for what a request under way added meanwhile. */
export const emptyTenant = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
): Promise<void> => {
  await purgeDocuments(database, scope);
  await deleteUsers(database, scope);
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
  const apiKey = await createFirstKey(tx, tenantId, admin.id);
  await tx.audit.append({ actorId: null, action: 'tenant.create', subjectId: tenantId });
  return { admin, apiKey };
};

const createFirstKey = async (
  tx: ScopedRepositories,
  tenantId: TenantId,
  userId: UserId,
): Promise<string> => {
  const { apiKey, prefix, secretHash } = issueApiKey(tenantId);
  await tx.apiKeys.create({
    id: newId(ApiKeyId),
    userId,
    name: FIRST_KEY_NAME,
    prefix,
    secretHash,
    permissions: permissionsOfRole.admin,
    expiresAt: null,
  });
  return apiKey;
};

const reissue = async (tx: ScopedRepositories, tenantId: TenantId): Promise<string> => {
  const admin = await findOldestAdmin(tx);
  const { items } = await tx.apiKeys.list({ limit: 100, userId: admin.id });
  for (const { id } of items.filter(({ name }) => name === FIRST_KEY_NAME)) {
    await tx.apiKeys.revoke(id);
  }
  return createFirstKey(tx, tenantId, admin.id);
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
const auditTenant = (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
  action: 'tenant.update' | 'tenant.delete',
): Promise<void> =>
  database.withScope(scope, (tx) =>
    tx.audit.append({ actorId: null, action, subjectId: scope.tenantId }),
  );

const BATCH = 100;

const purgeDocuments = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
): Promise<void> => {
  let after: string | undefined;
  do {
    const page = { limit: BATCH, after };
    const { nextAfter } = await database.withScope(scope, async (tx) => {
      const documents = await tx.documents.list(page);
      for (const { id, status } of documents.items) {
        if (status === 'deleting') continue;
        await tx.documents.markDeleting(id);
        await schedulePurge(tx, 'document', id);
      }
      return documents;
    });
    after = nextAfter ?? undefined;
  } while (after !== undefined);
};

const deleteUsers = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
): Promise<void> => {
  let page: Page<UserRecord>;
  do {
    page = await database.withScope(scope, async (tx) => {
      const users = await tx.users.list({ limit: BATCH });
      for (const { id } of users.items) await deleteUser(tx, id);
      return users;
    });
  } while (page.nextAfter !== null);
};
