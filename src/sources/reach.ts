import type { Buckets } from '../platform/files/s3-buckets.js';
import { orNotFound } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { SendRequest } from '../platform/web/web-request.js';
import type { Reach } from './kind.js';
import type { GivenReach } from './variables.js';

type Deps = {
  database: Pick<Database, 'platform'>;
  given: Pick<GivenReach, 'folders' | 'buckets' | 'origins' | 'isPublic'>;
  buckets: Buckets;
  send: SendRequest;
};

/** Looks up what the operator allows a tenant's sources to read. */
export const createReachOf =
  ({ database, given, buckets: reader, send }: Deps) =>
  async ({ tenantId }: { tenantId: TenantId }): Promise<Reach> => {
    const { folders, buckets, origins, isPublic } = given;
    if (folders.length + buckets.length + origins.length === 0) {
      const web = { send, origins: [], isPublic };
      return { folders: [], buckets: { allowed: [], reader }, web };
    }
    const { slug } = orNotFound(await database.platform.tenants.find(tenantId));
    const isOfTenant = (one: { slug: string | null }) => one.slug === null || one.slug === slug;
    return {
      folders: folders.filter(isOfTenant).map(({ path }) => path),
      buckets: { allowed: buckets.filter(isOfTenant), reader },
      web: { send, origins: origins.filter(isOfTenant).map(({ origin }) => origin), isPublic },
    };
  };
