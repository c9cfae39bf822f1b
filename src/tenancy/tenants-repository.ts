import { z } from 'zod';
import type { InTenant } from '../platform/database/in-tenant.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { selectOf, toJsonColumn, type fromRow } from '../platform/database/rows.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Statements, Transaction } from '../platform/database/transaction.js';
import { translating } from '../platform/database/translate-error.js';
import { withoutUndefined, type Changes } from '../shared/changes.js';
import { orNotFound } from '../shared/errors.js';
import { AssistantId, newId, TenantId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import {
  DEFAULT_TENANT_LIMITS,
  toLimits,
  type TenantLimitChanges,
  type TenantLimits,
} from './limits.js';
import { TenantRecord, TenantSettings, type TenantStatus } from './schema.js';

// Reads the limits through the row, because a backup of an earlier version's database has no such column.
const TENANT_COLUMNS = sql`id, slug, status, created_at AS "createdAt", to_jsonb(tenants) -> 'limits' AS limits`;
const TenantRow = TenantRecord.extend({ limits: z.unknown() });
const RemovedRow = z.object({ tenantId: TenantId });
const SETTINGS_COLUMNS = sql`name, policy, (
  SELECT a.prompt FROM assistants a WHERE a.tenant_id = tenant_settings.tenant_id AND a.is_default
) AS "systemPrompt"`;

export type TenantRepository = ReturnType<typeof createTenantRepository>;
export type TenantSettingsRepository = ReturnType<typeof createSettingsRepository>;

export const createTenantRepository = (
  client: Statements,
  asOperator: InTenant,
  defaults: TenantLimits = DEFAULT_TENANT_LIMITS,
) => {
  const ask = createAsk(defaults);
  return {
    /** `conflict` if the slug is taken. */
    create: ({ id, slug }: { id: TenantId; slug: string }): Promise<TenantRecord> =>
      asOperator(id, async ({ models }) =>
        toRecord(defaults, await models.tenant.create({ data: { id, slug }, select: COLUMNS })),
      ),
    find: async (id: TenantId): Promise<TenantRecord | null> =>
      (await ask(client, sql`SELECT ${TENANT_COLUMNS} FROM tenants WHERE id = ${id}::uuid`))[0] ??
      null,
    findBySlug: async (slug: string): Promise<TenantRecord | null> =>
      (await ask(client, sql`SELECT ${TENANT_COLUMNS} FROM tenants WHERE slug = ${slug}`))[0] ??
      null,
    list: async (page: PageRequest): Promise<Page<TenantRecord>> => {
      const rows = await ask(
        client,
        sql`
        SELECT ${TENANT_COLUMNS} FROM tenants
        WHERE true ${olderThan(sql`id`, page)} ORDER BY id DESC LIMIT ${beyond(page)}`,
      );
      return toPage(rows, page);
    },
    setStatus: (id: TenantId, status: TenantStatus): Promise<TenantRecord> =>
      asOperator(id, async ({ models }) => {
        const row = await models.tenant.update({
          where: { id },
          data: { status },
          select: COLUMNS,
        });
        return toRecord(defaults, row);
      }),
    /** Limits that are absent stay unchanged; null removes the tenant's own limit. */
    setLimits: async (id: TenantId, changes: TenantLimitChanges): Promise<TenantRecord> => {
      const changed = await asOperator(id, (tx) =>
        ask(
          tx,
          sql`
          UPDATE tenants SET limits = jsonb_strip_nulls(limits || ${toJson(withoutUndefined(changes))}::jsonb)
          WHERE id = ${id}::uuid RETURNING ${TENANT_COLUMNS}`,
        ),
      );
      return orNotFound(changed[0]);
    },
    /**
     * Removes a `deleting` tenant with its settings; false as long as it still has documents, users or tasks. Its audit entries and usage
     * stay.
     */
    remove: (id: TenantId): Promise<boolean> => asOperator(id, (tx) => removeEmpty(tx, id)),
    /** Lists the tenants of which only audit entries, usage and node metrics are left. */
    listRemoved: (): Promise<TenantId[]> => listRemoved(client),
    /** A removed tenant was restored by an import. */
    forgetRemoval: (id: TenantId): Promise<void> =>
      asOperator(id, async (tx) => {
        await tx.models.removedTenant.deleteMany({ where: { tenantId: id } });
      }),
  };
};

const COLUMNS = selectOf(TenantRow);

const toRecord = (
  defaults: TenantLimits,
  { limits, ...row }: Parameters<typeof fromRow<typeof TenantRow>>[1],
): TenantRecord => TenantRecord.parse({ ...row, limits: toLimits(defaults, limits) });

const createAsk =
  (defaults: TenantLimits) =>
  (tx: Statements, statement: Sql): Promise<TenantRecord[]> =>
    translating(async () => {
      const rows = TenantRow.array().parse(await tx.$queryRaw<unknown[]>`${statement}`);
      return rows.map(({ limits, ...row }) => ({ ...row, limits: toLimits(defaults, limits) }));
    });

const listRemoved = (client: Statements): Promise<TenantId[]> =>
  translating(async () => {
    const rows = await client.$queryRaw<unknown[]>`
      SELECT tenant_id AS "tenantId" FROM removed_tenants ORDER BY tenant_id`;
    return RemovedRow.array()
      .parse(rows)
      .map(({ tenantId }) => tenantId);
  });

/** Settings are deleted by the foreign key's cascade; users and documents would be as well, hence the conditions. */
const removeEmpty = async (tx: Transaction, id: TenantId): Promise<boolean> => {
  // Waits for transactions that are adding to the tenant, and blocks new ones, so that the next statement sees everything.
  await tx.$queryRaw`SELECT id FROM tenants WHERE id = ${id}::uuid FOR UPDATE`;
  const count = await tx.$executeRaw`
    WITH removed AS (
      DELETE FROM tenants WHERE id = ${id}::uuid AND status = 'deleting'
        AND NOT EXISTS (SELECT FROM documents WHERE tenant_id = ${id}::uuid)
        AND NOT EXISTS (SELECT FROM users WHERE tenant_id = ${id}::uuid)
        AND NOT EXISTS (SELECT FROM ingestion_tasks WHERE tenant_id = ${id}::uuid)
      RETURNING id
    )
    INSERT INTO removed_tenants (tenant_id) SELECT id FROM removed`;
  return count > 0;
};

/** The prompt of the tenant is that of its default assistant, which is created with the settings. */
export const createSettingsRepository = (tx: Transaction, { tenantId }: Scope) => {
  // One statement, because every turn needs it.
  const get = async (): Promise<TenantSettings> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${SETTINGS_COLUMNS} FROM tenant_settings WHERE tenant_id = ${tenantId}::uuid`;
    return TenantSettings.parse(orNotFound(rows[0]));
  };
  return {
    get,
    create: async ({ name, systemPrompt, policy }: TenantSettings): Promise<void> => {
      const data = { tenantId, name, policy: toJsonColumn(policy) };
      await tx.models.tenantSettings.create({ data });
      await tx.$executeRaw`
        INSERT INTO assistants (tenant_id, id, slug, name, is_default, prompt)
        VALUES (${tenantId}::uuid, ${newId(AssistantId)}::uuid, 'default', 'Default', true, ${systemPrompt})`;
    },
    update: async (changes: Changes<TenantSettings>): Promise<TenantSettings> => {
      const { name, systemPrompt: prompt, policy } = changes;
      if (prompt !== undefined) {
        await tx.models.assistant.updateMany({
          where: { tenantId, isDefault: true },
          data: { prompt, updatedAt: await tx.$now() },
        });
      }
      await tx.models.tenantSettings.update({
        where: { tenantId },
        data: withoutUndefined({ name, policy: policy && toJsonColumn(policy) }),
      });
      return get();
    },
  };
};
