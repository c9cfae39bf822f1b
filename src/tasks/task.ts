import { z } from 'zod';
import { SubjectKind } from '../platform/queue/job-queue.js';
import type { ErrorCode } from '../shared/errors.js';
import { TaskId, TenantId } from '../shared/ids.js';

/** due → running (claimed by a worker, under a lease) → done | failed, or due again. */
export const IngestionTask = z.object({
  id: TaskId,
  tenantId: TenantId,
  subjectKind: SubjectKind,
  subjectId: z.uuid(),
  version: z.int(),
  action: z.enum(['index', 'purge']),
  epoch: z.int(),
  failures: z.int(),
});
export type IngestionTask = z.infer<typeof IngestionTask>;

/** A document that failed this often for reasons of its own is failed for good; a memory is tried for ever. */
export const MAX_TRIES = 3;

/** A task whose worker was lost this often is what kills it. */
export const MAX_LOST_LEASES = 25;

/**
 * `done` (with the fingerprint it was indexed under), `failed` (with the parsers that refused the kind of file), or due again, after
 * `delayMs` with or without counting a failure. One that is due again for no failure keeps the error code it had.
 */
export type TaskOutcome =
  | { state: 'done'; fingerprint: string; verifyAgainMs: number | null }
  | { state: 'failed'; errorCode: ErrorCode; refusedBy: string | null }
  | { state: 'due'; delayMs: number; countFailure: boolean; errorCode: ErrorCode | null }
  /** Due at once, but from now on only among slow ones. */
  | { state: 'slow' };

export const ClaimedTask = IngestionTask.extend({
  leaseExpiresAt: z.date(),
  /** The fingerprint that the subject was last indexed under; null before the first time. Equal to today's: only verification is left. */
  fingerprint: z.string().nullable(),
  /** The fingerprint that what answers was indexed under, where the task was asked for anew; null otherwise. */
  fingerprintBefore: z.string().nullable(),
  /**
   * The number of times that a worker died or stalled over this task: not a failure of the task, but at MAX_LOST_LEASES it ends as
   * `worker_lost`.
   */
  lostLeases: z.int(),
  /** Its file took too long for a first try. */
  isSlow: z.boolean(),
  /** No other tenant is there for whom something would have to be kept. */
  isOnlyTenant: z.boolean(),
});
export type ClaimedTask = z.infer<typeof ClaimedTask>;

/** A task that a worker may claim now, and the time for which it could have been claimed already. */
export const DueTask = IngestionTask.extend({ waitedMs: z.number() });
export type DueTask = z.infer<typeof DueTask>;

/** The worker's claim on a task: every write under it is refused (false) once the task's epoch has moved on. */
export type Lease = { taskId: string; epoch: number };
