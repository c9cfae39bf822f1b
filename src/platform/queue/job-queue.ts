import { z } from 'zod';
import { TaskId, TenantId } from '../../shared/ids.js';

/** Of two jobs with the same id, the queue keeps the first until it has ended. An id must not contain a colon. */
export type QueuedJob<Payload extends object = IngestionJob> = { id: string; payload: Payload };

/** Only wakes workers up: a job may be lost or delivered twice, and PostgreSQL decides what is due. */
export type JobQueue<Payload extends object = IngestionJob> = {
  /** Rejects with `queue_unavailable` within two seconds when the backend is down; never hangs. */
  add(jobs: readonly QueuedJob<Payload>[]): Promise<void>;
  /** The ids of jobs that no worker has taken yet. */
  waitingIds(): Promise<string[]>;
  counts(): Promise<{ waiting: number; active: number }>;
  consume(options: {
    concurrency: number;
    handle: (payload: unknown, signal: AbortSignal) => Promise<void>;
  }): Promise<JobConsumer>;
  check(): Promise<void>;
  close(): Promise<void>;
};

/** `close` waits for running handlers up to `graceMs`, then aborts their signals. */
export type JobConsumer = {
  readonly running: () => boolean;
  /** The number of jobs under way. */
  readonly jobs: () => number;
  close(options: { graceMs: number }): Promise<void>;
};

/** The kinds of subjects whose vectors the worker writes. */
export const SubjectKind = z.enum(['document', 'memory']);

export type SubjectKind = z.infer<typeof SubjectKind>;

/** Job payload: ids only; everything else is reloaded under row security and checked. */
export const IngestionJob = z.strictObject({
  schema: z.literal(1),
  tenantId: TenantId,
  taskId: TaskId,
  subjectKind: SubjectKind,
  subjectId: z.uuid(),
  version: z.int(),
});

export type IngestionJob = z.infer<typeof IngestionJob>;
