import type { MemoryId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { ChatModel } from '../../src/platform/models/model.js';
import { createCompareMemories } from '../../src/maintenance/summarise.js';
import { createRemoveExpiredMemories } from '../../src/maintenance/sweep.js';
import { createManageMemories } from '../../src/memories/memories.js';
import { createRemember } from '../../src/memories/remember.js';
import { createSupersedeContradicted } from '../../src/memories/supersede.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { queryInTenant } from './database.js';
import type { TestTenant } from './tenant.js';
import type { Workbench } from './workbench.js';

/** Creates the use cases of memories for a tenant's users, and the rounds that keep memories in order. */
export const createMemoryKeeping = (
  { test, services }: Pick<Workbench, 'test' | 'services'>,
  tenant: TestTenant,
  { maxMemories = 1000 } = {},
) => {
  const { database } = test;
  const metrics = createSilentMetrics();
  const remember = createRemember({ database, metrics, limits: { maxMemories } });
  const memories = createManageMemories({ database, metrics, remember });
  const { signal } = new AbortController();
  return {
    memories,
    remember,
    know: async (user: UserScope, content: string) =>
      memories.create(user, { content, memoryType: 'explicit_fact' }),
    list: async (user: UserScope) => (await memories.list(user, { limit: 100 })).items,
    search: async (user: UserScope, query: string) => {
      const { results } = await services().searchMemories(user, { query, topK: 10, signal });
      return results.filter(({ evidence }) => evidence).map(({ memory }) => memory.content);
    },
    compare: (chat: ChatModel) =>
      createCompareMemories({
        database,
        supersedeContradicted: createSupersedeContradicted({ database, chat, metrics }),
      })(tenant.system, signal),
    removeExpired: () => createRemoveExpiredMemories({ database })(tenant.system),
    setTtl: (memoryTtlDays: number | null) =>
      database.withScope(tenant.admin, async (tx) => {
        const { policy } = await tx.settings.get();
        await tx.settings.update({ policy: { ...policy, memoryTtlDays } });
      }),
    age: (id: MemoryId, days: number) =>
      queryInTenant(
        test,
        tenant.tenantId,
        `UPDATE memories SET updated_at = now() - interval '${days} days' WHERE id = '${id}'`,
      ),
    taskOf: async (id: MemoryId) => {
      const [task] = await queryInTenant<{ action: string; state: string }>(
        test,
        tenant.tenantId,
        `SELECT action, state FROM ingestion_tasks WHERE subject_id = '${id}'`,
      );
      return task;
    },
  };
};
