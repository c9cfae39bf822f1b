import { notFound } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import { detectLanguage } from '../../domain/languages.js';
import type { MemoryRecord, MemoryType } from '../../domain/memory.js';
import type { Page, PageRequest } from '../../domain/page.js';
import type { UserScope } from '../../domain/scope.js';
import type { Database } from '../../ports/database/index.js';
import type { Metrics } from '../../ports/telemetry.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
};

/** What its owner may do with a memory; another user's is `not_found`. */
export type ManageMemories = {
  list(
    scope: UserScope,
    page: PageRequest & { memoryType?: MemoryType | undefined },
  ): Promise<Page<MemoryRecord>>;
  update(scope: UserScope, id: MemoryId, content: string): Promise<MemoryRecord>;
  delete(scope: UserScope, id: MemoryId): Promise<void>;
};

export const createManageMemories = ({ database, metrics }: Deps): ManageMemories => ({
  list: (scope, page) => database.withScope(scope, (tx) => tx.memories.list(page)),

  update: async (scope, id, content) => {
    const memory = await database.withScope(scope, async (tx) => {
      if (!(await tx.memories.find(id))) throw notFound();
      const language = detectLanguage(content, { fallback: 'en' });
      const updated = await tx.memories.update(id, { content, language });
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
