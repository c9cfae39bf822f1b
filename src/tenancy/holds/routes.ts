import { z } from 'zod';
import { createsById, operatorRoute, userRoute, type Route } from '../../http/index.js';
import { DocumentId, HoldId, TenantId, UserId } from '../../shared/ids.js';
import { ListQuery, listOf, readList } from '../../shared/lists.js';
import { nameField } from '../schema.js';
import type { createHolds } from './holds.js';
import { HoldRecord } from './repository.js';

export type HoldDeps = { holds: ReturnType<typeof createHolds> };

const access = { roles: ['admin'], permission: 'admin', tag: 'holds' } as const;
const params = z.strictObject({ id: HoldId });
const Hold = HoldRecord.meta({ id: 'Hold' });
const { userId, documentId, from, to } = HoldRecord.shape;
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const NewHold = z
  .strictObject({
    name: nameField,
    reason: z.string().trim().min(1).max(2000),
    userId: UserId.nullable()
      .describe(userId.description ?? '')
      .default(null),
    documentId: DocumentId.nullable()
      .describe(documentId.description ?? '')
      .default(null),
    from: time
      .nullable()
      .describe(from.description ?? '')
      .default(null),
    to: time
      .nullable()
      .describe(to.description ?? '')
      .default(null),
  })
  .refine(({ from, to }) => from === null || to === null || from < to, {
    path: ['to'],
    message: 'must be later than from',
  })
  .meta({ id: 'NewHold' });

export const createHoldRoutes = (deps: HoldDeps): Route[] => [
  ...createTenantsOwnRoutes(deps),
  createCountRoute(deps),
];

const createTenantsOwnRoutes = ({ holds }: HoldDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/holds',
    operationId: 'createHold',
    errors: ['conflict'],
    example: { name: 'Case 7', reason: 'Court order of 3 May', userId: null },
    summary: 'Keep what matches from being deleted, by anybody, until the hold is released',
    ...access,
    body: NewHold,
    creates: createsById(HoldId, holds.get),
    responses: { 201: { description: 'In force', schema: Hold } },
    answer: ({ scope, body }) => holds.create(scope, body),
  }),
  userRoute({
    method: 'get',
    path: '/v1/holds',
    operationId: 'listHolds',
    summary: 'List the holds of the tenant',
    ...access,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Hold, 'HoldList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'holds', scope }, query, (page) => holds.list(scope, page)),
  }),
  userRoute({
    method: 'get',
    path: '/v1/holds/:id',
    operationId: 'getHold',
    summary: 'Read a hold',
    ...access,
    params,
    responses: { 200: { description: 'The hold', schema: Hold } },
    answer: ({ scope, params: { id } }) => holds.get(scope, id),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/holds/:id',
    operationId: 'releaseHold',
    summary: 'Release a hold; what it kept can be deleted again',
    ...access,
    params,
    responses: { 204: { description: 'Released' } },
    answer: ({ scope, params: { id } }) => holds.release(scope, id),
  }),
];

const createCountRoute = ({ holds }: HoldDeps): Route =>
  operatorRoute({
    method: 'get',
    path: '/v1/tenants/:id/holds',
    operationId: 'countTenantHolds',
    tag: 'tenants',
    summary: 'Count the holds of a tenant, which cannot be deleted while it has any',
    params: z.strictObject({ id: TenantId }),
    responses: {
      200: {
        description: 'How many',
        schema: z.object({ holds: z.int() }).meta({ id: 'TenantHolds' }),
      },
    },
    answer: async ({ params: { id } }) => ({ holds: await holds.count(id) }),
  });
