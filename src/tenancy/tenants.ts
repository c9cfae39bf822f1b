import { z } from 'zod';
import { changes, operatorRoute, type Route } from '../http/index.js';
import { withoutUndefined } from '../shared/changes.js';
import { AppError, orNotFound } from '../shared/errors.js';
import { newId, TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { PageRequest } from '../shared/page.js';
import type { SystemScope } from '../shared/scope.js';
import { createAddAdminKey, createFirstKey, createReissueFirstKey } from './admin-key.js';
import { changesBetween, underName, type AuditChange } from './audit-changes.js';
import {
  lockOrConflict,
  type AccountDatabase,
  type Database,
  type GiveCredential,
  type PrepareCredential,
  type ScopedRepositories,
} from './database.js';
import { TenantLimitChanges } from './limits.js';
import {
  CANARY_SLUG_PREFIX,
  emailField,
  passwordField,
  TenantPolicy,
  TenantRecord,
  TenantSlug,
  TenantStatus,
  UserRecord,
} from './schema.js';
import { deleteUser } from './users.js';
import { ListQuery, listOf, readList } from '../shared/lists.js';
import { refuseUnderHold } from './holds/holds.js';

type Deps = {
  database: Pick<AccountDatabase, 'withScope' | 'withLock' | 'platform'>;
  /** Wakes the task loop after there is something to purge. */
  wakeUp: () => void;
};

type NewTenant = z.infer<typeof NewTenant>;

export type Tenants = ReturnType<typeof createTenants>;
export type TenantDeps = {
  tenants: Omit<Tenants, 'reissueAdminKey' | 'addAdminKey'>;
  prepareCredential: PrepareCredential;
};

const Tenant = TenantRecord.meta({ id: 'Tenant' });
const params = z.strictObject({ id: TenantId });
const ofTenants = { path: '/v1/tenants', tag: 'tenants' } as const;
const ofTenant = { path: '/v1/tenants/:id', tag: 'tenants', params } as const;

const NewTenant = z
  .strictObject({
    slug: TenantSlug.refine((slug) => !slug.startsWith(CANARY_SLUG_PREFIX), {
      error: 'This slug is kept for the isolation canary.',
    }),
    name: z.string().trim().min(1).max(200),
    admin: z.strictObject({ email: emailField, password: passwordField.optional() }),
    limits: TenantLimitChanges.optional(),
  })
  .meta({ id: 'NewTenant' });

const TenantChanges = changes({
  status: TenantStatus.exclude(['deleting']).optional(),
  limits: TenantLimitChanges.optional(),
}).meta({ id: 'TenantChanges' });
type TenantChanges = z.infer<typeof TenantChanges>;

const CreatedTenant = z
  .object({
    tenant: Tenant,
    admin: UserRecord.pick({ id: true, email: true, role: true, createdAt: true }),
    apiKey: z.string().describe('Shown once.'),
  })
  .meta({ id: 'CreatedTenant' });

export const createTenants = ({ database, wakeUp }: Deps) => {
  const { tenants } = database.platform;
  const get = async (id: TenantId): Promise<TenantRecord> => orNotFound(await tenants.find(id));

  return {
    /** Completes a creation that a crash interrupted; `conflict` if the slug belongs to a complete tenant. */
    create: ({ slug, limits = {}, ...input }: NewTenant, giveCredential?: GiveCredential) =>
      lockOrConflict(database, `tenant/${slug}`, async () => {
        const known = await tenants.findBySlug(slug);
        const { id } = known ?? (await tenants.create({ id: newId(TenantId), slug }));
        const tenant = await tenants.setLimits(id, limits);
        return database.withScope(makeSystemScope(tenant.id), async (tx) => {
          if ((await tx.users.countAdmins()) > 0) {
            throw new AppError('conflict', 'There is a tenant of that slug already.');
          }
          const furnished = await furnish(tx, tenant.id, input);
          if (giveCredential !== undefined) {
            const { id: userId } = furnished.admin;
            await giveCredential(tx, { tenantId: tenant.id, userId });
            await tx.audit.append({ actorId: null, action: 'password.change', subjectId: userId });
          }
          return { tenant, ...furnished };
        });
      }),
    list: (page: PageRequest) => tenants.list(page),
    get,
    /** A suspended tenant's credentials are refused with the next request; a new limit also applies from the next request. */
    update: async (id: TenantId, { status, limits }: TenantChanges): Promise<TenantRecord> => {
      let tenant = await get(id);
      if (tenant.status === 'deleting') {
        throw new AppError('conflict', 'This tenant is being deleted.');
      }
      await auditTenant(database, makeSystemScope(id), {
        action: 'tenant.update',
        changes: changesOfTenant(tenant, { status, limits }),
      });
      if (limits !== undefined) tenant = await tenants.setLimits(id, limits);
      if (status !== undefined) tenant = await tenants.setStatus(id, status);
      return tenant;
    },
    /** Refuses the tenant's credentials from here on, then hands all its data to the purging tasks; may be repeated after a crash. */
    delete: async (id: TenantId): Promise<TenantRecord> => {
      const { status } = await get(id);
      const scope = makeSystemScope(id);
      await refuseUnderHold(database, scope);
      const tenant = await tenants.setStatus(id, 'deleting');
      await emptyTenant(database, scope);
      if (status !== 'deleting') await auditTenant(database, scope, { action: 'tenant.delete' });
      wakeUp();
      return tenant;
    },
    /** Replaces the first key of the tenant's oldest active admin. */
    reissueAdminKey: createReissueFirstKey({ database }),
    addAdminKey: createAddAdminKey({ database }),
  };
};

export const createTenantRoutes = ({ tenants, prepareCredential }: TenantDeps): Route[] => [
  operatorRoute({
    method: 'post',
    ...ofTenants,
    operationId: 'createTenant',
    errors: ['conflict'],
    example: { slug: 'acme', name: 'Acme', admin: { email: 'ada@example.com' } },
    summary: 'Create a tenant with its first admin',
    body: NewTenant,
    responses: { 201: { description: 'Created', schema: CreatedTenant } },
    answer: async ({ body, ...from }) => {
      const { password } = body.admin;
      const maker = { ...from, account: 'operator' };
      return tenants.create(
        body,
        password === undefined ? undefined : await prepareCredential(password, maker),
      );
    },
  }),
  operatorRoute({
    method: 'get',
    ...ofTenants,
    operationId: 'listTenants',
    summary: 'List tenants',
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Tenant, 'TenantList') } },
    answer: ({ query }) =>
      readList({ list: 'tenants', scope: null }, query, (page) => tenants.list(page)),
  }),
  operatorRoute({
    method: 'get',
    ...ofTenant,
    operationId: 'getTenant',
    summary: 'Read a tenant',
    responses: { 200: { description: 'The tenant', schema: Tenant } },
    answer: ({ params: { id } }) => tenants.get(id),
  }),
  operatorRoute({
    method: 'patch',
    ...ofTenant,
    operationId: 'updateTenant',
    errors: ['conflict'],
    example: { limits: { documents: 10_000 } },
    summary: 'Suspend or reactivate a tenant, set what it may have at most',
    body: TenantChanges,
    responses: { 200: { description: 'The changed tenant', schema: Tenant } },
    answer: ({ params: { id }, body }) => tenants.update(id, body),
  }),
  operatorRoute({
    method: 'delete',
    ...ofTenant,
    operationId: 'deleteTenant',
    errors: ['under_hold'],
    summary: 'Delete a tenant: no credential works from here on, its content is purged',
    responses: { 202: { description: 'Being deleted', schema: Tenant } },
    answer: ({ params: { id } }) => tenants.delete(id),
  }),
];

