import { z } from 'zod';
import { TenantId } from '../shared/ids.js';
import { TenantRecord, TenantStatus } from './tenant.js';
import { UserRecord } from './user.js';
import type { RemoveTenant } from './remove-content.js';
import type { Tenants } from './tenants.js';
import {
  ListQuery,
  listOf,
  toList,
  toPageRequest,
  operatorRoute,
  type Route,
} from '../http/index.js';
import { emailField } from './fields.js';

export type TenantDeps = {
  tenants: Pick<Tenants, 'create' | 'list' | 'get' | 'setStatus'>;
  removeTenant: RemoveTenant;
};

const Tenant = TenantRecord.meta({ id: 'Tenant' });
const params = z.strictObject({ id: TenantId });

const NewTenant = z
  .strictObject({
    slug: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
    name: z.string().trim().min(1).max(200),
    admin: z.strictObject({ email: emailField }),
  })
  .meta({ id: 'NewTenant' });

const CreatedTenant = z
  .object({
    tenant: Tenant,
    admin: UserRecord.pick({ id: true, email: true, role: true, createdAt: true }),
    apiKey: z.string().describe('Shown once.'),
  })
  .meta({ id: 'CreatedTenant' });

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
    responses: { 201: { description: 'Created', schema: CreatedTenant } },
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

const createItemRoutes = ({ tenants, removeTenant }: TenantDeps): Route[] => [
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
    handle: async ({ params: { id } }) => ({ status: 202, body: await removeTenant(id) }),
  }),
];
