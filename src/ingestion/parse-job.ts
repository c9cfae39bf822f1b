import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope } from '../shared/scope.js';
import { IngestionJob } from '../platform/queue/job-queue.js';

export type ParsedJob = { scope: SystemScope; job: IngestionJob };

/**
 * The only door through which a job's claim becomes a scope; everything the work then reads is checked by row security.
 * Null for anything but a job of our schema: another version of the worker may know it.
 */
export const parseJob = (payload: unknown): ParsedJob | null => {
  const { success, data } = IngestionJob.safeParse(payload);
  return success ? { scope: makeSystemScope(data.tenantId), job: data } : null;
};
