import { notFound } from '../shared/errors.js';
import type { MemoryId } from '../shared/ids.js';
import { detectLanguage } from '../language/index.js';
import type { MemoryRecord } from './memory.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { Remember } from './remember.js';
import type { MemoryType } from '../platform/vectors/vector-store.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  remember: Remember;
};

/** What its owner may do with a memory; another user's is `not_found`. */
export type ManageMemories = {
  create(
    scope: UserScope,
    memory: { content: string; memoryType: MemoryType },
  ): Promise<MemoryRecord>;
  list(
    scope: UserScope,
    page: PageRequest & { memoryType?: MemoryType | undefined },
  ): Promise<Page<MemoryRecord>>;
  /** What was superseded is in use again: these are its user's latest words. */
  update(scope: UserScope, id: MemoryId, changes: { content: string }): Promise<MemoryRecord>;
  delete(scope: UserScope, id: MemoryId): Promise<void>;
};

export const createManageMemories = ({ database, metrics, remember }: Deps): ManageMemories => ({
  create: async (scope, memory) => (await remember(scope, { ...memory, source: null })).memory,

  list: (scope, page) => database.withScope(scope, (tx) => tx.memories.list(page)),

  update: async (scope, id, { content }) => {
    const memory = await database.withScope(scope, async (tx) => {
      if (!(await tx.memories.find(id))) throw notFound();
      const language = detectLanguage(content, { fallback: 'en' });
      const updated = await tx.memories.update(id, { content, language, source: null });
      await tx.tasks.schedule({
        subjectKind: 'memory',
        subjectId: id,
        version: 1,
        action: 'index',
      });
      return updated;
    });
    metrics.memoryOperation({ operation: 'update', outcome: 'ok' });
    return memory;
  },

  delete: async (scope, id) => {
    await database.withScope(scope, async (tx) => {
      if (!(await tx.memories.find(id))) throw notFound();
      await tx.memories.delete(id);
      await tx.tasks.schedule({
        subjectKind: 'memory',
        subjectId: id,
        version: 1,
        action: 'purge',
      });
    });
    metrics.memoryOperation({ operation: 'delete', outcome: 'ok' });
  },
});
