import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { notFound, orNotFound } from '../shared/errors.js';
import { GroupId, newId, type UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import { GroupRecord } from './schema.js';

const GROUP_COLUMNS = sql`g.id, g.key, g.name, g.created_at AS "createdAt", (
    SELECT count(*)::int FROM users u WHERE u.tenant_id = g.tenant_id AND g.key = ANY(u.groups)
  ) AS members`;

export type GroupRepository = ReturnType<typeof createGroupRepository>;

/** Names are unique in the tenant: `conflict`. A key is never used again. */
export const createGroupRepository = (tx: Transaction, scope: Scope) => ({
  ...createNames(tx, scope),
  ...createMemberships(tx, scope),
});

const createNames = (tx: Transaction, { tenantId }: Scope) => ({
  create: async (name: string): Promise<GroupRecord> => {
    const id = newId(GroupId);
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO groups AS g (tenant_id, id, key, name) VALUES (${tenantId}::uuid, ${id}::uuid, ${id}, ${name})
      RETURNING ${GROUP_COLUMNS}`;
    return GroupRecord.parse(rows[0]);
  },
  /** Keys of the groups of these names; those that there are not yet are made. */
  ensure: async (names: readonly string[]): Promise<string[]> => {
    if (names.length === 0) return [];
    const ids = names.map(() => newId(GroupId));
    await tx.$executeRaw`
      INSERT INTO groups (tenant_id, id, key, name)
      SELECT ${tenantId}::uuid, id::uuid, id, name FROM unnest(${ids}::text[], ${[...names]}::text[]) AS wanted(id, name)
      ON CONFLICT (tenant_id, name) DO NOTHING`;
    const rows = await tx.$queryRaw<{ key: string }[]>`
      SELECT key FROM groups WHERE tenant_id = ${tenantId}::uuid AND name = ANY(${[...names]}::text[]) ORDER BY name`;
    return rows.map(({ key }) => key);
  },
  find: async (id: GroupId): Promise<GroupRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${GROUP_COLUMNS} FROM groups g WHERE g.tenant_id = ${tenantId}::uuid AND g.id = ${id}::uuid`;
    return rows[0] ? GroupRecord.parse(rows[0]) : null;
  },
  findByName: async (name: string): Promise<GroupRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${GROUP_COLUMNS} FROM groups g WHERE g.tenant_id = ${tenantId}::uuid AND g.name = ${name}`;
    return rows[0] ? GroupRecord.parse(rows[0]) : null;
  },
  /** Those of the names that there is a group of. */
  named: async (names: readonly string[]): Promise<string[]> => {
    if (names.length === 0) return [];
    const rows = await tx.$queryRaw<{ name: string }[]>`
      SELECT name FROM groups WHERE tenant_id = ${tenantId}::uuid AND name = ANY(${[...names]}::text[])`;
    return rows.map(({ name }) => name);
  },
  /** The names of the groups of these keys, by key. */
  namesOf: async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (keys.length === 0) return new Map();
    const rows = await tx.$queryRaw<{ key: string; name: string }[]>`
      SELECT key, name FROM groups WHERE tenant_id = ${tenantId}::uuid AND key = ANY(${[...keys]}::text[])`;
    return new Map(rows.map(({ key, name }) => [key, name]));
  },
  list: async (page: PageRequest): Promise<Page<GroupRecord>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${GROUP_COLUMNS} FROM groups g WHERE g.tenant_id = ${tenantId}::uuid ${olderThan(sql`g.id`, page)}
      ORDER BY g.id DESC LIMIT ${beyond(page)}`;
    return toPage(GroupRecord.array().parse(rows), page);
  },
  rename: async (id: GroupId, name: string): Promise<GroupRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE groups g SET name = ${name} WHERE g.tenant_id = ${tenantId}::uuid AND g.id = ${id}::uuid
      RETURNING ${GROUP_COLUMNS}`;
    return GroupRecord.parse(orNotFound(rows[0]));
  },
});

const createMemberships = (tx: Transaction, { tenantId }: Scope) => ({
  /** False when the user is in it already. */
  addMember: async ({ key }: GroupRecord, userId: UserId): Promise<boolean> => {
    const count = await tx.$executeRaw`
      UPDATE users SET groups = array_append(groups, ${key})
      WHERE tenant_id = ${tenantId}::uuid AND id = ${userId}::uuid AND NOT (${key} = ANY(groups))`;
    return count > 0;
  },
  /** False when the user is not in it. */
  removeMember: async ({ key }: GroupRecord, userId: UserId): Promise<boolean> => {
    const count = await tx.$executeRaw`
      UPDATE users SET groups = array_remove(groups, ${key})
      WHERE tenant_id = ${tenantId}::uuid AND id = ${userId}::uuid AND ${key} = ANY(groups)`;
    return count > 0;
  },
  /** With its memberships. */
  delete: async ({ id, key }: GroupRecord): Promise<void> => {
    await tx.$executeRaw`
      UPDATE users SET groups = array_remove(groups, ${key})
      WHERE tenant_id = ${tenantId}::uuid AND ${key} = ANY(groups)`;
    const count = await tx.$executeRaw`
      DELETE FROM groups WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
});
