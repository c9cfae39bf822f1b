import type { ExecutionSummary } from './execution.js';
import type { Page } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { ExecutionFilter } from './executions-repository.js';

type Deps = { database: Pick<Database, 'withScope'> };

/** Figures and codes of turns, without a word of them: the tenant's for an admin, their own for a member. */
export const createListExecutions =
  ({ database }: Deps) =>
  (scope: UserScope, filter: Omit<ExecutionFilter, 'userId'>): Promise<Page<ExecutionSummary>> => {
    const userId = scope.permissions.includes('admin') ? undefined : scope.userId;
    return database.withScope(scope, (tx) => tx.executions.list({ ...filter, userId }));
  };
