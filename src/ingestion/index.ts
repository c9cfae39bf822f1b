import { setTimeout as delay } from 'node:timers/promises';
import type { ParserPool } from '../parsing/index.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { Embedder } from '../platform/models/model.js';
import type { JobQueue } from '../platform/queue/job-queue.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracer,
} from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { createBackoff } from './after-failure.js';
import type { Database } from './database.js';
import { createFillIndex } from './fill-index.js';
import { createIngestDocument, createParseVersion, type Clock } from './ingest-document.js';
import { createIngestMemory } from './ingest-memory.js';
import { createDropReplaced, createPurgeSubject } from './purge.js';
import { createParseWithPictures, type Ocr, type OcrMissing } from './read-pictures.js';
import { createHandleJob, type JobWork, type TaskContext } from './run-task.js';
import { createTaskLoop, maxInFlight, shareOf, type IngestionSlots } from './task-loop.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'mayDeleteFiles' | 'platform'>;
  files: FileStore;
  vectors: VectorStore;
  embedder: Embedder | null;
  parsers: Pick<ParserPool, 'parse'>;
  /** Reads pages from their pictures; null: they are not read. */
  ocr?: Ocr | OcrMissing | null;
  queue: Pick<JobQueue, 'add' | 'waitingIds' | 'consume'>;
  /** Canonical; see toCanonicalFingerprint. */
  fingerprint: string;
  metrics: Metrics;
  tracer?: Tracer;
  logger: Logger;
  slots: IngestionSlots;
  /** How many replaced versions of a document can be restored. */
  keptVersions: number;
  timing?: Partial<IngestionTiming>;
  clock?: Clock;
};

const CLOCK: Clock = {
  nowMs: () => performance.now(),
  pause: (ms, signal) => delay(ms, undefined, { signal }),
};

const INGESTION_TIMING = {
  loopIntervalMs: 1000,
  /** A due task that no worker has claimed for this long gets another job. */
  renameAfterMs: 15_000,
  /** The length of a lease: a dead worker's task is given to no other for this long. */
  runningLeaseMs: 10_000,
  verifyAgainMs: 600_000,
  retryBaseMs: 2000,
  /** First wait in an outage; doubles up to 32 times this. */
  backoffBaseMs: 1000,
  /** How long running jobs may continue after SIGTERM before they are handed back. */
  graceMs: 10_000,
};
export type IngestionTiming = typeof INGESTION_TIMING;

export type Ingestion = ReturnType<typeof createIngestion>;

/** All of ingestion: the loop that queues due tasks, and the worker that processes them. */
export const createIngestion = (deps: Deps) => {
  const timing = { ...INGESTION_TIMING, ...deps.timing };
  const { loopIntervalMs: intervalMs, renameAfterMs, graceMs } = timing;
  const { tasks } = deps.database.platform;
  const loop = createTaskLoop({ ...deps, tasks, intervalMs, renameAfterMs });
  const handle = createHandleJob({
    ...deps,
    tasks,
    work: createWork(deps, timing),
    backoff: createBackoff(timing.backoffBaseMs),
    leaseMs: timing.runningLeaseMs,
    share: shareOf(deps.slots),
    retryBaseMs: timing.retryBaseMs,
    onSettled: () => loop.refill(),
    now: () => new Date(),
  });
  return {
    loop,
    /** Consumes until closed; then running jobs finish, or are handed back without counting as failed. */
    startWorker: async () => {
      const concurrency = maxInFlight(deps.slots);
      const consumer = await deps.queue.consume({ concurrency, handle });
      const { running, jobs } = consumer;
      return { running, jobs, close: () => consumer.close({ graceMs }) };
    },
  };
};

/** Chunks that are read, embedded and written together. */
const BATCH_SIZE = 64;

const createWork = (deps: Deps, timing: IngestionTiming): JobWork => {
  const { tracer = NO_TRACING, clock = CLOCK } = deps;
  const inSpan =
    <Rest extends unknown[], Result>(
      name: string,
      work: (context: TaskContext, ...rest: Rest) => Promise<Result>,
    ) =>
    (context: TaskContext, ...rest: Rest): Promise<Result> =>
      tracer.inSpan({ name: `ingest ${name}`, attributes: toAttributes(context) }, () =>
        work(context, ...rest),
      );
  return {
    ingestDocument: inSpan(
      'document',
      createIngestDocument({
        ...deps,
        parseVersion: inSpan(
          'parse',
          createParseVersion({
            ...deps,
            parseWithPictures: createParseWithPictures({ ...deps, ocr: deps.ocr ?? null }),
          }),
        ),
        fillIndex: inSpan('index', createFillIndex({ ...deps, batchSize: BATCH_SIZE })),
        dropReplaced: createDropReplaced(deps),
        verifyAgainMs: timing.verifyAgainMs,
        now: () => new Date(),
        clock,
      }),
    ),
    ingestMemory: inSpan('memory', createIngestMemory({ ...deps, ...timing })),
    purgeSubject: inSpan('purge', createPurgeSubject(deps)),
  };
};

const toAttributes = ({ task }: TaskContext) => ({
  [task.subjectKind === 'document' ? 'kr.document.id' : 'kr.subject.id']: task.subjectId,
  'kr.document.version': task.version,
});
