import { orNotFound } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { Reach } from './kind.js';
import { toAllowedFolders } from './variables.js';

type Deps = {
  database: Pick<Database, 'platform'>;
  /** The value of `SOURCE_FOLDERS`. */
  folders: string | undefined;
};

/** What the operator lets a tenant reach. */
export const createReachOf = ({ database, folders }: Deps) => {
  const allowed = toAllowedFolders(folders);
  return async ({ tenantId }: { tenantId: TenantId }): Promise<Reach> => {
    if (allowed.length === 0) return { folders: [] };
    const { slug } = orNotFound(await database.platform.tenants.find(tenantId));
    const ofTenant = allowed.filter((folder) => folder.slug === null || folder.slug === slug);
    return { folders: ofTenant.map(({ path }) => path) };
  };
};
