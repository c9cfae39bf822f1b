import { notFound } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import { UserRecord, type UserChanges, type NewUser } from './user.js';
import { sql, joinSql, type Sql } from '../platform/database/sql.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { UserId } from '../shared/ids.js';
import type { PageRequest, Page } from '../shared/page.js';

const COLUMNS = sql`id, email, role, status, groups, language, timezone,
  system_prompt AS "systemPrompt", preferences, created_at AS "createdAt"`;

/** E-mail is unique in the tenant: `conflict`. An absent id is null, or `not_found` where something would change. */
export const createUserRepository = (tx: Transaction, { tenantId }: Scope) => ({
  create: async (user: NewUser): Promise<UserRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO users (tenant_id, id, email, role, groups)
      VALUES (${tenantId}::uuid, ${user.id}::uuid, ${user.email}, ${user.role}, ${[...user.groups]}::text[])
      RETURNING ${COLUMNS}`;
    return UserRecord.parse(rows[0]);
  },
  find: async (id: UserId): Promise<UserRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM users WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    return rows[0] ? UserRecord.parse(rows[0]) : null;
  },
  list: async (page: PageRequest): Promise<Page<UserRecord>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM users
      WHERE tenant_id = ${tenantId}::uuid ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(UserRecord.array().parse(rows), page);
  },
  update: async (id: UserId, changes: UserChanges): Promise<UserRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE users SET ${toAssignments(changes)}
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid RETURNING ${COLUMNS}`;
    if (rows.length === 0) throw notFound();
    return UserRecord.parse(rows[0]);
  },
  delete: async (id: UserId): Promise<void> => {
    const count = await tx.$executeRaw`
      DELETE FROM users WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  countAdmins: async (): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM users
      WHERE tenant_id = ${tenantId}::uuid AND role = 'admin' AND status = 'active'`;
    return rows[0]?.count ?? 0;
  },
  /** True when at least one user of the tenant is in the group. */
  groupExists: async (group: string): Promise<boolean> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE tenant_id = ${tenantId}::uuid AND ${group} = ANY(groups) LIMIT 1`;
    return rows.length === 1;
  },
});

const toAssignments = (changes: UserChanges): Sql => {
  const { role, status, groups, language, timezone, systemPrompt, preferences } = changes;
  return joinSql([
    // Something has to stand after SET when nothing changes.
    sql`tenant_id = tenant_id`,
    ...(role === undefined ? [] : [sql`role = ${role}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(groups === undefined ? [] : [sql`groups = ${[...groups]}::text[]`]),
    ...(language === undefined ? [] : [sql`language = ${language}`]),
    ...(timezone === undefined ? [] : [sql`timezone = ${timezone}`]),
    ...(systemPrompt === undefined ? [] : [sql`system_prompt = ${systemPrompt}`]),
    ...(preferences === undefined ? [] : [sql`preferences = ${toJson(preferences)}::jsonb`]),
  ]);
};

export type UserRepository = ReturnType<typeof createUserRepository>;
