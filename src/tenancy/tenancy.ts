import { createApiKeys } from './api-keys.js';
import type { Database } from './database.js';
import { createProfile } from './profile.js';
import { createReadAudit } from './audit.js';
import { createSettings } from './settings.js';
import { createTenants } from './tenants.js';
import { createReadUsage } from './usage.js';
import { createUsers } from './users.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'platform'>;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
};

/** What the operator, admins and users can do with tenants, accounts and keys. */
export const createTenancy = ({ database, wakeUp }: Deps) => ({
  tenants: createTenants({ database, wakeUp }),
  settings: createSettings({ database }),
  users: createUsers({ database, wakeUp }),
  apiKeys: createApiKeys({ database }),
  profile: createProfile({ database }),
  readUsage: createReadUsage({ database }),
  readAudit: createReadAudit({ database }),
});
