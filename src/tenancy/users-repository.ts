import { z } from 'zod';
import type { AuthenticationRepository } from '../http/index.js';
import { KeyHolder, Person } from '../shared/holders.js';
import type { InTenant } from '../platform/database/in-tenant.js';
import { orderBy, type Order } from '../platform/database/list-order.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { emptySql, sql, toAssignments, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { StoredDocumentFilter, type DocumentFilter } from '../shared/document-filter.js';
import { notFound, orNotFound } from '../shared/errors.js';
import { newId, UserId, type ApiKeyId, type AssistantId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { KeyKind, Permission, Scope } from '../shared/scope.js';
import { createGroupRepository } from './groups-repository.js';
import { ApiKeyRecord, UserRecord, type NewUser, type UserChanges } from './schema.js';
import { sortOf } from '../shared/lists.js';

const USER_COLUMNS = sql`id, email, role, status, ARRAY(
    SELECT g.name FROM groups g WHERE g.tenant_id = users.tenant_id AND g.key = ANY(users.groups) ORDER BY g.name
  ) AS groups, language, timezone,
  system_prompt AS "systemPrompt", preferences, created_at AS "createdAt", activated_at AS "activatedAt"`;

/** True of people: the others stand for labels of an application. */
const PERSON = sql`application_id IS NULL`;

export type UserRepository = ReturnType<typeof createUserRepository>;

const KEY_COLUMNS = sql`id, user_id AS "userId", kind, name, prefix, permissions, filter, assistant_ids AS "assistantIds", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", created_at AS "createdAt", created_by AS "createdBy", confirmed_at AS "confirmedAt",
  revoked_at AS "revokedAt", revoked_by AS "revokedBy"`;

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;

const REVOKED_KEPT = '90 days';

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
  /** False: its holder confirms it later. */
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

/** Groups go in and out by name; those that there are not yet are made. E-mail is unique in the tenant: `conflict`. An absent id is null, or `not_found` where something would change. */
export const createUserRepository = (tx: Transaction, scope: Scope) => ({
  ...createKnownUsers(tx, scope),
  create: async (user: NewUser): Promise<UserRecord> => {
    const groupKeys = await createGroupRepository(tx, scope).ensure(user.groups);
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO users (tenant_id, id, email, role, groups)
      VALUES (${scope.tenantId}::uuid, ${user.id}::uuid, ${user.email}, ${user.role}, ${groupKeys}::text[])
      RETURNING ${USER_COLUMNS}`;
    return UserRecord.parse(rows[0]);
  },
  /** A person, or the scope's own user. */
  find: async (id: UserId): Promise<UserRecord | null> => {
    const own = scope.kind === 'user' ? scope.userId : null;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${USER_COLUMNS} FROM users WHERE tenant_id = ${scope.tenantId}::uuid AND id = ${id}::uuid
        AND (${PERSON} OR id = ${own}::uuid)`;
    return rows[0] ? UserRecord.parse(rows[0]) : null;
  },
  /** All of the tenant, or those that the request names. */
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
  update: async (id: UserId, { groups, ...changes }: UserChanges): Promise<UserRecord> => {
    const groupKeys = groups && (await createGroupRepository(tx, scope).ensure(groups));
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE users SET ${toUserAssignments({ ...changes, groupKeys })}
      WHERE tenant_id = ${scope.tenantId}::uuid AND id = ${id}::uuid RETURNING ${USER_COLUMNS}`;
    return UserRecord.parse(orNotFound(rows[0]));
  },
  /** Notes that the user has a credential that nobody else has seen; false when that was so before. */
  activate: async (id: UserId): Promise<boolean> => {
    const count = await tx.$executeRaw`
      UPDATE users SET activated_at = now()
      WHERE tenant_id = ${scope.tenantId}::uuid AND id = ${id}::uuid AND activated_at IS NULL`;
    return count > 0;
  },
  delete: async (id: UserId): Promise<void> => {
    const count = await tx.$executeRaw`
      DELETE FROM users WHERE tenant_id = ${scope.tenantId}::uuid AND id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  /** Until the transaction ends, nobody else who would leave the tenant with an active admin fewer gets past this. */
  lockAdmins: async (): Promise<void> => {
    await tx.$lock(`tenant-admins/${scope.tenantId}`);
  },
  countAdmins: async (): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM users
      WHERE tenant_id = ${scope.tenantId}::uuid AND role = 'admin' AND status = 'active'`;
    return rows[0]?.count ?? 0;
  },
});

const createKnownUsers = (tx: Transaction, scope: Scope) => ({
  /** The keys by which a scope of the user names their groups. */
  groupKeys: async (id: UserId): Promise<string[]> => {
    const rows = await tx.$queryRaw<{ groups: string[] }[]>`
      SELECT groups FROM users WHERE tenant_id = ${scope.tenantId}::uuid AND id = ${id}::uuid`;
    return rows[0]?.groups ?? [];
  },
  /** Those of the ids that there is a person of. */
  existing: async (ids: readonly UserId[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM users WHERE tenant_id = ${scope.tenantId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND ${PERSON}`;
    return rows.map(({ id }) => id);
  },
});

type StoredChanges = Omit<UserChanges, 'groups'> & { groupKeys: string[] | undefined };

const toUserAssignments = ({
  groupKeys,
  systemPrompt,
  preferences,
  ...changes
}: StoredChanges): Sql =>
  toAssignments({
    role: changes.role,
    status: changes.status,
    groups: groupKeys && sql`${groupKeys}::text[]`,
    language: changes.language,
    timezone: changes.timezone,
    system_prompt: systemPrompt,
    preferences: preferences && sql`${toJson(preferences)}::jsonb`,
  });

/** A revoked key stays as a record that opens nothing. */
export const createApiKeyRepository = (tx: Transaction, { tenantId }: Scope) => ({
  create: async (key: NewApiKey): Promise<ApiKeyRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO api_keys (tenant_id, id, user_id, kind, name, prefix, secret_hash, permissions, filter, assistant_ids, expires_at, created_by,
        confirmed_at)
      VALUES (${tenantId}::uuid, ${key.id}::uuid, ${key.userId}::uuid, ${key.kind ?? 'personal'}, ${key.name}, ${key.prefix}, ${key.secretHash},
        ${[...key.permissions]}::text[], ${key.filter ? toJson(key.filter) : null}::jsonb, ${[...(key.assistantIds ?? [])]}::uuid[],
        ${key.expiresAt}, ${key.createdBy}::uuid,
        CASE WHEN ${key.isConfirmed} THEN now() END)
      RETURNING ${KEY_COLUMNS}`;
    return ApiKeyRecord.parse(rows[0]);
  },
  find: async (id: ApiKeyId): Promise<ApiKeyRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${KEY_COLUMNS} FROM api_keys WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    return rows[0] ? ApiKeyRecord.parse(rows[0]) : null;
  },
  /** All of the tenant, or one user's. */
  list: async (page: PageRequest & { userId?: UserId }): Promise<Page<ApiKeyRecord>> => {
    const ofUser = page.userId ? sql`AND user_id = ${page.userId}::uuid` : emptySql;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${KEY_COLUMNS} FROM api_keys
      WHERE tenant_id = ${tenantId}::uuid ${ofUser} ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(ApiKeyRecord.array().parse(rows), page);
  },
  /** Under a new secret; null when the key is confirmed or revoked already. */
  confirm: async (id: ApiKeyId, renewed: RenewedKey): Promise<ApiKeyRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE api_keys SET confirmed_at = now(), prefix = ${renewed.prefix}, secret_hash = ${renewed.secretHash}
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND confirmed_at IS NULL AND revoked_at IS NULL
      RETURNING ${KEY_COLUMNS}`;
    return rows[0] ? ApiKeyRecord.parse(rows[0]) : null;
  },
  /** By whom: null stands for the operator. `not_found` of a key that is revoked already. */
  revoke: async (id: ApiKeyId, revokedBy: UserId | null): Promise<void> => {
    const count = await tx.$executeRaw`
      UPDATE api_keys SET revoked_at = now(), revoked_by = ${revokedBy}::uuid
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND revoked_at IS NULL`;
    if (count === 0) throw notFound();
  },
  /** Records of keys that were revoked before the time that they are kept for, and those for whom keys asked that are gone. */
  removeRevoked: async (): Promise<void> => {
    await tx.$executeRaw`
      DELETE FROM api_keys WHERE tenant_id = ${tenantId}::uuid AND revoked_at < now() - ${REVOKED_KEPT}::interval`;
    await tx.$executeRaw`
      DELETE FROM users u WHERE u.tenant_id = ${tenantId}::uuid AND u.application_id IS NOT NULL
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
               u.id AS "userId", u.status AS "userStatus", u.role, u.groups
        FROM api_keys k
        JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id
        JOIN tenants t ON t.id = k.tenant_id
        WHERE k.tenant_id = ${tenantId}::uuid AND ${named} AND k.revoked_at IS NULL`,
      isStranger ? 'stranger' : 'admission',
    );
    return rows[0] ? KeyHolder.parse(rows[0]) : null;
  },
  findPerson: async ({ tenantId, ...name }) => {
    const named =
      'userId' in name ? sql`id = ${name.userId}::uuid` : sql`lower(email) = ${name.email}`;
    const rows = await inTenant(
      tenantId,
      (tx) => tx.$queryRaw<unknown[]>`
        SELECT id AS "userId", status AS "userStatus", role, groups, activated_at AS "activatedAt"
        FROM users WHERE tenant_id = ${tenantId}::uuid AND ${named} AND ${PERSON}`,
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
    // Ids are made in the order of time.
    createdAt: { key: sql`users.id`, cast: sql`uuid` },
    email: { key: sql`users.email`, cast: sql`text COLLATE "C"` },
  },
};

const listed = ({ tenantId }: Scope, { groupKey, role, status, email }: ListedUsers): Sql => sql`
  tenant_id = ${tenantId}::uuid AND ${PERSON} ${groupKey === undefined ? emptySql : sql`AND ${groupKey} = ANY(groups)`}
  ${role === undefined ? emptySql : sql`AND role = ${role}`}
  ${status === undefined ? emptySql : sql`AND status = ${status}`}
  ${email === undefined ? emptySql : beginningWith(email)}`;

/** Writes the prefix as a range, which can use an index under row security; no address contains the highest character. */
export const beginningWith = (email: string): Sql =>
  sql`AND users.email >= ${email} AND users.email < ${`${email}\u{10FFFF}`}`;

const WithFilter = z.object({ filter: StoredDocumentFilter.nullable() });

const parseFilters = (rows: readonly unknown[]): (DocumentFilter | null)[] =>
  rows.map((row) => WithFilter.parse(row).filter);
