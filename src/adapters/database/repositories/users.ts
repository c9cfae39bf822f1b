import { notFound } from '../../../domain/errors.js';
import type { Scope } from '../../../domain/scope.js';
import { UserRecord } from '../../../domain/user.js';
import type { UserRepository } from '../../../ports/database/tenancy.js';
import { Prisma } from '../../../generated/prisma/client.js';
import { beyond, olderThan, toPage } from './page.js';
import { toJson } from './text.js';
import type { Transaction } from './transaction.js';

const COLUMNS = Prisma.sql`id, email, role, status, groups, language, timezone,
  system_prompt AS "systemPrompt", preferences, created_at AS "createdAt"`;

export const createUserRepository = (tx: Transaction, { tenantId }: Scope): UserRepository => ({
  create: async (user) => {
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO users (tenant_id, id, email, role, groups)
      VALUES (${tenantId}::uuid, ${user.id}::uuid, ${user.email}, ${user.role}, ${[...user.groups]}::text[])
      RETURNING ${COLUMNS}`;
    return UserRecord.parse(rows[0]);
  },
  find: async (id) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM users WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    return rows[0] ? UserRecord.parse(rows[0]) : null;
  },
  list: async (page) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM users
      WHERE tenant_id = ${tenantId}::uuid ${olderThan(Prisma.sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(UserRecord.array().parse(rows), page);
  },
  update: async (id, { groups, preferences, ...changes }) => {
    const rows = await tx.user.updateManyAndReturn({
      where: { tenantId, id },
      data: {
        ...changes,
        ...(groups && { groups: [...groups] }),
        // Undefined members of preferences mean "absent" to us and an error to Prisma.
        ...(preferences && { preferences: parsePreferences(toJson(preferences)) }),
      },
    });
    if (!rows[0]) throw notFound();
    return UserRecord.parse(rows[0]);
  },
  delete: async (id) => {
    const { count } = await tx.user.deleteMany({ where: { tenantId, id } });
    if (count === 0) throw notFound();
  },
  countAdmins: () => tx.user.count({ where: { tenantId, role: 'admin', status: 'active' } }),
  groupExists: async (group) =>
    (await tx.user.findFirst({
      where: { tenantId, groups: { has: group } },
      select: { id: true },
    })) !== null,
});

const parsePreferences = (json: string): Prisma.InputJsonObject =>
  // Serialised just above from an object of strings.
  JSON.parse(json) as Prisma.InputJsonObject;