/**
 * Deletes the users and hands documents and memories to the purging tasks; may be repeated for what a concurrent request added meanwhile.
 */
export const emptyTenant = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
): Promise<void> => {
  await purgeDocuments(database, scope);
  await deleteUsers(database, scope);
};

/** Everything that a tenant needs besides its row, in one transaction: a tenant without an admin was interrupted here. */
const furnish = async (
  tx: ScopedRepositories,
  tenantId: TenantId,
  { name, admin: { email } }: Omit<NewTenant, 'slug' | 'limits'>,
) => {
  await tx.settings.create({ name, systemPrompt: null, policy: TenantPolicy.parse({}) });
  const admin = await tx.users.create({ id: newId(UserId), email, role: 'admin', groups: [] });
  const { apiKey } = await createFirstKey(tx, tenantId, admin.id);
  await tx.users.activate(admin.id);
  await tx.audit.append({ actorId: null, action: 'tenant.create', subjectId: tenantId });
  return { admin, apiKey };
};

/** The operator does not belong to the tenant, so the entry names no actor. */
const auditTenant = (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
  entry: { action: 'tenant.update' | 'tenant.delete'; changes?: AuditChange[] },
): Promise<void> =>
  database.withScope(scope, (tx) =>
    tx.audit.append({ actorId: null, subjectId: scope.tenantId, ...entry }),
  );

/** The requested limits and the current ones; null is the installation's default. */
const changesOfTenant = (
  before: Pick<TenantRecord, 'status' | 'limits'>,
  { status, limits = {} }: TenantChanges,
): AuditChange[] => {
  const wanted = { ...before.limits, ...withoutUndefined(limits) };
  return changesBetween(
    { status: before.status, ...underName('limits', before.limits) },
    { status: status ?? before.status, ...underName('limits', wanted) },
  );
};

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
        await tx.tasks.schedulePurge('document', id);
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
  let isMore: boolean;
  do {
    isMore = await database.withScope(scope, async (tx) => {
      const users = await tx.users.list({ limit: BATCH });
      for (const { id } of users.items) await deleteUser(tx, id);
      return users.nextAfter !== null;
    });
  } while (isMore);
};
