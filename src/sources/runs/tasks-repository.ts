import { z } from 'zod';
import { inMs, sql } from '../../platform/database/sql.js';
import type { Statements } from '../../platform/database/transaction.js';
import { SourceId, TenantId } from '../../shared/ids.js';

/** A worker's claim to a source: it ends when another takes it, which only a lease that ran out allows. */
const Lease = z.object({ tenantId: TenantId, sourceId: SourceId, epoch: z.int() });
export type SourceLease = z.infer<typeof Lease>;

export type SourceTasks = ReturnType<typeof createSourceTasks>;

/** The sources to be looked at, of all tenants: ids and times. */
export const createSourceTasks = (client: Statements) => ({
  /** Gives due sources to this worker, the longest due first. A tenant has one of them under way at a time. */
  claim: async ({ limit, leaseMs }: { limit: number; leaseMs: number }): Promise<SourceLease[]> => {
    const rows = await client.$queryRaw<unknown[]>`
      WITH due AS (
        SELECT DISTINCT ON (t.tenant_id) t.tenant_id, t.source_id, coalesce(t.due_at, t.lease_expires_at) AS since FROM source_tasks t
        JOIN tenants ON tenants.id = t.tenant_id AND tenants.status = 'active'
        WHERE ${IS_DUE} AND NOT EXISTS (
          SELECT FROM source_tasks other WHERE other.tenant_id = t.tenant_id AND other.lease_expires_at > now())
        ORDER BY t.tenant_id, since
      ), chosen AS (
        SELECT t.tenant_id, t.source_id FROM source_tasks t JOIN due USING (tenant_id, source_id)
        ORDER BY due.since LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED
      )
      UPDATE source_tasks t SET epoch = t.epoch + 1, due_at = NULL, lease_expires_at = ${inMs(leaseMs)}
      FROM chosen WHERE t.tenant_id = chosen.tenant_id AND t.source_id = chosen.source_id AND ${IS_DUE}
      RETURNING t.tenant_id AS "tenantId", t.source_id AS "sourceId", t.epoch`;
    return Lease.array().parse(rows);
  },
  /** Tenants that have sources. */
  tenants: async (limit: number): Promise<TenantId[]> => {
    const rows = await client.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT tenant_id AS id FROM source_tasks ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id }) => TenantId.parse(id));
  },
  /** False where the lease was lost: stop working. */
  renew: async (lease: SourceLease, leaseMs: number): Promise<boolean> => {
    const count = await client.$executeRaw`
      UPDATE source_tasks SET lease_expires_at = ${inMs(leaseMs)} WHERE ${heldBy(lease)}`;
    return count === 1;
  },
  /** Gives it back, due after so long; null: when somebody asks. Whoever asked meanwhile does not wait for that. */
  release: async (lease: SourceLease, { dueInMs }: { dueInMs: number | null }): Promise<void> => {
    const dueAt = dueInMs === null ? sql`NULL` : inMs(dueInMs);
    await client.$executeRaw`
      UPDATE source_tasks SET lease_expires_at = NULL, due_at = coalesce(due_at, ${dueAt}) WHERE ${heldBy(lease)}`;
  },
});

const heldBy = ({ tenantId, sourceId, epoch }: SourceLease) =>
  sql`tenant_id = ${tenantId}::uuid AND source_id = ${sourceId}::uuid AND epoch = ${epoch} AND lease_expires_at IS NOT NULL`;

const IS_DUE = sql`((t.lease_expires_at IS NULL AND t.due_at <= now()) OR t.lease_expires_at <= now())`;
