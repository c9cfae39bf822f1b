import { notFound } from '../../../domain/errors.js';
import type { Scope } from '../../../domain/scope.js';
import { TenantPolicy } from '../../../domain/tenant.js';
import type { TenantSettings } from '../../../domain/tenant.js';
import type { TenantSettingsRepository } from '../../../ports/database/tenancy.js';
import type { Transaction } from './transaction.js';

type Row = { name: string; systemPrompt: string | null; policy: unknown };

const toSettings = (row: Row | null | undefined): TenantSettings => {
  if (!row) throw notFound();
  return {
    name: row.name,
    systemPrompt: row.systemPrompt,
    policy: TenantPolicy.parse(row.policy),
  };
};

export const createSettingsRepository = (
  tx: Transaction,
  { tenantId }: Scope,
): TenantSettingsRepository => ({
  get: async () => toSettings(await tx.tenantSettings.findUnique({ where: { tenantId } })),
  create: async (settings) => {
    await tx.tenantSettings.create({ data: { tenantId, ...settings } });
  },
  update: async (changes) => {
    const rows = await tx.tenantSettings.updateManyAndReturn({
      where: { tenantId },
      data: changes,
    });
    return toSettings(rows[0]);
  },
});
