import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { SupersedeContradicted } from '../memories/index.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'withLock'>;
  supersedeContradicted: SupersedeContradicted;
};

const MAX_MEMORIES = 20;

/** Holds some of a tenant's new facts against earlier ones; a model that fails ends the round, and the next one tries again. */
export const createCompareMemories =
  ({ database, supersedeContradicted }: Deps) =>
  async (scope: SystemScope, signal: AbortSignal): Promise<void> => {
    const find = () => database.withScope(scope, (tx) => tx.memories.uncompared(MAX_MEMORIES));
    if ((await find()).length === 0) return;
    // One process at a time, so that no comparison is paid for twice; oldest first, so that the latest word stands.
    await database.withLock({ key: `memory-comparisons/${scope.tenantId}`, signal }, async () => {
      for (const memory of await find()) {
        signal.throwIfAborted();
        await supersedeContradicted(scope, memory, signal);
      }
    });
  };
