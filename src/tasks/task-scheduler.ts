import { newId, TaskId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { removeTask, settleTask } from './task-sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { SubjectKind } from '../platform/queue/job-queue.js';
import type { TaskAction, TaskOutcome } from './ingestion-task.js';

/** Inside a scoped transaction, so that a row and its task are one commit. */
export const createTaskScheduler = (tx: Transaction, { tenantId }: Scope) => ({
  /** One task per subject: scheduling again raises the epoch, so work of the old one is refused. */
  schedule: async ({
    subjectKind,
    subjectId,
    version,
    action,
  }: {
    subjectKind: SubjectKind;
    subjectId: string;
    version: number;
    action: TaskAction;
  }): Promise<void> => {
    await tx.$executeRaw`
      INSERT INTO ingestion_tasks (id, tenant_id, subject_kind, subject_id, version, action, due_at)
      VALUES (${newId(TaskId)}::uuid, ${tenantId}::uuid, ${subjectKind}, ${subjectId}::uuid, ${version}, ${action}, now())
      ON CONFLICT (tenant_id, subject_kind, subject_id) DO UPDATE SET
        version = excluded.version, action = excluded.action, state = 'due', epoch = ingestion_tasks.epoch + 1,
        failures = 0, lost_leases = 0, due_at = now(), lease_expires_at = NULL, fingerprint = NULL`;
  },
  /** As in TaskRepository, in the same commit as the subject's own end state. */
  settle: (lease: { taskId: string; epoch: number }, outcome: TaskOutcome): Promise<boolean> =>
    settleTask(tx, lease, outcome),
  remove: (lease: { taskId: string; epoch: number }): Promise<boolean> => removeTask(tx, lease),
});

export type TaskScheduler = ReturnType<typeof createTaskScheduler>;
