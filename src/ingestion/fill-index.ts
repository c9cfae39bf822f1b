import type { ChunkForIndexing } from '../documents/index.js';
import { analyze } from '../language/index.js';
import type { Embedder, Embeddings } from '../platform/models/model.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { ChunkPoint, VectorStore } from '../platform/vectors/vector-store.js';
import { linkSignals, mapInSlices } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import type { ChunkId, DocumentId, UserId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { EmbeddingUsage } from './embedding-usage.js';
import { toTurn, type TaskContext } from './run-task.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'writerFor'>;
  embedder: Embedder | null;
  batchSize: number;
  metrics: Pick<Metrics, 'ingestionRepair'>;
};

/** A chunk that was parsed a moment ago, as far as the index needs it. */
export type FreshChunk = { id: ChunkId; content: string; language: string; terms: string };

type IndexTarget = {
  documentId: DocumentId;
  version: number;
  chunkCount: number;
  ownerId: UserId;
  visibility: string;
  /** False when the index was complete once under this fingerprint: what is missing then was lost, from anywhere. */
  mayResume: boolean;
  /** True when the chunks were made a moment ago: nobody can have written their vectors yet. */
  isNew: boolean;
  /** The version that answers while this one is made; null when it is this one, or when there is none. */
  answering: number | null;
  /** The chunks themselves when they were made a moment ago; null: they are read from PostgreSQL. */
  fresh: readonly FreshChunk[] | null;
  /** No vector is written before the text is. */
  saved: Promise<void>;
  usage: Pick<EmbeddingUsage, 'add' | 'charge'>;
};

type BatchDone = (done: number) => void;

export type FillIndex = ReturnType<typeof createFillIndex>;

/** Makes the vectors of a version exactly its chunks, each once, and proves it by reading back or by counting; repairs once. */
export const createFillIndex =
  (deps: Deps) =>
  async (context: TaskContext, target: IndexTarget, batchDone: BatchDone): Promise<void> => {
    const { documentId, version, chunkCount, visibility, answering, isNew } = target;
    const writer = deps.vectors.writerFor(context.scope);
    // Every write asks for the lease when its turn comes.
    const turn = toTurn(context);
    const count = () => writer.countChunks({ documentId, version });
    const rebuild = async (): Promise<void> => {
      deps.metrics.ingestionRepair('vectors_rebuilt');
      const old = answering === null ? { documentId } : { documentId, version };
      await writer.deleteDocument(old, turn);
      await append(deps, context, { target, fromIndex: 0, areNew: false, batchDone });
    };
    const stored = isNew ? { rows: 0, distinct: 0 } : await count();
    const plan = planIndex(stored, { ...target, batchSize: deps.batchSize });
    let isVerified = plan.kind === 'complete';
    if (plan.kind === 'rebuild') await rebuild();
    if (plan.kind === 'append') {
      const { fromIndex } = plan;
      const shown = await append(deps, context, { target, fromIndex, areNew: isNew, batchDone });
      // New chunks that were all read back, each once: the store can hold no more of them.
      isVerified = isNew && shown === chunkCount;
    }
    if (!isVerified && !isComplete(await count(), chunkCount)) {
      await rebuild();
      if (!isComplete(await count(), chunkCount)) {
        const message = 'The index does not hold what was written.';
        throw new AppError('index_verification_failed', message);
      }
    }
    // Vectors of an earlier run, or of the version that answers, may carry the visibility of then.
    const isContinued = plan.kind === 'append' && plan.fromIndex > 0;
    if (answering !== null || plan.kind === 'complete' || isContinued) {
      await writer.setVisibility({ documentId, visibility }, turn);
    }
  };

type StoredCount = { rows: number; distinct: number };

type IndexPlan = { kind: 'complete' } | { kind: 'append'; fromIndex: number } | { kind: 'rebuild' };

/** Batches are written in order and acknowledged one by one, so a clean count says how many whole batches are there. */
export const planIndex = (
  { rows, distinct }: StoredCount,
  target: Pick<IndexTarget, 'chunkCount' | 'mayResume'> & { batchSize: number },
): IndexPlan => {
  const { chunkCount, mayResume, batchSize } = target;
  if (isComplete({ rows, distinct }, chunkCount)) return { kind: 'complete' };
  if (rows === 0) return { kind: 'append', fromIndex: 0 };
  const isClean = rows === distinct && rows < chunkCount;
  if (!isClean || !mayResume) return { kind: 'rebuild' };
  return { kind: 'append', fromIndex: Math.floor(rows / batchSize) * batchSize };
};

const isComplete = ({ rows, distinct }: StoredCount, chunkCount: number): boolean =>
  rows === chunkCount && distinct === chunkCount;

/** From an index on; `areNew`: none of these chunks was ever written. */
type Range = { target: IndexTarget; fromIndex: number; areNew: boolean; batchDone: BatchDone };

