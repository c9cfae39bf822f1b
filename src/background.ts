import type { Config } from '../config/index.js';
import type { Closers } from './closers.js';
import type { Database } from './repositories.js';
import type { FileStore } from './platform/files/file-store.js';
import type { JobQueue } from './platform/queue/job-queue.js';
import type { ChatModel, Embedder } from './platform/models/model.js';
import type { Logger, Metrics, Tracer } from './platform/telemetry/telemetry.js';
import type { VectorStore } from './platform/vectors/vector-store.js';
import { createIngestion, type IngestionTiming } from './ingestion/index.js';
import { createMaintenance } from './maintenance/index.js';
import { createParserPool } from './parsing/index.js';

export type WrappableParts = {
  database: Database;
  files: FileStore;
  vectors: VectorStore;
  queue: JobQueue;
};

export type MaintenanceTiming = {
  intervalMs: number;
  orphanAgeMs: number;
  reconcileIntervalMs?: number;
};

export type BackgroundParts = WrappableParts & {
  chat: ChatModel | null;
  embedder: Embedder | null;
  metrics: Metrics;
  tracer: Tracer;
  logger: Logger;
  /** Canonical. */
  fingerprint: string;
  ingestionTiming: Partial<IngestionTiming> | undefined;
  maintenanceTiming: MaintenanceTiming | undefined;
  closers: Closers;
  now: () => Date;
};

const MAINTENANCE_INTERVAL_MS = 60_000;

/** What goes on without being asked: ingestion and maintenance. */
export const createBackground = (config: Config, parts: BackgroundParts) => {
  const { concurrency, parserTimeoutMs, parserMemoryMb, chunkTokens } = config.ingestion;
  const parsers = createParserPool({
    size: concurrency,
    timeoutMs: parserTimeoutMs,
    maxMemoryMb: parserMemoryMb,
    chunkTokens,
  });
  parts.closers.add(() => parsers.close());
  const { ingestionTiming } = parts;
  const ingestion = createIngestion({
    ...parts,
    parsers,
    slots: concurrency,
    ...(ingestionTiming && { timing: ingestionTiming }),
  });
  const maintenance = createMaintenance({
    ...parts,
    sessionTimeoutMs: config.workflow.sessionTimeoutMs,
    abandonedAfterMs: config.workflow.requestTimeoutMs * 2,
    intervalMs: MAINTENANCE_INTERVAL_MS,
    ...parts.maintenanceTiming,
  });
  return {
    wakeUp: () => {
      ingestion.loop.wakeUp();
    },
    startWorker: async () => {
      await maintenance.requeueChanged();
      const worker = await ingestion.startWorker();
      ingestion.loop.start();
      maintenance.start();
      parts.closers.add(async () => {
        await maintenance.stop();
        await ingestion.loop.stop();
        await worker.close();
      });
      return { running: () => worker.running() };
    },
  };
};
