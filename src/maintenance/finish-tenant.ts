import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { emptyTenant } from '../tenancy/index.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  collectOrphanFiles: (scope: SystemScope, orphanAgeMs: number) => Promise<number>;
  logger: Logger;
};

/**
 * Brings a tenant that is being deleted to its end: once the purging tasks are through, its row goes and the slug is free. Audit
 * entries stay, because the application may only append to them.
 */
export const createFinishTenant =
  ({ database, collectOrphanFiles, logger }: Deps) =>
  async (scope: SystemScope): Promise<void> => {
    await emptyTenant(database, scope);
    // Of any age: no upload of this tenant is to succeed, and later nothing looks into its folder any more.
    await collectOrphanFiles(scope, 0);
    const isRemoved = await database.platform.tenants.remove(scope.tenantId);
    if (isRemoved) logger.info({ tenantId: scope.tenantId }, 'Removed a deleted tenant');
  };
