import { z } from 'zod';
import { TaskId, TenantId } from '../shared/ids.js';

/** What has its vectors written by the worker. */
export const SubjectKind = z.enum(['document', 'memory']);
export type SubjectKind = z.infer<typeof SubjectKind>;

export const TaskAction = z.enum(['index', 'purge']);
export type TaskAction = z.infer<typeof TaskAction>;

/** due → queued (in BullMQ) → running (leased by a worker) → done | failed. */
const TaskState = z.enum(['due', 'queued', 'running', 'done', 'failed']);

export const IngestionTask = z.object({
  id: TaskId,
  tenantId: TenantId,
  subjectKind: SubjectKind,
  subjectId: z.uuid(),
  version: z.int(),
  action: TaskAction,
  state: TaskState,
  epoch: z.int(),
  failures: z.int(),
});
export type IngestionTask = z.infer<typeof IngestionTask>;

/** Job payload: ids only; everything else is reloaded under row security and compared. */
export const IngestionJob = z.strictObject({
  schema: z.literal(1),
  tenantId: TenantId,
  taskId: TaskId,
  subjectKind: SubjectKind,
  subjectId: z.uuid(),
  version: z.int(),
});
export type IngestionJob = z.infer<typeof IngestionJob>;

/** A document that failed this often for reasons of its own is failed for good; a memory is tried for ever. */
export const MAX_TRIES = 3;

/** A task whose worker was lost this often is what kills it. */
export const MAX_LOST_LEASES = 25;
