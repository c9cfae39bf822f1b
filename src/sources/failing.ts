import { makeSystemScope } from '../shared/make-scope.js';
import type { SourceId, TenantId } from '../shared/ids.js';
import type { Database } from './database.js';

/** A source whose last runs failed. Its name and settings stay with its tenant. */
export type FailingSource = {
  tenantId: TenantId;
  id: SourceId;
  kind: string;
  failures: number;
  reason: string | null;
  lastCompleteAt: Date | null;
};

/** The most tenants that are looked at, and the most sources of each: a tenant has no more. */
const [TENANTS, SOURCES] = [500, 50];

/** The failing sources of all tenants, without any that an administrator has paused. */
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
