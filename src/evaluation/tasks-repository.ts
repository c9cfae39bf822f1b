import { z } from 'zod';
import { inMs, sql } from '../platform/database/sql.js';
import type { Statements } from '../platform/database/transaction.js';
import { EvaluationRunId, TenantId } from '../shared/ids.js';

/** A worker's claim to a run. It ends when another worker takes the run, which is possible only after the lease has expired. */
const Lease = z.object({ tenantId: TenantId, runId: EvaluationRunId, epoch: z.int() });
export type EvaluationLease = z.infer<typeof Lease>;

export type EvaluationTasks = ReturnType<typeof createEvaluationTasks>;

/** The runs of all tenants that need work; contains only ids and times. */
export const createEvaluationTasks = (client: Statements) => ({
  /** Claims due runs for this worker, the longest overdue first. Only one run of a tenant is in progress at a time. */
  claim: async ({ limit, leaseMs }: { limit: number; leaseMs: number }) => {
    const rows = await client.$queryRaw<unknown[]>`
      WITH due AS (
        SELECT DISTINCT ON (t.tenant_id) t.tenant_id, t.run_id, coalesce(t.due_at, t.lease_expires_at) AS since FROM evaluation_tasks t
        JOIN tenants ON tenants.id = t.tenant_id AND tenants.status = 'active'
        WHERE ${IS_DUE} AND NOT EXISTS (
          SELECT FROM evaluation_tasks other WHERE other.tenant_id = t.tenant_id AND other.lease_expires_at > now())
        ORDER BY t.tenant_id, since
      ), chosen AS (
        SELECT t.tenant_id, t.run_id FROM evaluation_tasks t JOIN due USING (tenant_id, run_id)
        ORDER BY due.since LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED
      )
      UPDATE evaluation_tasks t SET epoch = t.epoch + 1, due_at = NULL, lease_expires_at = ${inMs(leaseMs)}
      FROM chosen WHERE t.tenant_id = chosen.tenant_id AND t.run_id = chosen.run_id AND ${IS_DUE}
      RETURNING t.tenant_id AS "tenantId", t.run_id AS "runId", t.epoch`;
    return Lease.array().parse(rows);
  },
  /** False if the lease was lost; the worker must then stop. */
  renew: async (lease: EvaluationLease, leaseMs: number): Promise<boolean> => {
    const count = await client.$executeRaw`
      UPDATE evaluation_tasks SET lease_expires_at = ${inMs(leaseMs)} WHERE ${heldBy(lease)}`;
    return count === 1;
  },
  /** Releases a run, which is due again after this time; null means never. */
  release: async (
    lease: EvaluationLease,
    { dueInMs }: { dueInMs: number | null },
  ): Promise<void> => {
    const dueAt = dueInMs === null ? sql`NULL` : inMs(dueInMs);
    await client.$executeRaw`
      UPDATE evaluation_tasks SET lease_expires_at = NULL, due_at = ${dueAt} WHERE ${heldBy(lease)}`;
  },
});

const heldBy = ({ tenantId, runId, epoch }: EvaluationLease) =>
  sql`tenant_id = ${tenantId}::uuid AND run_id = ${runId}::uuid AND epoch = ${epoch} AND lease_expires_at IS NOT NULL`;

const IS_DUE = sql`((t.lease_expires_at IS NULL AND t.due_at <= now()) OR t.lease_expires_at <= now())`;
