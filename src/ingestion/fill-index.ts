import { linkSignals } from '../shared/async.js';
import type { DocumentId } from '../shared/ids.js';
import { AppError } from '../shared/errors.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { EmbeddingUsage } from './embedding-usage.js';
import { toTurn, type TaskContext } from './run-task.js';
import type { ChunkPoint } from '../platform/vectors/vector-store.js';
import {
  createPreparePoints,
  type FreshChunks,
  type PointSource,
  type PreparingDeps,
} from './prepare-points.js';

export type StoredCount = { rows: number; distinct: number };

export type IndexTarget = {
  documentId: DocumentId;
  version: number;
  chunkCount: number;
  visibility: string;
  /** False when the index was complete once under this fingerprint: what is missing then was lost, from anywhere. */
  mayResume: boolean;
  /** True when the chunks were made a moment ago: nobody can have written their vectors yet. */
  isNew: boolean;
  /** The version that answers while this one is made; null when it is this one, or when there is none. */
  answering: number | null;
  /** The chunks themselves when they were made a moment ago; null: they are read. */
  fresh: FreshChunks | null;
  /** No vector is written before the text is. */
  saved: Promise<void>;
  usage: Pick<EmbeddingUsage, 'add' | 'charge'>;
};

export type IndexPlan =
  { kind: 'complete' } | { kind: 'append'; fromIndex: number } | { kind: 'rebuild' };

type Deps = PreparingDeps & {
  metrics: Pick<Metrics, 'ingestionRepair'>;
};

export type FillIndex = ReturnType<typeof createFillIndex>;

/** Batches are written in order and acknowledged one by one, so a clean count says how many whole batches are there. */
export const planIndex = (
  { rows, distinct }: StoredCount,
  {
    chunkCount,
    mayResume,
    batchSize,
  }: { chunkCount: number; mayResume: boolean; batchSize: number },
): IndexPlan => {
  if (isComplete({ rows, distinct }, chunkCount)) return { kind: 'complete' };
  if (rows === 0) return { kind: 'append', fromIndex: 0 };
  const isClean = rows === distinct && rows < chunkCount;
  if (!isClean || !mayResume) return { kind: 'rebuild' };
  return { kind: 'append', fromIndex: Math.floor(rows / batchSize) * batchSize };
};

const isComplete = ({ rows, distinct }: StoredCount, chunkCount: number): boolean =>
  rows === chunkCount && distinct === chunkCount;

/** Makes the vectors of a version exactly its chunks, each once, and proves it by reading back or by counting; repairs once. */
export const createFillIndex =
  (deps: Deps) =>
  async (context: TaskContext, target: IndexTarget, batchDone: BatchDone): Promise<void> => {
    const { chunkCount } = target;
    const index = createIndexOf(deps, context, target);
    const rebuild = async (): Promise<void> => {
      deps.metrics.ingestionRepair('vectors_rebuilt');
      await index.clear();
      await index.append({ fromIndex: 0, isNew: false }, batchDone);
    };
    const stored = target.isNew ? { rows: 0, distinct: 0 } : await index.count();
    const plan = planIndex(stored, { ...target, batchSize: deps.batchSize });
    let isVerified = plan.kind === 'complete';
    if (plan.kind === 'rebuild') await rebuild();
    if (plan.kind === 'append') {
      const { fromIndex } = plan;
      const shown = await index.append({ fromIndex, isNew: target.isNew }, batchDone);
      // New ones that were all shown, each once: more of them there cannot be.
      isVerified = target.isNew && shown === chunkCount;
    }
    if (!isVerified && !isComplete(await index.count(), chunkCount)) {
      await rebuild();
      if (!isComplete(await index.count(), chunkCount)) {
        throw new AppError(
          'index_verification_failed',
          'The index does not hold what was written.',
        );
      }
    }
    // Vectors of an earlier run, or of the version that answers, may carry the visibility of then.
    const isFromBefore =
      target.answering !== null ||
      plan.kind === 'complete' ||
      (plan.kind === 'append' && plan.fromIndex > 0);
    if (isFromBefore) await index.setVisibility();
  };

/** One target's vectors; every write asks for the lease when its turn comes. */
const createIndexOf = (deps: Deps, context: TaskContext, target: IndexTarget) => {
  const { documentId, version, chunkCount, visibility, answering } = target;
  const writer = deps.vectors.writerFor(context.scope);
  const indexChunks = createIndexChunks(deps);
  const turn = toTurn(context);
  return {
    count: () => writer.countChunks({ documentId, version }),
    append: ({ fromIndex, isNew }: { fromIndex: number; isNew: boolean }, batchDone: BatchDone) =>
      indexChunks(context, { ...target, fromIndex, isNew, total: chunkCount }, batchDone),
    clear: () =>
      writer.deleteDocument(answering === null ? { documentId } : { documentId, version }, turn),
    setVisibility: () => writer.setVisibility({ documentId, visibility }, turn),
  };
};

type ChunkRange = PointSource & {
  fromIndex: number;
  total: number;
  /** None of these chunks was ever written. */
  isNew: boolean;
  /** No vector is written before the text is. */
  saved: Promise<void>;
};

export type BatchDone = (done: number) => void;

/**
 * Streams the chunks of a version into the vector store, in order and batch by batch, so that a count tells where to resume.
 * The next batch is analysed and embedded while this one is written. Resolves with how many of them the store showed.
 */
const createIndexChunks =
  (deps: PreparingDeps) =>
  async (context: TaskContext, range: ChunkRange, batchDone: BatchDone): Promise<number> => {
    const { batchSize } = deps;
    const writer = deps.vectors.writerFor(context.scope);
    const turn = { ...toTurn(context), areNew: range.isNew };
    const preparing = linkSignals([context.signal]);
    const prepare = createPreparePoints(deps, { ...context, signal: preparing.signal });
    const prepareUnlessDone = (fromIndex: number): Promise<ChunkPoint[] | null> => {
      const prepared = fromIndex < range.total ? prepare(range, fromIndex) : Promise.resolve(null);
      // Awaited in its turn; until then a failure must not count as unhandled.
      prepared.catch(() => undefined);
      return prepared;
    };
    let shown = 0;
    let next = prepareUnlessDone(range.fromIndex);
    try {
      let points = await next;
      await range.saved;
      for (let from = range.fromIndex; points !== null; from += batchSize) {
        next = prepareUnlessDone(from + batchSize);
        shown += await writer.upsertChunks(points, turn);
        batchDone(Math.min(from + batchSize, range.total));
        points = await next;
      }
    } finally {
      preparing.abort();
      // Nothing of a run goes on behind it.
      await next.catch(() => undefined);
      preparing.unlink();
    }
    return shown;
  };
