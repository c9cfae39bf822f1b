import { analyze } from '../../domain/analyzer.js';
import { MemoryId } from '../../domain/ids.js';
import type { Database } from '../../ports/database/index.js';
import type { Embedder } from '../../ports/models.js';
import type { Metrics } from '../../ports/telemetry.js';
import type { VectorStore } from '../../ports/vector-store.js';
import { createChargeEmbeddings } from './charge-embeddings.js';
import { requireAccepted, type TaskContext } from './task-lease.js';
import type { VectorLock } from './vector-lock.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'writerFor'>;
  vectorLock: VectorLock;
  embedder: Embedder | null;
  fingerprint: string;
  metrics: Pick<Metrics, 'memoryOperation'>;
};

/** Gives a memory its vector; until then it is pending and read from PostgreSQL. */
export const createIngestMemory =
  ({ database, vectors, vectorLock, embedder, fingerprint, metrics }: Deps) =>
  async (context: TaskContext): Promise<void> => {
    const { scope, task, lease, signal } = context;
    const id = MemoryId.parse(task.subjectId);
    const memory = await database.withScope(scope, (tx) => tx.memories.findForIndexing(id));
    if (memory === null) {
      await database.withScope(scope, (tx) => tx.tasks.remove(lease));
      return;
    }
    const { content, language, userId, memoryType } = memory;
    const embeddings =
      embedder === null
        ? null
        : await embedder.embed([content], { signal, priority: 'background' });
    const vector = embeddings?.vectors[0] ?? null;
    if (embeddings) await createChargeEmbeddings({ database })(scope, userId, embeddings);
    const terms = analyze(content, { languages: [language] });
    await vectorLock(scope.tenantId, signal, async () => {
      await context.requireLease();
      await vectors.writerFor(scope).upsertMemories([{ id, userId, memoryType, terms, vector }]);
    });
    await database.withScope(scope, async (tx) => {
      requireAccepted(await tx.memories.markEmbedded(id, lease));
      requireAccepted(
        await tx.tasks.settle(lease, { state: 'done', fingerprint, verifyAgainMs: null }),
      );
    });
    metrics.memoryOperation({ operation: 'index', outcome: 'ok' });
  };
