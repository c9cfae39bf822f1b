import { z } from 'zod';
import type { AuthenticationRepository } from '../http/index.js';
import { KeyHolder, Person } from '../shared/holders.js';
import type { InTenant } from '../platform/database/in-tenant.js';
import { orderBy, type Order } from '../platform/database/list-order.js';
import { beyond, idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import {
  DbNull,
  fromRow,
  selectOf,
  toBytesColumn,
  toJsonColumn,
} from '../platform/database/rows.js';
import { columnsOf, emptySql, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { StoredDocumentFilter, type DocumentFilter } from '../shared/document-filter.js';
import { withoutUndefined } from '../shared/changes.js';
import { notFound } from '../shared/errors.js';
import { newId, UserId, type ApiKeyId, type AssistantId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { KeyKind, Permission, Scope } from '../shared/scope.js';
import { createGroupRepository } from './groups-repository.js';
import { readingGroups } from './opens-content.js';
import {
  ApiKeyRecord,
  UserRecord,
  type NewManagedUser,
  type NewUser,
  type UserChanges,
} from './schema.js';
import { sortOf } from '../shared/lists.js';

const USER_COLUMNS = sql`${columnsOf(UserRecord.omit({ groups: true }), 'users')}, ARRAY(
    SELECT g.name FROM groups g WHERE g.tenant_id = users.tenant_id AND g.key = ANY(users.groups) ORDER BY g.name
  ) AS groups`;

/** True for people: the other rows represent labels of an application. */
const PERSON = { applicationId: null };
const IS_PERSON = sql`application_id IS NULL`;

export type UserRepository = ReturnType<typeof createUserRepository>;

const KEY_COLUMNS = selectOf(ApiKeyRecord);

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;

const REVOKED_KEPT_MS = 90 * 86_400_000;

type RenewedKey = { prefix: string; secretHash: Uint8Array };

type NewApiKey = {
  id: ApiKeyId;
  userId: UserId;
  kind?: KeyKind;
  name: string;
  prefix: string;
  secretHash: Uint8Array;
  permissions: readonly Permission[];
  filter?: DocumentFilter | null;
  assistantIds?: readonly AssistantId[];
  expiresAt: Date | null;
  /** Null: the operator. */
  createdBy: UserId | null;
  /** False: its holder will confirm it later. */
  isConfirmed: boolean;
};

const SORTS = ['createdAt', 'email'] as const;

export const UserSort = sortOf(SORTS);

type ListedUsers = {
  groupKey?: string;
  role?: UserRecord['role'] | undefined;
  status?: UserRecord['status'] | undefined;
  /** The beginning of the address. */
  email?: string | undefined;
};

export type UserListRequest = ListedUsers & PageRequest & { sort?: z.infer<typeof UserSort> };

/**
 * Groups are passed by name; missing ones are created. Email is unique in the tenant: `conflict`. A missing id gives null, or `not_found`
 * for changes.
 */
export const createUserRepository = (tx: Transaction, scope: Scope) => ({
  ...createKnownUsers(tx, scope),
  ...createUserLists(tx, scope),
  ...createManagedUsers(tx, scope),
  create: async ({ groups: names, externalId, name, ...user }: NewUser): Promise<UserRecord> => {
    const groups = await createGroupRepository(tx, scope).ensure(names);
    const data = {
      tenantId: scope.tenantId,
      ...user,
      groups,
      ...withoutUndefined({ externalId, name }),
    };
    return toUser(tx, scope, await tx.models.user.create({ data, select: COLUMNS }));
  },
  /** A person, or the scope's own user. */
  find: async (id: UserId): Promise<UserRecord | null> => {
    const own = scope.kind === 'user' ? [{ id: scope.userId }] : [];
    const row = await tx.models.user.findFirst({
      where: { tenantId: scope.tenantId, id, OR: [PERSON, ...own] },
      select: COLUMNS,
    });
    return row && toUser(tx, scope, row);
  },
  update: async (id: UserId, { groups, preferences, ...changes }: UserChanges) => {
    const keys = groups && (await createGroupRepository(tx, scope).ensure(groups));
    const row = await tx.models.user.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id } },
      data: withoutUndefined({
        ...changes,
        groups: keys,
        preferences: preferences && toJsonColumn(preferences),
      }),
      select: COLUMNS,
    });
    return toUser(tx, scope, row);
  },
  /** Records that the user has a credential that nobody else has seen; false if that was already the case. */
  activate: async (id: UserId): Promise<boolean> => {
    const { count } = await tx.models.user.updateMany({
      where: { tenantId: scope.tenantId, id, activatedAt: null },
      data: { activatedAt: await tx.$now() },
    });
    return count > 0;
  },
  delete: async (id: UserId): Promise<void> => {
    const where = { tenantId_id: { tenantId: scope.tenantId, id } };
    await tx.models.user.delete({ where, select: { id: true } });
  },
  /** Until the transaction ends, all other changes that would reduce the tenant's active admins wait here. */
  lockAdmins: async (): Promise<void> => {
    await tx.$lock(`tenant-admins/${scope.tenantId}`);
  },
  countAdmins: (): Promise<number> =>
    tx.models.user.count({
      where: { tenantId: scope.tenantId, role: 'admin', status: 'active' },
    }),
});