/**
 * Streams the chunks of a version into the vector store, in order and batch by batch, so that a count tells where to resume.
 * The next batch is analysed and embedded while this one is written. Resolves with how many of them the store showed.
 */
const append = async (deps: Deps, context: TaskContext, range: Range): Promise<number> => {
  const { target, fromIndex, areNew, batchDone } = range;
  const { batchSize } = deps;
  const writer = deps.vectors.writerFor(context.scope);
  const turn = { ...toTurn(context), areNew };
  const preparing = linkSignals([context.signal]);
  const { signal } = preparing;
  const prepareUnlessDone = (from: number): Promise<ChunkPoint[] | null> => {
    const isLeft = from < target.chunkCount;
    const prepared = isLeft
      ? preparePoints(deps, { ...context, signal }, { target, fromIndex: from })
      : Promise.resolve(null);
    // Awaited in its turn; until then a failure must not count as unhandled.
    prepared.catch(() => undefined);
    return prepared;
  };
  let shown = 0;
  let next = prepareUnlessDone(fromIndex);
  try {
    let points = await next;
    await target.saved;
    for (let from = fromIndex; points !== null; from += batchSize) {
      next = prepareUnlessDone(from + batchSize);
      shown += await writer.upsertChunks(points, turn);
      batchDone(Math.min(from + batchSize, target.chunkCount));
      points = await next;
    }
  } finally {
    preparing.abort();
    // No preparation goes on after the run has ended.
    await next.catch(() => undefined);
    preparing.unlink();
  }
  return shown;
};

type Batch = Pick<Range, 'target' | 'fromIndex'>;

/** The points of one batch: terms, vectors and for whom they are. */
const preparePoints = async (
  deps: Deps,
  context: TaskContext,
  { target, fromIndex }: Batch,
): Promise<ChunkPoint[]> => {
  const { documentId, version, fresh, usage } = target;
  const chunks =
    fresh === null
      ? await readChunks(deps, context, { target, fromIndex })
      : // Text that no version holds yet has no twin whose vector could be taken.
        fresh.slice(fromIndex, fromIndex + deps.batchSize).map((chunk) => ({
          ...chunk,
          ownerId: target.ownerId,
          visibility: target.visibility,
          terms: chunk.terms === '' ? [] : chunk.terms.split(' '),
          twinId: null,
        }));
  // Charges the batch before this one; whoever finishes the run charges the last.
  const paid = usage.charge();
  // Awaited in its turn; until then a failure must not count as unhandled.
  paid.catch(() => undefined);
  const { vectors, ...spent } = await embedChunks(deps, context, chunks);
  usage.add(spent);
  await paid;
  return chunks.map(({ id, ownerId, visibility, language, terms }, position) => {
    const vector = vectors[position] ?? null;
    return { id, documentId, version, ownerId, visibility, language, terms, vector };
  });
};

const readChunks = async (
  { database, embedder, batchSize: limit }: Deps,
  { scope }: TaskContext,
  { target, fromIndex }: Batch,
) => {
  // Without an embedder there is no vector to take from a twin.
  const twinsIn = embedder === null ? null : target.answering;
  const chunks = await database.withScope(scope, (tx) =>
    tx.chunks.listForIndexing(target, { fromIndex, limit, twinsIn }),
  );
  return mapInSlices(chunks, (chunk) => {
    const terms = analyze(chunk.content, { languages: [chunk.language] });
    return { ...chunk, terms };
  });
};

/** One vector per chunk, or none without an embedder; what calling it cost. */
type EmbeddedChunks = Omit<Embeddings, 'vectors'> & { vectors: (Float32Array | null)[] };

/** Passages that the answering version holds word for word bring their vectors along; the others are embedded. */
const embedChunks = async (
  { embedder, vectors }: Deps,
  { scope, signal }: TaskContext,
  chunks: readonly Pick<ChunkForIndexing, 'content' | 'twinId'>[],
): Promise<EmbeddedChunks> => {
  const unembedded = { vectors: chunks.map(() => null), promptTokens: 0, costUsd: 0 };
  if (embedder === null) return unembedded;
  const twins = chunks.map(({ twinId }) => twinId).filter((id) => id !== null);
  const known = twins.length === 0 ? null : await vectors.writerFor(scope).readVectors(twins);
  const kept = chunks.map(({ twinId }) => (twinId === null ? null : (known?.get(twinId) ?? null)));
  const texts = chunks.filter((_, position) => kept[position] === null).map((c) => c.content);
  if (texts.length === 0) return { ...unembedded, vectors: kept };
  const embedded = await embedder.embed(texts, { signal, priority: 'background' });
  const next = embedded.vectors.values();
  return { ...embedded, vectors: kept.map((vector) => vector ?? next.next().value ?? null) };
};
