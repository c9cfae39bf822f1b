import { notFound } from '../../../domain/errors.js';
import { TenantRecord } from '../../../domain/tenant.js';
import type { TenantRepository } from '../../../ports/database/platform.js';
import { Prisma } from '../../../generated/prisma/client.js';
import type { PrismaClient } from '../../../generated/prisma/client.js';
import { translating } from '../translate-error.js';
import { beyond, olderThan, toPage } from './page.js';

export const createTenantRepository = (client: PrismaClient): TenantRepository => ({
  create: (tenant) =>
    translating(async () => TenantRecord.parse(await client.tenant.create({ data: tenant }))),
  find: (id) =>
    translating(async () => {
      const row = await client.tenant.findUnique({ where: { id } });
      return row && TenantRecord.parse(row);
    }),
  findBySlug: (slug) =>
    translating(async () => {
      const row = await client.tenant.findUnique({ where: { slug } });
      return row && TenantRecord.parse(row);
    }),
  list: (page) =>
    translating(async () => {
      const rows = await client.$queryRaw<unknown[]>`
        SELECT id, slug, status, created_at AS "createdAt" FROM tenants
        WHERE true ${olderThan(Prisma.sql`id`, page)} ORDER BY id DESC LIMIT ${beyond(page)}`;
      return toPage(TenantRecord.array().parse(rows), page);
    }),
  setStatus: (id, status) =>
    translating(async () => {
      const rows = await client.tenant.updateManyAndReturn({ where: { id }, data: { status } });
      if (!rows[0]) throw notFound();
      return TenantRecord.parse(rows[0]);
    }),
});
