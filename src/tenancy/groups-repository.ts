import { idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import { fromRow, selectOf } from '../platform/database/rows.js';
import type { Transaction } from '../platform/database/transaction.js';
import { orNotFound } from '../shared/errors.js';
import { GroupId, newId, type UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import { GroupRecord } from './schema.js';

export type GroupRepository = ReturnType<typeof createGroupRepository>;

/** Names are unique in the tenant: `conflict`. A key is never reused. */
export const createGroupRepository = (tx: Transaction, scope: Scope) => ({
  ...createNames(tx, scope),
  ...createLookup(tx, scope),
  ...createMemberships(tx, scope),
});

const createNames = (tx: Transaction, scope: Scope) => {
  const { group } = tx.models;
  const { tenantId } = scope;
  return {
    create: async (name: string): Promise<GroupRecord> => {
      const id = newId(GroupId);
      const row = await group.create({ data: { tenantId, id, key: id, name }, select: COLUMNS });
      return fromRow(GroupRecord, { ...row, members: 0 });
    },
    /** The keys of the groups with these names; missing groups are created. */
    ensure: async (names: readonly string[]): Promise<string[]> => {
      if (names.length === 0) return [];
      const data = names.map((name) => {
        const id = newId(GroupId);
        return { tenantId, id, key: id, name };
      });
      await group.createMany({ data, skipDuplicates: true });
      const rows = await group.findMany({
        where: { tenantId, name: { in: [...names] } },
        select: { key: true },
        orderBy: { name: 'asc' },
      });
      return rows.map(({ key }) => key);
    },
    rename: async (id: GroupId, name: string): Promise<GroupRecord> => {
      const where = { tenantId_id: { tenantId, id } };
      const row = await group.update({ where, data: { name }, select: COLUMNS });
      return toRecord(tx, scope, row);
    },
  };
};

const createLookup = (tx: Transaction, scope: Scope) => {
  const { group } = tx.models;
  const { tenantId } = scope;
  /** The keys of the groups with these names, by name; unknown names are left out. */
  const keysOf = async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (names.length === 0) return new Map();
    const where = { tenantId, name: { in: [...names] } };
    const rows = await group.findMany({ where, select: { key: true, name: true } });
    return new Map(rows.map(({ key, name }) => [name, key]));
  };
  return {
    find: async (id: GroupId): Promise<GroupRecord | null> => {
      const row = await group.findFirst({ where: { tenantId, id }, select: COLUMNS });
      return row && toRecord(tx, scope, row);
    },
    findByName: async (name: string): Promise<GroupRecord | null> => {
      const row = await group.findFirst({ where: { tenantId, name }, select: COLUMNS });
      return row && toRecord(tx, scope, row);
    },
    /** Those of the names that have a group. */
    named: async (names: readonly string[]): Promise<string[]> => [...(await keysOf(names)).keys()],
    keysOf,
    /** The names of the groups with these keys, by key and in their order. */
    namesOf: async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (keys.length === 0) return new Map();
      const where = { tenantId, key: { in: [...keys] } };
      const select = { key: true, name: true };
      const rows = await group.findMany({ where, select, orderBy: { name: 'asc' } });
      return new Map(rows.map(({ key, name }) => [key, name]));
    },
    list: async (page: PageRequest): Promise<Page<GroupRecord>> => {
      const where = { tenantId, ...idsBefore(page) };
      const rows = await group.findMany({ where, select: COLUMNS, ...newestFirst(page) });
      return toPage(await toRecords(tx, scope, rows), page);
    },
  };
};

const Stored = GroupRecord.omit({ members: true });

const COLUMNS = selectOf(Stored);

type GroupRow = Parameters<typeof fromRow<typeof Stored>>[1];

const toRecord = async (tx: Transaction, scope: Scope, row: GroupRow): Promise<GroupRecord> =>
  orNotFound((await toRecords(tx, scope, [row]))[0]);

const toRecords = async (
  tx: Transaction,
  { tenantId }: Scope,
  rows: readonly GroupRow[],
): Promise<GroupRecord[]> => {
  if (rows.length === 0) return [];
  const keys = rows.map(({ key }) => key);
  // One statement for all groups, because Prisma cannot group by array items.
  const counts = await tx.$queryRaw<{ key: string; members: number }[]>`
    SELECT key, count(*)::int AS members FROM users, unnest(groups) AS key
    WHERE tenant_id = ${tenantId}::uuid AND groups && ${keys}::text[] AND key = ANY(${keys}::text[]) GROUP BY key`;
  const members = new Map(counts.map((count) => [count.key, count.members]));
  return rows.map((row) => fromRow(GroupRecord, { ...row, members: members.get(row.key) ?? 0 }));
};

const createMemberships = (tx: Transaction, { tenantId }: Scope) => ({
  /** False if the user is already a member. */
  addMember: async ({ key }: GroupRecord, userId: UserId): Promise<boolean> => {
    const { count } = await tx.models.user.updateMany({
      where: { tenantId, id: userId, NOT: { groups: { has: key } } },
      data: { groups: { push: key } },
    });
    return count > 0;
  },
  // Prisma cannot remove one item from an array.
  /** False if the user is not a member. */
  removeMember: async ({ key }: GroupRecord, userId: UserId): Promise<boolean> => {
    const count = await tx.$executeRaw`
      UPDATE users SET groups = array_remove(groups, ${key})
      WHERE tenant_id = ${tenantId}::uuid AND id = ${userId}::uuid AND ${key} = ANY(groups)`;
    return count > 0;
  },
  /** Includes its memberships. */
  delete: async ({ id, key }: GroupRecord): Promise<void> => {
    await tx.$executeRaw`
      UPDATE users SET groups = array_remove(groups, ${key})
      WHERE tenant_id = ${tenantId}::uuid AND ${key} = ANY(groups)`;
    await tx.models.group.delete({
      where: { tenantId_id: { tenantId, id } },
      select: { id: true },
    });
  },
});
