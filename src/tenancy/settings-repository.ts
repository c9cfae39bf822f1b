import { z } from 'zod';
import { notFound } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import { TenantPolicy, type TenantSettings } from './tenant.js';
import { sql, joinSql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';

const COLUMNS = sql`name, system_prompt AS "systemPrompt", policy`;

export const createSettingsRepository = (tx: Transaction, { tenantId }: Scope) => ({
  get: async (): Promise<TenantSettings> =>
    toSettings(
      await tx.$queryRaw<unknown[]>`
        SELECT ${COLUMNS} FROM tenant_settings WHERE tenant_id = ${tenantId}::uuid`,
    ),
  create: async ({ name, systemPrompt, policy }: TenantSettings): Promise<void> => {
    await tx.$executeRaw`
      INSERT INTO tenant_settings (tenant_id, name, system_prompt, policy)
      VALUES (${tenantId}::uuid, ${name}, ${systemPrompt}, ${toJson(policy)}::jsonb)`;
  },
  update: async (changes: Partial<TenantSettings>): Promise<TenantSettings> =>
    toSettings(
      await tx.$queryRaw<unknown[]>`
        UPDATE tenant_settings SET ${toAssignments(changes)} WHERE tenant_id = ${tenantId}::uuid
        RETURNING ${COLUMNS}`,
    ),
});

const SettingsRow = z.object({
  name: z.string(),
  systemPrompt: z.string().nullable(),
  policy: TenantPolicy,
});

const toSettings = (rows: readonly unknown[]): TenantSettings => {
  if (rows.length === 0) throw notFound();
  return SettingsRow.parse(rows[0]);
};

const toAssignments = ({ name, systemPrompt, policy }: Partial<TenantSettings>): Sql =>
  joinSql([
    // Something has to stand after SET when nothing changes.
    sql`tenant_id = tenant_id`,
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(systemPrompt === undefined ? [] : [sql`system_prompt = ${systemPrompt}`]),
    ...(policy === undefined ? [] : [sql`policy = ${toJson(policy)}::jsonb`]),
  ]);

export type TenantSettingsRepository = ReturnType<typeof createSettingsRepository>;
