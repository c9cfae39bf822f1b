import { z } from 'zod';
import { createsSecret, SECRET_SHOWN, userRoute, type Route } from '../http/index.js';
import { issueApiKey } from '../shared/api-key.js';
import { toCanonicalJson } from '../shared/canonical-json.js';
import { allOf, DocumentFilter, fromPlain, PlainFilter } from '../shared/document-filter.js';
import { AppError, fieldsRefused, notFound, orNotFound } from '../shared/errors.js';
import { ApiKeyId, AssistantId, newId, UserId } from '../shared/ids.js';
import { makeUserScope } from '../shared/make-scope.js';
import type { PageRequest } from '../shared/page.js';
import {
  effectivePermissions,
  grantableTo,
  mayActForUsers,
  permissionsOfRole,
} from '../shared/permissions.js';
import { filterOfKey, KeyKind, Permission, type UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { requireOneMore } from './quotas.js';
import { ApiKeyRecord } from './schema.js';
import { ListQuery, listOf, readList } from '../shared/lists.js';

/** The key used for the request, and whether its holder has confirmed it. */
type Presented = { apiKeyId: ApiKeyId | null; isConfirmed: boolean };

type NewKey = {
  name: string;
  kind: KeyKind;
  userId?: UserId | undefined;
  permissions: readonly Permission[];
  /** The filter of the new key, in addition to that of the key that creates it. */
  filter: DocumentFilter | null;
  assistantIds: readonly AssistantId[];
  expiresAt: Date | null;
};

export type ApiKeyDeps = { apiKeys: ReturnType<typeof createApiKeys>; now: () => Date };

const ApiKey = ApiKeyRecord.meta({ id: 'ApiKey' });
const CreatedApiKey = ApiKeyRecord.extend({ apiKey: z.string().describe('Shown once.') }).meta({
  id: 'CreatedApiKey',
});
const ApiKeyShownBefore = ApiKeyRecord.extend({
  apiKey: z.string().nullable(),
  secretShown: SECRET_SHOWN,
}).meta({ id: 'ApiKeyShownBefore' });
const params = z.strictObject({ id: ApiKeyId });

export const createApiKeys = ({ database }: { database: Pick<Database, 'withScope'> }) => ({
  /**
   * This answer is the only place where the key is ever shown. A key for someone else can only be exchanged by its holder for the working
   * key, so that nobody else ever sees that.
   */
  create: async (
    scope: UserScope,
    { userId = scope.userId, filter: own, assistantIds: bound, ...asked }: NewKey,
  ): Promise<ApiKeyRecord & { apiKey: string }> => {
    if (asked.kind === 'service') await requireForApplication({ database, scope, userId }, own);
    return database.withScope(scope, async (tx) => {
      const { permissions, kind } = asked;
      refuseBeyond(await grantable(tx, scope, { userId, kind }), permissions);
      if (own !== null) await tx.collections.requireUsable(own);
      const filter = allOf(filterOfKey(scope), own);
      const assistantIds = bound.length === 0 ? scope.assistantIds : bound;
      await requireAssistants(tx, bound);
      if (filter !== null) refuseBeyond(WITH_FILTER, permissions);
      await requireOneMore(tx, 'keys');
      const { apiKey, prefix, secretHash } = issueApiKey(scope.tenantId);
      const id = newId(ApiKeyId);
      const createdBy = scope.userId;
      const isConfirmed = createdBy === userId;
      const key = { ...asked, id, userId, prefix, secretHash, filter, assistantIds };
      const record = await tx.apiKeys.create({ ...key, createdBy, isConfirmed });
      await note(tx, scope, { action: 'api_key.create', key: record });
      return { ...record, apiKey };
    });
  },
  /** By its holder, with a confirmed credential; a user who never had one uses the key itself. The creator's copy becomes invalid. */
  confirm: (
    scope: UserScope,
    id: ApiKeyId,
    presented: Presented,
  ): Promise<ApiKeyRecord & { apiKey: string }> =>
    database.withScope(scope, async (tx) => {
      const key = await findReachable(tx, scope, id);
      if (key.userId !== scope.userId)
        throw new AppError('forbidden', 'Its holder confirms a key.');
      if (presented.isConfirmed) refuseWider(scope, key);
      else await confirmItself(tx, key, presented);
      const { apiKey, ...renewed } = issueApiKey(scope.tenantId);
      const confirmed = await tx.apiKeys.confirm(id, renewed);
      if (confirmed === null) {
        throw new AppError('conflict', 'This key is already confirmed or revoked.');
      }
      await note(tx, scope, { action: 'api_key.confirm', key });
      return { ...confirmed, apiKey };
    }),
  /** For an admin with the permission `admin`: all keys of the tenant. For others: all of their own, including those with more rights. */
  list: (scope: UserScope, page: PageRequest) =>
    database.withScope(scope, (tx) =>
      tx.apiKeys.list(isAdmin(scope) ? page : { ...page, userId: scope.userId }),
    ),
  get: (scope: UserScope, id: ApiKeyId) =>
    database.withScope(scope, (tx) => findReachable(tx, scope, id)),
  /** A key may revoke itself and those of its user that have no more rights; with the permission `admin` all of the tenant. */
  revoke: (scope: UserScope, id: ApiKeyId, presented: ApiKeyId | null): Promise<void> =>
    database.withScope(scope, async (tx) => {
      const key = await findReachable(tx, scope, id);
      if (id !== presented) refuseWider(scope, key);
      await tx.apiKeys.revoke(id, scope.userId);
      await note(tx, scope, { action: 'api_key.revoke', key });
    }),
});

const access = { tag: 'api-keys', forSelfOnly: true } as const;
const ofOne = { path: '/v1/api-keys/:id', params, ...access } as const;

export const createApiKeyRoutes = (deps: ApiKeyDeps): Route[] => [
  ...createNewRoutes(deps),
  ...createOtherRoutes(deps),
];

const createNewRoutes = ({ apiKeys, now }: ApiKeyDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/api-keys',
    operationId: 'createApiKey',
    ...access,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
    example: { name: 'Nightly import', permissions: ['documents:write'] },
    summary:
      "Create an API key; it is shown once, and another user's waits for its holder to confirm it",
    body: NewApiKey(now),
    creates: createsSecret(
      ApiKeyShownBefore,
      z.object({ id: ApiKeyId }),
      async (scope, { id }) => ({
        ...(await apiKeys.get(scope, id)),
        apiKey: null,
        secretShown: true,
      }),
    ),
    responses: { 201: { description: 'Created', schema: CreatedApiKey } },
    answer: ({ scope, body: { expiresAt, collectionIds, filter, ...key } }) =>
      apiKeys.create(scope, {
        ...key,
        filter: allOf(fromPlain({ collectionIds }), filter),
        expiresAt: expiresAt ? new Date(expiresAt) : null,
      }),
  }),
];

