import type { SystemScope } from '../../shared/scope.js';
import type { TenantPolicy } from '../../tenancy/index.js';
import type { Database } from '../database.js';

type Kind = keyof TenantPolicy['retention'];

const BATCH = 500;
/** The rest waits for the next round, so that one tenant does not hold up the others. */
const BATCHES_A_ROUND = 20;

/** Deletes what is older than the tenant's policy allows, and records the number in the audit log. */
export const createApplyRetention =
  (database: Pick<Database, 'withScope'>) =>
  async (scope: SystemScope): Promise<void> => {
    const { policy } = await database.withScope(scope, (tx) => tx.settings.get());
    for (const [kind, days] of Object.entries(policy.retention)) {
      if (days > 0) await removeOld(database, scope, { kind: kind as Kind, days });
    }
  };

const removeOld = async (
  database: Pick<Database, 'withScope'>,
  scope: SystemScope,
  { kind, days }: { kind: Kind; days: number },
): Promise<void> => {
  for (let batch = 0; batch < BATCHES_A_ROUND; batch++) {
    const removed = await database.withScope(scope, async (tx) => {
      const count = await tx.retention[kind]({ days, limit: BATCH });
      if (count === 0) return count;
      await tx.audit.append({
        actorId: null,
        action: 'retention.delete',
        subjectId: scope.tenantId,
        changes: [{ field: `retention.${kind}`, before: count, after: 0 }],
      });
      return count;
    });
    if (removed < BATCH) return;
  }
};
