import { toModelUsage } from '../tenancy/index.js';
import type { Database } from './database.js';
import type { SearchChunks } from './search-chunks.js';
import type { ModelCall } from '../shared/execution.js';

type Deps = { database: Pick<Database, 'withScope'>; searchChunks: SearchChunks };

/** A search outside a turn has no ledger: what embedding its query took is added to its user's day, also when it fails. */
export const createChargedSearch =
  ({ database, searchChunks }: Deps): SearchChunks =>
  async (scope, search) => {
    const calls: ModelCall[] = [];
    try {
      return await searchChunks(scope, { ...search, record: (call) => void calls.push(call) });
    } finally {
      if (calls.length > 0) {
        await database.withScope(scope, (tx) => tx.usage.add(scope.userId, toModelUsage(calls)));
      }
    }
  };
