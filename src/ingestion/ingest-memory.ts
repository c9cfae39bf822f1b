import { analyze } from '../language/index.js';
import { MemoryId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { Embedder } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { createEmbeddingUsage } from './embedding-usage.js';
import { requireAccepted, toTurn, type TaskContext } from './run-task.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'writerFor'>;
  embedder: Embedder | null;
  fingerprint: string;
  verifyAgainMs: number;
  metrics: Pick<Metrics, 'memoryOperation' | 'ingestionRepair'>;
  logger: Logger;
};

/** Gives a memory its vector, and verifies it again later; until it has one, it is pending and read from PostgreSQL. */
export const createIngestMemory = (deps: Deps) => {
  const { database, vectors, embedder, fingerprint, verifyAgainMs, metrics, logger } = deps;
  return async (context: TaskContext): Promise<void> => {
    const { scope, task, lease, signal } = context;
    const writer = vectors.writerFor(scope);
    const id = MemoryId.parse(task.subjectId);
    const memory = await database.withScope(scope, (tx) => tx.memories.findForIndexing(id));
    if (memory === null) {
      await database.withScope(scope, (tx) => tx.tasks.remove(lease));
      return;
    }
    if (memory.embedded && task.fingerprint === fingerprint) {
      if ((await writer.findMemories([id])).length > 0) {
        const verified = { state: 'done', fingerprint, verifyAgainMs: null } as const;
        await database.withScope(scope, async (tx) => {
          requireAccepted(await tx.tasks.settle(lease, verified));
        });
        return;
      }
      metrics.ingestionRepair('vectors_rebuilt');
    }
    const { content, language, userId, memoryType } = memory;
    const usage = createEmbeddingUsage({ database, logger }, scope, userId);
    try {
      const texts = [content];
      const embeddings = await embedder?.embed(texts, { signal, priority: 'background' });
      if (embeddings) usage.add(embeddings);
      const vector = embeddings?.vectors[0] ?? null;
      const terms = analyze(content, { languages: [language] });
      const point = { id, userId, memoryType, terms, vector };
      await writer.upsertMemories([point], toTurn(context));
      await usage.chargeWith(async (tx) => {
        requireAccepted(await tx.memories.markEmbedded(id, lease));
        requireAccepted(
          await tx.tasks.settle(lease, { state: 'done', fingerprint, verifyAgainMs }),
        );
      });
    } finally {
      await usage.close();
    }
    metrics.memoryOperation({ operation: 'index', outcome: 'ok' });
  };
};
