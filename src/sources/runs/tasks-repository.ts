import { z } from 'zod';
import { inMs, sql } from '../../platform/database/sql.js';
import type { Statements } from '../../platform/database/transaction.js';
import { SourceId, TenantId } from '../../shared/ids.js';

/** A worker's claim to a source. It ends when another worker takes the source, which is possible only after the lease has expired. */
const Lease = z.object({ tenantId: TenantId, sourceId: SourceId, epoch: z.int() });
export type SourceLease = z.infer<typeof Lease>;

export type SourceTasks = ReturnType<typeof createSourceTasks>;

/** The sources of all tenants that need work; contains only ids and times. */
export const createSourceTasks = (client: Statements) => ({
  /** Claims due sources for this worker, the longest overdue first. Only one source of a tenant is in progress at a time. */
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
  /** Lists tenants that have sources. */
  tenants: async (limit: number): Promise<TenantId[]> => {
    const rows = await client.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT tenant_id AS id FROM source_tasks ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id }) => TenantId.parse(id));
  },
  /** False if the lease was lost; the worker must then stop. */
  renew: async (lease: SourceLease, leaseMs: number): Promise<boolean> => {
    const count = await client.$executeRaw`
      UPDATE source_tasks SET lease_expires_at = ${inMs(leaseMs)} WHERE ${heldBy(lease)}`;
    return count === 1;
  },
  /**
   * Releases a source, which is due again after this time; null means when somebody asks for a run. If somebody has already asked, it is
   * due at once.
   */
  release: async (lease: SourceLease, { dueInMs }: { dueInMs: number | null }): Promise<void> => {
    const dueAt = dueInMs === null ? sql`NULL` : inMs(dueInMs);
    await client.$executeRaw`
      UPDATE source_tasks SET lease_expires_at = NULL, due_at = coalesce(due_at, ${dueAt}) WHERE ${heldBy(lease)}`;
  },
});

const heldBy = ({ tenantId, sourceId, epoch }: SourceLease) =>
  sql`tenant_id = ${tenantId}::uuid AND source_id = ${sourceId}::uuid AND epoch = ${epoch} AND lease_expires_at IS NOT NULL`;

const IS_DUE = sql`((t.lease_expires_at IS NULL AND t.due_at <= now()) OR t.lease_expires_at <= now())`;
