import type { UserScope } from '../shared/scope.js';
import { requireQuestionQuota } from '../tenancy/index.js';
import type { Database } from './database.js';

/** Counts work that costs as much as a question as one of the caller's day; rejects with `quota_exceeded` if none is left. */
export const countAsQuestion = (
  database: Pick<Database, 'withScope'>,
  scope: UserScope,
): Promise<void> =>
  database.withScope(scope, async (tx) => {
    const { policy } = await tx.settings.get();
    await requireQuestionQuota(tx, policy.quotas);
    await tx.usage.add(scope.userId, { questions: 1 });
  });
