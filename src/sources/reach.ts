import { orNotFound } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { Reach } from './kind.js';
import { toAllowedFolders } from './variables.js';

type Deps = {
  database: Pick<Database, 'platform'>;
  /** `SOURCE_FOLDERS` as it is set in the environment. */
  folders: string | undefined;
};

/** Looks up what the operator allows a tenant's sources to read. */
export const createReachOf = ({ database, folders }: Deps) => {
  const allowed = toAllowedFolders(folders);
  return async ({ tenantId }: { tenantId: TenantId }): Promise<Reach> => {
    if (allowed.length === 0) return { folders: [] };
    const { slug } = orNotFound(await database.platform.tenants.find(tenantId));
    const ofTenant = allowed.filter((folder) => folder.slug === null || folder.slug === slug);
    return { folders: ofTenant.map(({ path }) => path) };
  };
};
