import { z } from 'zod';
import { createsById, operatorRoute, userRoute, type Route } from '../../http/index.js';
import { AppError, fieldsRefused, orNotFound } from '../../shared/errors.js';
import { DocumentId, HoldId, TenantId, UserId } from '../../shared/ids.js';
import { ListQuery, listOf, readList } from '../../shared/lists.js';
import { makeSystemScope } from '../../shared/make-scope.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Scope, UserScope } from '../../shared/scope.js';
import type { Database } from '../database.js';
import { nameField } from '../schema.js';
import { HoldRecord, type NewHold } from './repository.js';

export type HoldDeps = { holds: ReturnType<typeof createHolds> };

const access = { roles: ['admin'], permission: 'admin', tag: 'holds' } as const;
const params = z.strictObject({ id: HoldId });
const Hold = HoldRecord.meta({ id: 'Hold' });
const { userId, documentId, from, to } = HoldRecord.shape;
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const NewHoldBody = z
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

const MAX_HOLDS = 1000;

/** Lets administrators protect data from deletion by people and by background work. */
export const createHolds = ({
  database,
}: {
  database: Pick<Database, 'withScope' | 'platform'>;
}) => ({
  create: (scope: UserScope, hold: Omit<NewHold, 'createdBy'>): Promise<HoldRecord> =>
    database.withScope(scope, async (tx) => {
      const missing = await tx.holds.missing(hold);
      if (missing.length > 0) {
        throw fieldsRefused(missing.map((path) => ({ path, message: 'does not exist here' })));
      }
      if ((await tx.holds.count()) >= MAX_HOLDS) {
        throw new AppError('conflict', `A tenant has ${MAX_HOLDS} holds at most.`);
      }
      const created = await tx.holds.create({ ...hold, createdBy: scope.userId });
      const noted = {
        actorId: scope.userId,
        action: 'hold.create',
        subjectId: created.id,
      } as const;
      await tx.audit.append(noted);
      return created;
    }),
  list: (scope: UserScope, page: PageRequest): Promise<Page<HoldRecord>> =>
    database.withScope(scope, (tx) => tx.holds.list(page)),
  get: (scope: UserScope, id: HoldId): Promise<HoldRecord> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.holds.find(id))),
  release: (scope: UserScope, id: HoldId): Promise<void> =>
    database.withScope(scope, async (tx) => {
      await tx.holds.delete(id);
      await tx.audit.append({ actorId: scope.userId, action: 'hold.delete', subjectId: id });
    }),
  /** For the operator, who learns no more than how many there are. */
  count: async (tenantId: TenantId): Promise<number> => {
    const { id } = orNotFound(await database.platform.tenants.find(tenantId));
    return database.withScope(makeSystemScope(id), (tx) => tx.holds.count());
  },
});

/** Rejects with `under_hold` if the tenant has a hold. */
export const refuseUnderHold = (
  database: Pick<Database, 'withScope'>,
  scope: Scope,
): Promise<void> =>
  database.withScope(scope, async (tx) => {
    if ((await tx.holds.count()) > 0) {
      throw new AppError('under_hold', 'The tenant has holds. Its administrator can release them.');
    }
  });

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
    summary: 'Protect data from deletion until the hold is released',
    ...access,
    body: NewHoldBody,
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
    summary: 'Release a hold; the data that it protected can be deleted again',
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
    summary: 'Count the holds of a tenant; it cannot be deleted before all are released',
    params: z.strictObject({ id: TenantId }),
    responses: {
      200: {
        description: 'How many',
        schema: z.object({ holds: z.int() }).meta({ id: 'TenantHolds' }),
      },
    },
    answer: async ({ params: { id } }) => ({ holds: await holds.count(id) }),
  });