const createOtherRoutes = ({ apiKeys }: ApiKeyDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/api-keys',
    operationId: 'listApiKeys',
    ...access,
    summary: "List API keys: an admin the tenant's, others their own",
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(ApiKey, 'ApiKeyList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'api-keys', scope }, query, (page) => apiKeys.list(scope, page)),
  }),
  userRoute({
    method: 'get',
    ...ofOne,
    operationId: 'getApiKey',
    summary: 'Read an API key, without its secret',
    responses: { 200: { description: 'The key', schema: ApiKey } },
    answer: ({ scope, params: { id } }) => apiKeys.get(scope, id),
  }),
  userRoute({
    method: 'post',
    path: '/v1/api-keys/:id/confirm',
    operationId: 'confirmApiKey',
    ...access,
    errors: ['conflict'],
    summary: 'Confirm a key that somebody else made: its holder gets the working key, once',
    params,
    acceptsUnconfirmed: true,
    responses: { 200: { description: 'Confirmed; the old key is void', schema: CreatedApiKey } },
    answer: ({ scope, params: { id }, ...presented }) => apiKeys.confirm(scope, id, presented),
  }),
  userRoute({
    method: 'delete',
    ...ofOne,
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key at once: itself, or one that may do no more; an admin any',
    responses: { 204: { description: 'Revoked' } },
    answer: ({ scope, apiKeyId, params: { id } }) => apiKeys.revoke(scope, id, apiKeyId),
  }),
];

type KeyAction = 'api_key.create' | 'api_key.confirm' | 'api_key.revoke';

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, key }: { action: KeyAction; key: ApiKeyRecord },
): Promise<void> => tx.audit.append({ actorId, action, subjectId: key.id, holderId: key.userId });

/** The first credential makes a user the holder of their account; a later one proves nothing, because its creator has seen it as well. */
const confirmItself = async (
  tx: Pick<ScopedRepositories, 'users'>,
  { id, userId }: ApiKeyRecord,
  { apiKeyId }: Presented,
): Promise<void> => {
  if (id === apiKeyId && (await tx.users.activate(userId))) return;
  throw new AppError('forbidden', 'Confirm this key with a credential that you have already.');
};

type NewOwner = { database: Pick<Database, 'withScope'>; scope: UserScope; userId: UserId };

/** An application's key is created by an admin without a user, and names collections that the application can see. */
const requireForApplication = async (
  { database, scope, userId }: NewOwner,
  filter: DocumentFilter | null,
): Promise<void> => {
  if (!isAdmin(scope))
    throw new AppError('forbidden', 'Only admins may manage keys of applications.');
  if (userId !== scope.userId) {
    throw fieldsRefused([{ path: 'userId', message: 'is only for personal keys' }]);
  }
  if (filter === null) return;
  const nobody = { userId: newId(UserId), role: 'member', groups: [], permissions: [] } as const;
  const application = makeUserScope({ ...nobody, tenantId: scope.tenantId, isApplication: true });
  await database.withScope(application, (tx) => tx.collections.requireUsable(filter));
};

