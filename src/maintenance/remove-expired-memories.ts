import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';

type Deps = { database: Pick<Database, 'withScope'> };

const BATCH = 200;

/** Deletes what the tenant's policy has outdated, vectors by task; it was out of use since then. */
export const createRemoveExpiredMemories =
  ({ database }: Deps) =>
  async (scope: SystemScope): Promise<void> => {
    let removed: number;
    do {
      removed = await database.withScope(scope, async (tx) => {
        const ids = await tx.memories.removeExpired(BATCH);
        for (const subjectId of ids) {
          const task = { subjectKind: 'memory', subjectId, version: 1, action: 'purge' } as const;
          await tx.tasks.schedule(task);
        }
        return ids.length;
      });
    } while (removed === BATCH);
  };
