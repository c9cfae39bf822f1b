import { newId, TaskId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import type { TaskScheduler } from './platform-port.js';
import { removeTask, settleTask } from './task-sql.js';
import type { Transaction } from '../platform/database/transaction.js';

export const createTaskScheduler = (tx: Transaction, { tenantId }: Scope): TaskScheduler => ({
  schedule: async ({ subjectKind, subjectId, version, action }) => {
    await tx.$executeRaw`
      INSERT INTO ingestion_tasks (id, tenant_id, subject_kind, subject_id, version, action, due_at)
      VALUES (${newId(TaskId)}::uuid, ${tenantId}::uuid, ${subjectKind}, ${subjectId}::uuid, ${version}, ${action}, now())
      ON CONFLICT (tenant_id, subject_kind, subject_id) DO UPDATE SET
        version = excluded.version, action = excluded.action, state = 'due', epoch = ingestion_tasks.epoch + 1,
        failures = 0, lost_leases = 0, due_at = now(), lease_expires_at = NULL, fingerprint = NULL`;
  },
  settle: (lease, outcome) => settleTask(tx, lease, outcome),
  remove: (lease) => removeTask(tx, lease),
});
