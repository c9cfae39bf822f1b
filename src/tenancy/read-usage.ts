import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { UsageFigures, UserDay, DayRange } from './usage.js';
import type { Database } from './database.js';

type Deps = { database: Pick<Database, 'withScope'> };

export type UsageReport = Page<UserDay> & { totals: UsageFigures };

/** What the tenant's users took on these days, and the sum of all of them on every page. */
export const createReadUsage =
  ({ database }: Deps) =>
  (scope: UserScope, range: DayRange, page: PageRequest): Promise<UsageReport> =>
    database.withScope(scope, async (tx) => ({
      ...(await tx.usage.list(range, page)),
      totals: await tx.usage.totals(range),
    }));
