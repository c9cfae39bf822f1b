import { IngestionTask, type TaskOutcome, type Lease } from './ingestion-task.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { inMs } from '../platform/database/clock.js';
import type { Transaction } from '../platform/database/transaction.js';

/** Over `ingestion_tasks` aliased `t`. */
export const TASK_COLUMNS = sql`t.id, t.tenant_id AS "tenantId", t.subject_kind AS "subjectKind",
  t.subject_id AS "subjectId", t.version, t.action, t.state, t.epoch, t.failures`;

/** As if it had never been tried. */
export const MADE_DUE = sql`state = 'due', due_at = now(), failures = 0, lost_leases = 0`;

export const toTasks = (rows: readonly unknown[]): IngestionTask[] =>
  IngestionTask.array().parse(rows);

/** The lease is checked by the same statement that writes. */
const whereHeld = ({ taskId, epoch }: Lease): Sql =>
  sql`id = ${taskId}::uuid AND epoch = ${epoch} AND state = 'running'`;

export const settleTask = async (
  client: Transaction,
  lease: Lease,
  outcome: TaskOutcome,
): Promise<boolean> => {
  const count = await client.$executeRaw`
    UPDATE ingestion_tasks SET lease_expires_at = NULL, ${toAssignments(outcome)} WHERE ${whereHeld(lease)}`;
  return count === 1;
};

export const removeTask = async (client: Transaction, lease: Lease): Promise<boolean> => {
  const count = await client.$executeRaw`DELETE FROM ingestion_tasks WHERE ${whereHeld(lease)}`;
  return count === 1;
};

const toAssignments = (outcome: TaskOutcome): Sql => {
  switch (outcome.state) {
    case 'done': {
      const dueAt = outcome.verifyAgainMs === null ? sql`NULL` : inMs(outcome.verifyAgainMs);
      return sql`state = 'done', fingerprint = ${outcome.fingerprint}, failures = 0, lost_leases = 0, due_at = ${dueAt}`;
    }
    case 'failed':
      return sql`state = 'failed', due_at = NULL`;
    case 'due': {
      const counted = outcome.countFailure ? 1 : 0;
      return sql`state = 'due', due_at = ${inMs(outcome.delayMs)}, failures = failures + ${counted}`;
    }
  }
};
