import { z } from 'zod';
import { SubjectKind } from '../platform/queue/job-queue.js';
import type { ErrorCode } from '../shared/errors.js';
import { TaskId, TenantId } from '../shared/ids.js';

/** due → running (claimed by a worker, with a lease) → done | failed, or due again. */
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

/** A document that failed this often for reasons of its own has failed for good; a memory is retried forever. */
export const MAX_TRIES = 3;

/** A task whose worker was lost this often is probably killing it. */
export const MAX_LOST_LEASES = 25;

/**
 * `done` (with the fingerprint it was indexed under), `failed` (with the parsers that refused the file type), or due again after `delayMs`,
 * with or without counting a failure. If no failure caused that, the error code stays.
 */
export type TaskOutcome =
  | { state: 'done'; fingerprint: string; verifyAgainMs: number | null }
  | { state: 'failed'; errorCode: ErrorCode; refusedBy: string | null }
  | { state: 'due'; delayMs: number; countFailure: boolean; errorCode: ErrorCode | null }
  /** Due at once, but from now on only among the slow ones. */
  | { state: 'slow' };

export const ClaimedTask = IngestionTask.extend({
  leaseExpiresAt: z.date(),
  /**
   * The fingerprint that the subject was last indexed under; null before the first time. If it equals the current one, only verification
   * remains.
   */
  fingerprint: z.string().nullable(),
  /** The fingerprint of the answering data if the task was requested again; otherwise null. */
  fingerprintBefore: z.string().nullable(),
  /**
   * How often a worker died or stalled during this task. It does not count as a failure, but at MAX_LOST_LEASES the task ends as
   * `worker_lost`.
   */
  lostLeases: z.int(),
  /** Its file took too long for a first try. */
  isSlow: z.boolean(),
  /** There is no other tenant for whom slots would have to be reserved. */
  isOnlyTenant: z.boolean(),
});
export type ClaimedTask = z.infer<typeof ClaimedTask>;

/** A task that a worker may claim now, and how long it has been claimable. */
export const DueTask = IngestionTask.extend({ waitedMs: z.number() });
export type DueTask = z.infer<typeof DueTask>;

/** The worker's claim to a task: its writes are refused (false) once the task's epoch has moved on. */
export type Lease = { taskId: string; epoch: number };
