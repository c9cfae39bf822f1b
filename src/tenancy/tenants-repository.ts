import { notFound } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import { TenantRecord, TenantSettings, type TenantStatus, type Changes } from './schema.js';
import { sql, joinSql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { TenantId } from '../shared/ids.js';
import type { PrismaClient } from '../platform/database/create-database.js';
import type { InTenant } from '../platform/database/in-tenant.js';
import { translating } from '../platform/database/translate-error.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { PageRequest, Page } from '../shared/page.js';

export type TenantRepository = ReturnType<typeof createTenantRepository>;

const SETTINGS_COLUMNS = sql`name, system_prompt AS "systemPrompt", policy`;

export type TenantSettingsRepository = ReturnType<typeof createSettingsRepository>;

export const createTenantRepository = (client: PrismaClient, inTenant: InTenant) => ({
  /** `conflict` when the slug is taken. */
  create: (tenant: { id: TenantId; slug: string }): Promise<TenantRecord> =>
    translating(async () => TenantRecord.parse(await client.tenant.create({ data: tenant }))),
  find: (id: TenantId): Promise<TenantRecord | null> =>
    translating(async () => {
      const row = await client.tenant.findUnique({ where: { id } });
      return row && TenantRecord.parse(row);
    }),
  findBySlug: (slug: string): Promise<TenantRecord | null> =>
    translating(async () => {
      const row = await client.tenant.findUnique({ where: { slug } });
      return row && TenantRecord.parse(row);
    }),
  list: (page: PageRequest): Promise<Page<TenantRecord>> =>
    translating(async () => {
      const rows = await client.$queryRaw<unknown[]>`
        SELECT id, slug, status, created_at AS "createdAt" FROM tenants
        WHERE true ${olderThan(sql`id`, page)} ORDER BY id DESC LIMIT ${beyond(page)}`;
      return toPage(TenantRecord.array().parse(rows), page);
    }),
  setStatus: (id: TenantId, status: TenantStatus): Promise<TenantRecord> =>
    translating(async () => {
      const rows = await client.tenant.updateManyAndReturn({ where: { id }, data: { status } });
      if (!rows[0]) throw notFound();
      return TenantRecord.parse(rows[0]);
    }),
  /** Removes a `deleting` tenant with its settings; false as long as documents, users or tasks of it are left. Its audit entries and usage stay. */
  remove: (id: TenantId): Promise<boolean> =>
    translating(() => inTenant(id, (tx) => removeEmpty(tx, id))),
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

export const createSettingsRepository = (tx: Transaction, { tenantId }: Scope) => ({
  get: async (): Promise<TenantSettings> =>
    toSettings(
      await tx.$queryRaw<unknown[]>`
        SELECT ${SETTINGS_COLUMNS} FROM tenant_settings WHERE tenant_id = ${tenantId}::uuid`,
    ),
  create: async ({ name, systemPrompt, policy }: TenantSettings): Promise<void> => {
    await tx.$executeRaw`
      INSERT INTO tenant_settings (tenant_id, name, system_prompt, policy)
      VALUES (${tenantId}::uuid, ${name}, ${systemPrompt}, ${toJson(policy)}::jsonb)`;
  },
  update: async (changes: Changes<TenantSettings>): Promise<TenantSettings> =>
    toSettings(
      await tx.$queryRaw<unknown[]>`
        UPDATE tenant_settings SET ${toSettingsAssignments(changes)} WHERE tenant_id = ${tenantId}::uuid
        RETURNING ${SETTINGS_COLUMNS}`,
    ),
});

const toSettings = (rows: readonly unknown[]): TenantSettings => {
  if (rows.length === 0) throw notFound();
  return TenantSettings.parse(rows[0]);
};

const toSettingsAssignments = ({ name, systemPrompt, policy }: Changes<TenantSettings>): Sql =>
  joinSql([
    // Something has to stand after SET when nothing changes.
    sql`tenant_id = tenant_id`,
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(systemPrompt === undefined ? [] : [sql`system_prompt = ${systemPrompt}`]),
    ...(policy === undefined ? [] : [sql`policy = ${toJson(policy)}::jsonb`]),
  ]);
