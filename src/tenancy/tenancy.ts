import { createApiKeys } from './api-keys.js';
import type { Database } from './database.js';
import { createProfile } from './profile.js';
import { createReadAudit } from './read-audit.js';
import { createReadUsage } from './read-usage.js';
import { createRemoveTenant, createRemoveUser } from './remove-content.js';
import { createSettings } from './settings.js';
import { createTenants } from './tenants.js';
import { createUsers } from './users.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'platform'>;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
};

/** What the operator, admins and users can do with tenants, accounts and keys. */
export const createTenancy = ({ database, wakeUp }: Deps) => ({
  tenants: createTenants({ database }),
  removeTenant: createRemoveTenant({ database, wakeUp }),
  settings: createSettings({ database }),
  users: createUsers({ database }),
  removeUser: createRemoveUser({ database, wakeUp }),
  apiKeys: createApiKeys({ database }),
  profile: createProfile({ database }),
  readUsage: createReadUsage({ database }),
  readAudit: createReadAudit({ database }),
});
