import type { PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import { createApiKeys } from './api-keys.js';
import type { Database } from './database.js';
import { createProfile } from './profile.js';
import { createSettings } from './settings.js';
import { createTenants } from './tenants.js';
import type { DayRange } from './usage.js';
import { createUsers } from './users.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'platform'>;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
};

/** What the operator, admins and users can do with tenants, accounts and keys. */
export const createTenancy = (deps: Deps) => ({
  tenants: createTenants(deps),
  settings: createSettings(deps),
  users: createUsers(deps),
  apiKeys: createApiKeys(deps),
  profile: createProfile(deps),
  /** What the tenant's users took on these days, and the sum of all of them on every page. */
  readUsage: (scope: UserScope, range: DayRange, page: PageRequest) =>
    deps.database.withScope(scope, async (tx) => ({
      ...(await tx.usage.list(range, page)),
      totals: await tx.usage.totals(range),
    })),
  readAudit: (scope: UserScope, page: PageRequest) =>
    deps.database.withScope(scope, (tx) => tx.audit.list(page)),
});
