import type { DocumentId } from '../../domain/ids.js';
import type { Database } from '../../ports/database/index.js';
import type { Embedder } from '../../ports/models.js';
import type { ChunkPoint, VectorStore } from '../../ports/vector-store.js';
import { analyzeInSlices } from './analyze-in-slices.js';
import { createChargeEmbeddings } from './charge-embeddings.js';
import { createEmbedChunks } from './embed-chunks.js';
import type { TaskContext } from './task-lease.js';
import type { VectorLock } from './vector-lock.js';

export type IndexingDeps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'writerFor'>;
  embedder: Embedder | null;
  vectorLock: VectorLock;
  batchSize: number;
};

export type ChunkRange = {
  documentId: DocumentId;
  version: number;
  fromIndex: number;
  total: number;
  /** None of these chunks was ever written. */
  isNew: boolean;
  /** The version that answers until this one does. */
  answering: number | null;
};

export type BatchDone = (done: number) => Promise<void>;

type Prepare = (fromIndex: number) => Promise<ChunkPoint[]>;

const createPrepare = (deps: IndexingDeps, { scope, signal }: TaskContext) => {
  const { database, batchSize } = deps;
  const embedChunks = createEmbedChunks(deps);
  const charge = createChargeEmbeddings(deps);
  return ({ documentId, version, answering }: ChunkRange): Prepare =>
    async (fromIndex) => {
      const range = { fromIndex, limit: batchSize, twinsIn: answering };
      const chunks = await database.withScope(scope, (tx) =>
        tx.chunks.listForIndexing({ documentId, version }, range),
      );
      const [terms, { vectors, ...spent }] = await Promise.all([
        analyzeInSlices(chunks),
        embedChunks({ scope, chunks, signal }),
      ]);
      const [first] = chunks;
      if (first) await charge(scope, first.ownerId, spent);
      return chunks.map(({ id, ownerId, visibility, language }, position) => ({
        id,
        documentId,
        version,
        ownerId,
        visibility,
        language,
        terms: terms[position] ?? [],
        vector: vectors[position] ?? null,
      }));
    };
};

/**
 * Streams the chunks of a version from PostgreSQL into the vector store, in order and batch by batch, so that a count tells
 * where to resume. The next batch is analysed and embedded while this one is written.
 */
export const createIndexChunks =
  (deps: IndexingDeps) =>
  async (context: TaskContext, range: ChunkRange, batchDone: BatchDone): Promise<void> => {
    const { vectorLock, batchSize, vectors } = deps;
    const writer = vectors.writerFor(context.scope);
    const prepare = createPrepare(deps, context)(range);
    const prepareUnlessDone = (fromIndex: number): Promise<ChunkPoint[]> => {
      const prepared = fromIndex < range.total ? prepare(fromIndex) : Promise.resolve([]);
      // Awaited in its turn; until then a failure must not count as unhandled.
      prepared.catch(() => undefined);
      return prepared;
    };
    let prepared = prepareUnlessDone(range.fromIndex);
    for (let from = range.fromIndex; from < range.total; from += batchSize) {
      const points = await prepared;
      context.signal.throwIfAborted();
      prepared = prepareUnlessDone(from + batchSize);
      await vectorLock(context.scope.tenantId, context.signal, async () => {
        await context.requireLease();
        await writer.upsertChunks(points, { areNew: range.isNew });
      });
      await batchDone(Math.min(from + batchSize, range.total));
    }
    await prepared;
  };