const COLUMNS = selectOf(UserRecord);

type UserRow = Parameters<typeof fromRow<typeof UserRecord>>[1] & { groups: string[] };

/** Resolves group names, because a row has their keys. */
const toUser = async (tx: Transaction, scope: Scope, row: UserRow): Promise<UserRecord> => {
  const names = await createGroupRepository(tx, scope).namesOf(row.groups);
  return fromRow(UserRecord, { ...row, groups: [...names.values()] });
};

const createManagedUsers = (tx: Transaction, scope: Scope) => ({
  /** Needs no activation, for the person never signs in here. */
  createManaged: async ({
    id,
    externalId,
    name,
    groups: names,
  }: NewManagedUser): Promise<UserRecord> => {
    const groups = await createGroupRepository(tx, scope).ensure(names);
    const data = {
      tenantId: scope.tenantId,
      id,
      email: `${encodeURIComponent(externalId)}@managed.invalid`,
      role: 'member',
      groups,
      externalId,
      name: name ?? null,
      managed: true,
      activatedAt: await tx.$now(),
    };
    return toUser(tx, scope, await tx.models.user.create({ data, select: COLUMNS }));
  },
  /** Until the transaction ends, nobody else creates or finds a user with this id. */
  lockExternal: async (externalId: string): Promise<UserRecord | null> => {
    await tx.$lock(`external-user/${scope.tenantId}/${externalId}`);
    const where = { tenantId: scope.tenantId, externalId, ...PERSON };
    const row = await tx.models.user.findFirst({ where, select: COLUMNS });
    return row && toUser(tx, scope, row);
  },
});