const isAdmin = (scope: UserScope): boolean =>
  scope.role === 'admin' && scope.permissions.includes('admin');

/**
 * A key never creates a key with more rights: only an admin may grant what the current key lacks, and nobody more than the holder's role.
 */
const grantable = async (
  tx: Pick<ScopedRepositories, 'users'>,
  scope: UserScope,
  { userId, kind }: { userId: UserId; kind: KeyKind },
): Promise<readonly Permission[]> => {
  if (isAdmin(scope)) return grantableTo(orNotFound(await tx.users.find(userId)).role, kind);
  if (userId === scope.userId) return scope.permissions;
  throw new AppError('forbidden', 'Only admins may manage keys of other users.');
};

const refuseBeyond = (grantable: readonly Permission[], asked: readonly Permission[]): void => {
  const beyond = asked.filter((permission) => !grantable.includes(permission));
  if (beyond.length === 0) return;
  throw new AppError(
    'validation_failed',
    'A key cannot have more permissions than its creator may grant.',
    {
      errors: beyond.map((permission) => ({
        path: 'permissions',
        message: `${permission} cannot be granted`,
      })),
    },
  );
};

/** The permissions that a key with a filter may have: not `admin`, because administration covers the whole tenant. */
const WITH_FILTER = Permission.options.filter((permission) => permission !== 'admin');

const refuseWider = (scope: UserScope, key: ApiKeyRecord): void => {
  if (isAdmin(scope)) return;
  if (key.kind === 'service') throw refuseNarrow();
  const limit = filterOfKey(scope);
  if (limit !== null && !isWithin(key.filter, limit)) throw refuseNarrow();
  if (!isBoundWithin(key, scope.assistantIds)) throw refuseNarrow();
  // A key without `admin` only reaches keys of its own user, so both have the scope's role. A key that may act for others can do more than
  // its permissions say, so it requires all rights of the role.
  const effective = mayActForUsers(key.permissions)
    ? permissionsOfRole[scope.role]
    : effectivePermissions(scope.role, key.permissions);
  if (effective.every((permission) => scope.permissions.includes(permission))) return;
  throw refuseNarrow();
};

const refuseNarrow = (): AppError =>
  new AppError('forbidden', 'This key has fewer permissions than that one.');

/** True if the key was created with at least this restriction. */
const isWithin = (filter: DocumentFilter | null, limit: DocumentFilter): boolean => {
  if (filter === null) return false;
  if (toCanonicalJson(filter) === toCanonicalJson(limit)) return true;
  return filter.type === 'and' && filter.filters.some((part) => isWithin(part, limit));
};

const isBoundWithin = ({ assistantIds }: ApiKeyRecord, limit: readonly AssistantId[]): boolean =>
  limit.length === 0 || (assistantIds.length > 0 && assistantIds.every((id) => limit.includes(id)));

/** Refuses assistants that the scope does not know; a bound key knows only its own. */
const requireAssistants = async (
  tx: Pick<ScopedRepositories, 'assistants'>,
  ids: readonly AssistantId[],
): Promise<void> => {
  const known = ids.length === 0 ? [] : await tx.assistants.existing(ids);
  const errors = ids
    .map((id, position) => ({ id, path: `assistantIds.${position}` }))
    .filter(({ id }) => !known.includes(id))
    .map(({ path }) => ({ path, message: 'is not an assistant of this tenant' }));
  if (errors.length > 0) throw fieldsRefused(errors);
};

const findReachable = async (
  tx: Pick<ScopedRepositories, 'apiKeys'>,
  scope: UserScope,
  id: ApiKeyId,
): Promise<ApiKeyRecord> => {
  const key = await tx.apiKeys.find(id);
  if (key === null || (key.userId !== scope.userId && !isAdmin(scope))) throw notFound();
  return key;
};

const NewApiKey = (now: () => Date) =>
  z
    .strictObject({
      name: z.string().trim().min(1).max(100),
      userId: UserId.optional().describe("Another user's, for admins."),
      kind: KeyKind.default('personal').describe(
        'Admins make keys of kind `service`, each for an application that asks for people whom it alone knows.',
      ),
      permissions: z
        .array(Permission)
        .min(1)
        .transform((all) => [...new Set(all)]),
      collectionIds: PlainFilter.shape.collectionIds.describe(
        'The key sees only the documents of these collections and can name no others.',
      ),
      filter: DocumentFilter.optional().describe('It sees only what this filter matches.'),
      assistantIds: z
        .array(AssistantId)
        .max(20)
        .transform((all) => [...new Set(all)])
        .default([])
        .describe('The key may use only these assistants, by default the first; if empty, all.'),
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
