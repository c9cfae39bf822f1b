import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { JobConsumer, JobQueue } from '../platform/queue/job-queue.js';
import type { Embedder } from '../platform/models/model.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracer,
} from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import type { ParserPool } from '../parsing/index.js';
import { createDropReplaced, createPurgeSubject } from './purge.js';
import { createFillIndex } from './fill-index.js';
import { createHandleJob, type JobWork, type TaskContext } from './run-task.js';
import { createIngestDocument, createParseVersion } from './ingest-document.js';
import { createIngestMemory } from './ingest-memory.js';
import { createTaskLoop, type TaskLoop } from './task-loop.js';
import { createBackoff } from './after-failure.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  files: FileStore;
  vectors: VectorStore;
  embedder: Embedder | null;
  parsers: Pick<ParserPool, 'parse'>;
  queue: Pick<JobQueue, 'add' | 'waitingIds' | 'consume'>;
  /** Canonical; see toCanonicalFingerprint. */
  fingerprint: string;
  metrics: Metrics;
  tracer?: Tracer;
  logger: Logger;
  /** Documents this worker parses at once; as many again may be on their way into the index. */
  slots: number;
  timing?: Partial<IngestionTiming>;
};

export type IngestionTiming = {
  loopIntervalMs: number;
  /** After so long a due task that no worker has claimed gets another job. */
  renameAfterMs: number;
  /** How long a dead worker's task stands still. */
  runningLeaseMs: number;
  verifyAgainMs: number;
  retryBaseMs: number;
  /** First wait in an outage; doubles up to 32 times it. */
  backoffBaseMs: number;
  /** How long running jobs may finish after SIGTERM before they are handed back. */
  graceMs: number;
};

const INGESTION_TIMING: IngestionTiming = {
  loopIntervalMs: 1000,
  renameAfterMs: 15_000,
  runningLeaseMs: 10_000,
  verifyAgainMs: 600_000,
  retryBaseMs: 2000,
  backoffBaseMs: 1000,
  graceMs: 10_000,
};

/** While a slot parses, another document of it is embedded and written. All that is queued is under way, so nobody waits longer. */
const DOCUMENTS_PER_SLOT = 2;

type IngestionWorker = { running(): boolean; close(): Promise<void> };

export type Ingestion = {
  loop: TaskLoop;
  /** Consumes until closed; then running jobs finish, or are handed back without counting as failed. */
  startWorker(): Promise<IngestionWorker>;
};

/** The whole of ingestion: the loop that queues what is due, and the worker that does it. */
export const createIngestion = (deps: Deps): Ingestion => {
  const timing = { ...INGESTION_TIMING, ...deps.timing };
  const { tasks } = deps.database.platform;
  const loop = createTaskLoop({
    ...deps,
    tasks,
    intervalMs: timing.loopIntervalMs,
    renameAfterMs: timing.renameAfterMs,
  });
  const handleJob = createHandleJob({
    ...deps,
    tasks,
    work: createWork(deps, timing),
    backoff: createBackoff(timing.backoffBaseMs),
    leaseMs: timing.runningLeaseMs,
    retryBaseMs: timing.retryBaseMs,
    onSettled: () => loop.refill(),
    now: () => new Date(),
  });
  return {
    loop,
    startWorker: async () => {
      const consumer: JobConsumer = await deps.queue.consume({
        concurrency: DOCUMENTS_PER_SLOT * deps.slots,
        handle: handleJob,
      });
      return {
        running: () => consumer.running(),
        close: () => consumer.close({ graceMs: timing.graceMs }),
      };
    },
  };
};

/** Chunks that are read, embedded and written at once. */
const BATCH_SIZE = 64;

const createWork = (deps: Deps, timing: IngestionTiming): JobWork => {
  const { tracer = NO_TRACING } = deps;
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
        parseVersion: inSpan('parse', createParseVersion(deps)),
        fillIndex: inSpan('index', createFillIndex({ ...deps, batchSize: BATCH_SIZE })),
        dropReplaced: createDropReplaced(deps),
        verifyAgainMs: timing.verifyAgainMs,
        now: () => new Date(),
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
