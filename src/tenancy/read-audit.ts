import type { AuditEntry } from './audit.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';

type Deps = { database: Pick<Database, 'withScope'> };

/** Who did what in the tenant. */
export const createReadAudit =
  ({ database }: Deps) =>
  (scope: UserScope, page: PageRequest): Promise<Page<AuditEntry>> =>
    database.withScope(scope, (tx) => tx.audit.list(page));
