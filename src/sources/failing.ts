import { makeSystemScope } from '../shared/make-scope.js';
import type { SourceId, TenantId } from '../shared/ids.js';
import type { Database } from './database.js';

/** A source whose last runs failed. Its name and settings are left out, because they belong to the tenant. */
export type FailingSource = {
  tenantId: TenantId;
  id: SourceId;
  kind: string;
  failures: number;
  reason: string | null;
  lastCompleteAt: Date | null;
};

/** The maximum number of tenants that are checked, and of sources of each; a tenant cannot have more sources. */
const [TENANTS, SOURCES] = [500, 50];

/** Lists the failing sources of all tenants, except those that an administrator has paused. */
export const listFailing = async ({
  withScope,
  platform,
}: Pick<Database, 'withScope' | 'platform'>): Promise<FailingSource[]> => {
  const failing: FailingSource[] = [];
  for (const tenantId of await platform.sourceTasks.tenants(TENANTS)) {
    const found = await withScope(makeSystemScope(tenantId), async (tx) => {
      const { items } = await tx.sources.list({ limit: SOURCES });
      const failed = items.filter((one) => one.failures > 0 && one.pausedReason === null);
      const runs = await tx.sources.lastRuns(failed.map(({ id }) => id));
      return failed.map(({ id, kind, failures, lastCompleteAt }) => {
        const reason = runs.get(id)?.reason ?? null;
        return { tenantId, id, kind, failures, reason, lastCompleteAt };
      });
    });
    failing.push(...found);
  }
  return failing;
};
