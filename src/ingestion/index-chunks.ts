import { linkSignals } from '../shared/async.js';
import type { ChunkPoint } from '../platform/vectors/vector-store.js';
import type { AppendPoints } from './append-points.js';
import { createPreparePoints, type PointSource, type PreparingDeps } from './prepare-points.js';
import type { TaskContext } from './run-task.js';

type Deps = PreparingDeps & { appendPoints: AppendPoints };

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
export const createIndexChunks =
  (deps: Deps) =>
  async (context: TaskContext, range: ChunkRange, batchDone: BatchDone): Promise<number> => {
    const { appendPoints, batchSize } = deps;
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
        shown += await appendPoints({ context, points, areNew: range.isNew });
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
