import { notFound } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import { TenantRecord } from './tenant.js';
import type { TenantRepository } from '../tasks/platform-port.js';
import { Prisma } from '../generated/prisma/client.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { InTenant } from '../platform/database/in-tenant.js';
import { translating } from '../platform/database/translate-error.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';

export const createTenantRepository = (
  client: PrismaClient,
  inTenant: InTenant,
): TenantRepository => ({
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
  remove: (id) => translating(() => inTenant(id, (tx) => removeEmpty(tx, id))),
});

/** Settings go by the foreign key's cascade; so would users and documents, hence the conditions. */
const removeEmpty = async (tx: Transaction, id: TenantId): Promise<boolean> => {
  // Waits for transactions that are adding to the tenant, and keeps others from it: the next statement sees all there is.
  await tx.$queryRaw`SELECT id FROM tenants WHERE id = ${id}::uuid FOR UPDATE`;
  const count = await tx.$executeRaw`
    DELETE FROM tenants WHERE id = ${id}::uuid AND status = 'deleting'
      AND NOT EXISTS (SELECT FROM documents WHERE tenant_id = ${id}::uuid)
      AND NOT EXISTS (SELECT FROM users WHERE tenant_id = ${id}::uuid)
      AND NOT EXISTS (SELECT FROM ingestion_tasks WHERE tenant_id = ${id}::uuid)`;
  return count > 0;
};
