import { makeSystemScope } from '../shared/make-scope.js';
import type { TenantId } from '../shared/ids.js';
import type { Deps } from './chores.js';

const DAYS = 30;
const DAY_MS = 86_400_000;

type Behind = { tenantId: TenantId; subjects: number };

/**
 * The tenants whose indexes are being rebuilt, ordered so that those with little work and many recent questions come first: their searches
 * are back to normal soonest.
 */
export const inOrderOfRebuilding = async (
  { database, now }: Pick<Deps, 'database' | 'now'>,
  tenants: readonly Behind[],
): Promise<TenantId[]> => {
  const range = {
    from: toDay(new Date(now().getTime() - DAYS * DAY_MS)),
    to: toDay(now()),
  };
  const rated: { tenantId: TenantId; effort: number }[] = [];
  for (const { tenantId, subjects } of tenants) {
    const { questions, searches } = await database.withScope(makeSystemScope(tenantId), (tx) =>
      tx.usage.totals(range),
    );
    rated.push({ tenantId, effort: subjects / (1 + questions + searches) });
  }
  return rated
    .sort((left, right) => left.effort - right.effort || (left.tenantId < right.tenantId ? -1 : 1))
    .map(({ tenantId }) => tenantId);
};

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