const createUserLists = (tx: Transaction, scope: Scope) => ({
  /** All of the tenant, or those selected by the request. */
  list: async ({ sort = '-createdAt', ...request }: UserListRequest): Promise<Page<UserRecord>> => {
    const { beyond: after, order, key, toPage: toOrdered } = orderBy(ORDER, sort, request);
    const rows = await tx.$queryRaw<{ sortKey: string }[]>`
      SELECT ${USER_COLUMNS}, ${key} FROM users WHERE ${listed(scope, request)} ${after}
      ORDER BY ${order} LIMIT ${beyond(request)}`;
    return toOrdered(rows, (row) => UserRecord.parse(row));
  },
  count: async (which: ListedUsers): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM users WHERE ${listed(scope, which)}`;
    return rows[0]?.count ?? 0;
  },
});

const createKnownUsers = (tx: Transaction, { tenantId }: Scope) => ({
  /** The asking user, in one statement, because every turn needs it. */
  asking: async (id: UserId): Promise<UserRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${USER_COLUMNS} FROM users WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    return rows[0] ? UserRecord.parse(rows[0]) : null;
  },
  /** The groups of the user's scope: their own, and the source reader sets that they belong to. */
  readingGroups: async (id: UserId): Promise<string[]> => {
    const rows = await tx.$queryRaw<{ groups: string[] }[]>`
      SELECT ${readingGroups()} AS groups FROM users u WHERE u.tenant_id = ${tenantId}::uuid AND u.id = ${id}::uuid`;
    return rows[0]?.groups ?? [];
  },
  /** The keys of the user's own groups. */
  groupKeys: async (id: UserId): Promise<string[]> => {
    const where = { tenantId, id };
    const row = await tx.models.user.findFirst({ where, select: { groups: true } });
    return row?.groups ?? [];
  },
  /** Those of the ids that belong to a person. */
  existing: async (ids: readonly UserId[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const where = { tenantId, id: { in: [...ids] }, ...PERSON };
    const rows = await tx.models.user.findMany({ where, select: { id: true } });
    return rows.map(({ id }) => id);
  },
});

/** A revoked key stays as a record without access. */
export const createApiKeyRepository = (tx: Transaction, { tenantId }: Scope) => ({
  create: async ({ isConfirmed, filter, ...key }: NewApiKey): Promise<ApiKeyRecord> => {
    const now = await tx.$now();
    const row = await tx.models.apiKey.create({
      data: {
        ...key,
        tenantId,
        secretHash: toBytesColumn(key.secretHash),
        permissions: [...key.permissions],
        filter: filter ? toJsonColumn(filter) : DbNull,
        assistantIds: [...(key.assistantIds ?? [])],
        createdAt: now,
        confirmedAt: isConfirmed ? now : null,
      },
      select: KEY_COLUMNS,
    });
    return fromRow(ApiKeyRecord, row);
  },
  find: async (id: ApiKeyId): Promise<ApiKeyRecord | null> => {
    const row = await tx.models.apiKey.findFirst({ where: { tenantId, id }, select: KEY_COLUMNS });
    return row && fromRow(ApiKeyRecord, row);
  },
  /** All of the tenant, or one user's. */
  list: async (page: PageRequest & { userId?: UserId }): Promise<Page<ApiKeyRecord>> => {
    const rows = await tx.models.apiKey.findMany({
      where: { tenantId, ...withoutUndefined({ userId: page.userId }), ...idsBefore(page) },
      select: KEY_COLUMNS,
      ...newestFirst(page),
    });
    return toPage(
      rows.map((row) => fromRow(ApiKeyRecord, row)),
      page,
    );
  },
  /** With a new secret; null if the key is already confirmed or revoked. */
  confirm: async (id: ApiKeyId, { prefix, secretHash }: RenewedKey) => {
    const [row] = await tx.models.apiKey.updateManyAndReturn({
      where: { tenantId, id, confirmedAt: null, revokedAt: null },
      data: { confirmedAt: await tx.$now(), prefix, secretHash: toBytesColumn(secretHash) },
      select: KEY_COLUMNS,
    });
    return row ? fromRow(ApiKeyRecord, row) : null;
  },
  /** `revokedBy` null means the operator. `not_found` for a key that is already revoked. */
  revoke: async (id: ApiKeyId, revokedBy: UserId | null): Promise<void> => {
    const { count } = await tx.models.apiKey.updateMany({
      where: { tenantId, id, revokedAt: null },
      data: { revokedAt: await tx.$now(), revokedBy },
    });
    if (count === 0) throw notFound();
  },
  /** Removes keys that were revoked longer ago than they are kept, and the users that represented labels of removed keys. */
  removeRevoked: async (): Promise<void> => {
    const since = new Date((await tx.$now()).getTime() - REVOKED_KEPT_MS);
    await tx.models.apiKey.deleteMany({ where: { tenantId, revokedAt: { lt: since } } });
    await tx.$executeRaw`
      DELETE FROM users u WHERE u.tenant_id = ${tenantId}::uuid AND u.application_id IS NOT NULL
        AND NOT is_held(u.tenant_id, u.id, NULL, u.created_at, u.created_at)
        AND NOT EXISTS (SELECT FROM api_keys k WHERE k.tenant_id = u.tenant_id AND k.id = u.application_id)`;
  },
});

export const createAuthenticationRepository = (inTenant: InTenant): AuthenticationRepository => ({
  findKey: async ({ tenantId, ...name }, { isStranger } = { isStranger: false }) => {
    const named =
      'apiKeyId' in name ? sql`k.id = ${name.apiKeyId}::uuid` : sql`k.prefix = ${name.prefix}`;
    const rows = await inTenant(
      tenantId,
      (tx) => tx.$queryRaw<unknown[]>`
        SELECT k.id AS "apiKeyId", k.kind, k.secret_hash AS "secretHash", k.permissions AS "keyPermissions", k.filter AS "keyFilter",
               k.assistant_ids AS "assistantIds",
               k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", k.confirmed_at AS "confirmedAt", t.status AS "tenantStatus",
               (t.limits->>'requestsPerMinute')::int AS "requestsPerMinute",
               u.id AS "userId", u.status AS "userStatus", u.role, ${readingGroups()} AS groups
        FROM api_keys k
        JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id
        JOIN tenants t ON t.id = k.tenant_id
        WHERE k.tenant_id = ${tenantId}::uuid AND ${named} AND k.revoked_at IS NULL`,
      isStranger ? 'stranger' : 'admission',
    );
    return rows[0] ? KeyHolder.parse(rows[0]) : null;
  },
  findPerson: async ({ tenantId, userId, email, externalId }) => {
    const named = sql`(u.external_id = ${externalId ?? null} OR u.id = ${userId ?? null}::uuid OR u.email = ${email ?? null})`;
    const rows = await inTenant(
      tenantId,
      (tx) => tx.$queryRaw<unknown[]>`
        SELECT u.id AS "userId", u.status AS "userStatus", u.role, ${readingGroups()} AS groups, u.activated_at AS "activatedAt"
        FROM users u WHERE u.tenant_id = ${tenantId}::uuid AND ${named} AND ${IS_PERSON}
        ORDER BY u.id = ${userId ?? null}::uuid OR u.email = ${email ?? null} DESC NULLS LAST LIMIT 1`,
    );
    return rows[0] ? Person.parse(rows[0]) : null;
  },
  standIn: async ({ tenantId, apiKeyId, label }) => {
    const id = newId(UserId);
    const rows = await inTenant(
      tenantId,
      (tx) => tx.$queryRaw<{ id: string }[]>`
        INSERT INTO users (tenant_id, id, email, role, groups, activated_at, application_id, label)
        VALUES (${tenantId}::uuid, ${id}::uuid, ${`${id}@application.invalid`}, 'member', '{}', now(), ${apiKeyId}::uuid, ${label})
        ON CONFLICT (tenant_id, application_id, label) DO UPDATE SET label = excluded.label RETURNING id`,
    );
    return UserId.parse(rows[0]?.id);
  },
  filtersOfAssistants: async ({ tenantId, assistantIds }) => {
    const rows = await inTenant(
      tenantId,
      (tx) => tx.$queryRaw<unknown[]>`
        SELECT filter FROM assistants WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${[...assistantIds]}::uuid[])`,
    );
    return parseFilters(rows);
  },
  touchKey: async ({ tenantId, apiKeyId }) => {
    await inTenant(
      tenantId,
      (tx) => tx.$executeRaw`
        UPDATE api_keys SET last_used_at = now()
        WHERE tenant_id = ${tenantId}::uuid AND id = ${apiKeyId}::uuid`,
    );
  },
});

const ORDER: Order<(typeof SORTS)[number]> = {
  id: sql`users.id`,
  columns: {
    // Ids are generated in chronological order.
    createdAt: { key: sql`users.id`, cast: sql`uuid` },
    email: { key: sql`users.email`, cast: sql`text COLLATE "C"` },
  },
};

const listed = ({ tenantId }: Scope, { groupKey, role, status, email }: ListedUsers): Sql => sql`
  tenant_id = ${tenantId}::uuid AND ${IS_PERSON} ${groupKey === undefined ? emptySql : sql`AND ${groupKey} = ANY(groups)`}
  ${role === undefined ? emptySql : sql`AND role = ${role}`}
  ${status === undefined ? emptySql : sql`AND status = ${status}`}
  ${email === undefined ? emptySql : beginningWith(email)}`;

/** Writes the prefix as a range, which can use an index under row security; no address contains the highest character. */
export const beginningWith = (email: string): Sql =>
  sql`AND users.email >= ${email} AND users.email < ${`${email}\u{10FFFF}`}`;

const WithFilter = z.object({ filter: StoredDocumentFilter.nullable() });

const parseFilters = (rows: readonly unknown[]): (DocumentFilter | null)[] =>
  rows.map((row) => WithFilter.parse(row).filter);
