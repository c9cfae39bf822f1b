import { z } from 'zod';
import { ApiKeyId, UserId } from '../shared/ids.js';
import { Permission } from '../shared/scope.js';
import { ApiKeyRecord } from './user.js';
import type { ApiKeys } from './api-keys.js';
import { ListQuery, listOf, toList, toPageRequest, userRoute, type Route } from '../http/index.js';

export type ApiKeyDeps = { apiKeys: ApiKeys; now: () => Date };

const ApiKey = ApiKeyRecord.meta({ id: 'ApiKey' });
const CreatedApiKey = ApiKeyRecord.extend({ apiKey: z.string().describe('Shown once.') }).meta({
  id: 'CreatedApiKey',
});
const params = z.strictObject({ id: ApiKeyId });

export const createApiKeyRoutes = ({ apiKeys, now }: ApiKeyDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/api-keys',
    summary: 'Create an API key; it is shown once',
    body: NewApiKey(now),
    responses: { 201: { description: 'Created', schema: CreatedApiKey } },
    handle: async ({ scope, body }) => ({
      status: 201,
      body: await apiKeys.create(scope, {
        ...body,
        expiresAt: body.expiresAt === undefined ? null : new Date(body.expiresAt),
      }),
    }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/api-keys',
    summary: "List API keys: an admin the tenant's, others their own",
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(ApiKey, 'ApiKeyList') } },
    handle: async ({ scope, query }) => {
      const owner = { list: 'api-keys', scope };
      const page = await apiKeys.list(scope, toPageRequest(owner, query));
      return { status: 200, body: toList(owner, page, (key) => key) };
    },
  }),
  userRoute({
    method: 'get',
    path: '/v1/api-keys/:id',
    summary: 'Read an API key, without its secret',
    params,
    responses: { 200: { description: 'The key', schema: ApiKey } },
    handle: async ({ scope, params: { id } }) => ({
      status: 200,
      body: await apiKeys.get(scope, id),
    }),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/api-keys/:id',
    summary: 'Revoke an API key at once: itself, or one that may do no more; an admin any',
    params,
    responses: { 204: { description: 'Revoked' } },
    handle: async ({ scope, apiKeyId, params: { id } }) => {
      await apiKeys.revoke(scope, id, apiKeyId);
      return { status: 204 };
    },
  }),
];

const NewApiKey = (now: () => Date) =>
  z
    .strictObject({
      name: z.string().trim().min(1).max(100),
      userId: UserId.optional().describe("Another user's, for admins."),
      permissions: z
        .array(Permission)
        .min(1)
        .transform((all) => [...new Set(all)]),
      expiresAt: z.iso
        .datetime({ offset: true })
        .refine((value) => isWithinTenYears(new Date(value), now()), {
          error: 'must lie in the next ten years',
        })
        .optional(),
    })
    .meta({ id: 'NewApiKey' });

const TEN_YEARS_MS = 10 * 366 * 24 * 3_600_000;

const isWithinTenYears = (date: Date, now: Date): boolean =>
  date > now && date.getTime() - now.getTime() <= TEN_YEARS_MS;
