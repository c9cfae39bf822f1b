import { z } from 'zod';
import { inMs, NOW, sql, type Sql } from '../platform/database/sql.js';
import type { Statements, Transaction } from '../platform/database/transaction.js';
import { DeliveryId, TenantId, type WebhookId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import type { AttemptOutcome } from './after-attempt.js';
import { ownerColumns } from './owner.js';
import { Outgoing, type OffReason } from './schema.js';

/** A worker's claim to a delivery: its writes are refused once the epoch has moved on. */
export type DeliveryLease = { deliveryId: DeliveryId; epoch: number };

/** Withheld: its owner may not read the document. */
export type Settlement =
  | AttemptOutcome
  | { kind: 'withheld' }
  /** Nothing was sent, because the endpoint is off or has to be switched off. */
  | { kind: 'off'; reason: OffReason; statusCode: null; error: 'endpoint_off' };

/** The delivery work, in the tenant's background scope. */
export const createDeliveryWork = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  return {
    /** Null if it or its endpoint was removed. */
    outgoing: async (deliveryId: DeliveryId): Promise<Outgoing | null> => {
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT d.endpoint_id AS "endpointId", e.url, e.secret, CASE WHEN e.old_secret_until > now() THEN e.old_secret END AS "oldSecret",
          e.off_reason AS "offReason", e.failing_since AS "failingSince", d.event, d.document_id AS "documentId", d.data, d.attempts,
          d.created_at AS "createdAt", ${ownerColumns}
        FROM webhook_deliveries d
        JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
        JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.owner_id
        WHERE d.tenant_id = ${tenantId}::uuid AND d.id = ${deliveryId}::uuid`;
      return rows[0] ? Outgoing.parse(rows[0]) : null;
    },
    /**
     * Records the outcome of an attempt for the delivery and its endpoint; `refused` if the lease was lost, `off` if this switched the
     * endpoint off.
     */
    settle: async (
      lease: DeliveryLease,
      { endpointId, failingSince }: Pick<Outgoing, 'endpointId' | 'failingSince'>,
      settlement: Settlement,
    ): Promise<'settled' | 'refused' | 'off'> => {
      const endpoint = createEndpointState(tx, tenantId, endpointId);
      const { kind } = settlement;
      const isPlain = kind === 'withheld' || (kind === 'delivered' && failingSince === null);
      // Always locked before the rows of its tasks, because the opposite order could deadlock.
      if (!isPlain) await endpoint.lock();
      if (!(await releaseTask(tx, { tenantId, lease }, settlement))) return 'refused';
      await tx.$executeRaw`
        UPDATE webhook_deliveries SET ${toAssignments(settlement)}
        WHERE tenant_id = ${tenantId}::uuid AND id = ${lease.deliveryId}::uuid`;
      if (isPlain) return 'settled';
      if (kind === 'delivered') await endpoint.noteSuccess();
      if (kind === 'retry' || kind === 'failed') await endpoint.noteFailure();
      if (kind === 'retry' && settlement.pauseMs > 0) await endpoint.pause(settlement.pauseMs);
      const isOff = kind === 'off' && (await endpoint.turnOff(settlement.reason));
      return isOff ? 'off' : 'settled';
    },
    /** Fails deliveries that are still waiting for an endpoint that is off. */
    dropWaiting: (endpointId: WebhookId): Promise<void> =>
      createEndpointState(tx, tenantId, endpointId).dropWaiting(),
    /** Removes deliveries that ended longer ago than this; returns how many. */
    prune: async (afterMs: number): Promise<number> => {
      const since = new Date((await tx.$now()).getTime() - afterMs);
      const { count } = await tx.models.webhookDelivery.deleteMany({
        where: { tenantId, finishedAt: { lt: since } },
      });
      return count;
    },
  };
};

const releaseTask = async (
  tx: Transaction,
  { tenantId, lease }: { tenantId: TenantId; lease: DeliveryLease },
  settlement: Settlement,
): Promise<boolean> => {
  const held = sql`tenant_id = ${tenantId}::uuid AND delivery_id = ${lease.deliveryId}::uuid AND epoch = ${lease.epoch}`;
  const count =
    settlement.kind === 'retry'
      ? await tx.$executeRaw`
          UPDATE webhook_tasks SET due_at = ${inMs(settlement.delayMs)}, lease_expires_at = NULL WHERE ${held}`
      : await tx.$executeRaw`DELETE FROM webhook_tasks WHERE ${held}`;
  return count === 1;
};

const toAssignments = (settlement: Settlement): Sql => {
  switch (settlement.kind) {
    case 'withheld':
      return sql`status = 'withheld', error = NULL, status_code = NULL, finished_at = now()`;
    case 'delivered':
      return sql`status = 'delivered', error = NULL, status_code = ${settlement.statusCode}, attempts = attempts + 1,
        attempted_at = now(), finished_at = now()`;
    case 'retry':
      return sql`error = ${settlement.error}, status_code = ${settlement.statusCode}::int, attempts = attempts + 1, attempted_at = now()`;
    case 'failed':
    case 'off': {
      const attempted =
        settlement.error === 'endpoint_off'
          ? sql`attempted_at = attempted_at`
          : sql`attempts = attempts + 1, attempted_at = now()`;
      return sql`status = 'failed', error = ${settlement.error}, status_code = ${settlement.statusCode}::int,
        ${attempted}, finished_at = now()`;
    }
  }
};

/** Records what deliveries show about their endpoint. All methods lock its row before those of its tasks. */
const createEndpointState = (tx: Transaction, tenantId: TenantId, endpointId: WebhookId) => {
  const isEndpoint = sql`tenant_id = ${tenantId}::uuid AND id = ${endpointId}::uuid`;
  const ofEndpoint = sql`tenant_id = ${tenantId}::uuid AND endpoint_id = ${endpointId}::uuid`;
  const setSlow = (isSlow: boolean) => tx.$executeRaw`
    UPDATE webhook_tasks SET is_slow = ${isSlow} WHERE ${ofEndpoint} AND is_slow <> ${isSlow}`;
  const dropWaiting = async (): Promise<void> => {
    await tx.$executeRaw`
      WITH dropped AS (DELETE FROM webhook_tasks WHERE ${ofEndpoint} RETURNING delivery_id)
      UPDATE webhook_deliveries SET status = 'failed', error = 'endpoint_off', finished_at = now()
      WHERE tenant_id = ${tenantId}::uuid AND id IN (SELECT delivery_id FROM dropped)`;
  };
  return {
    dropWaiting,
    lock: async (): Promise<void> => {
      await tx.$executeRaw`SELECT FROM webhook_endpoints WHERE ${isEndpoint} FOR NO KEY UPDATE`;
    },
    /** From its first failure on, the endpoint counts among the failing ones. */
    noteFailure: async (): Promise<void> => {
      const count = await tx.$executeRaw`
        UPDATE webhook_endpoints SET failing_since = now() WHERE ${isEndpoint} AND failing_since IS NULL`;
      if (count > 0) await setSlow(true);
    },
    noteSuccess: async (): Promise<void> => {
      await tx.$executeRaw`
        UPDATE webhook_endpoints SET failing_since = NULL, paused_until = NULL WHERE ${isEndpoint}`;
      await setSlow(false);
    },
    pause: async (pauseMs: number): Promise<void> => {
      await tx.$executeRaw`
        UPDATE webhook_endpoints SET paused_until = greatest(paused_until, ${inMs(pauseMs)}) WHERE ${isEndpoint}`;
      await tx.$executeRaw`
        UPDATE webhook_tasks SET due_at = ${inMs(pauseMs)} WHERE ${ofEndpoint} AND due_at < ${inMs(pauseMs)}`;
    },
    /** False if it was already off. */
    turnOff: async (reason: OffReason): Promise<boolean> => {
      const count = await tx.$executeRaw`
        UPDATE webhook_endpoints SET off_reason = ${reason}, off_at = now(), updated_at = now()
        WHERE ${isEndpoint} AND off_reason IS NULL`;
      await dropWaiting();
      return count > 0;
    },
  };
};

const Claimed = z.object({ epoch: z.int() });

export const DueDelivery = z.object({
  tenantId: TenantId,
  deliveryId: DeliveryId,
  epoch: z.int(),
  waitedMs: z.number(),
});
export type DueDelivery = z.infer<typeof DueDelivery>;

/** Concurrent deliveries; those to failing endpoints have slots of their own. */
export type DeliveryShares = {
  places: number;
  slowPlaces: number;
  perTenant: number;
  perEndpoint: number;
};

/** One tenant's share of the slots for failing endpoints. */
export const slowPlacesOfTenant = ({ slowPlaces }: Pick<DeliveryShares, 'slowPlaces'>): number =>
  Math.max(1, Math.floor(slowPlaces / 4));

type Claim = { tenantId: TenantId; deliveryId: DeliveryId; leaseMs: number };

export type WebhookTasks = ReturnType<typeof createWebhookTasks>;

/** Pending deliveries of all tenants: ids, states and times. */
export const createWebhookTasks = (client: Statements) => ({
  findDue: (shares: DeliveryShares) => findDue(client, shares),
  /** Gives a due delivery to this worker; null if another has it or there is nothing to do. */
  claim: async ({ tenantId, deliveryId, leaseMs }: Claim): Promise<DeliveryLease | null> => {
    const rows = await client.$queryRaw<unknown[]>`
      UPDATE webhook_tasks t SET epoch = t.epoch + 1, lease_expires_at = ${inMs(leaseMs)}
      WHERE t.tenant_id = ${tenantId}::uuid AND t.delivery_id = ${deliveryId}::uuid AND ${IS_DUE}
      RETURNING t.epoch`;
    return rows[0] ? { deliveryId, ...Claimed.parse(rows[0]) } : null;
  },
  /** Returns it unchanged, for another worker. */
  release: async ({ tenantId, deliveryId, epoch }: DeliveryLease & { tenantId: TenantId }) => {
    await client.$executeRaw`
      UPDATE webhook_tasks SET lease_expires_at = NULL, due_at = ${NOW}
      WHERE tenant_id = ${tenantId}::uuid AND delivery_id = ${deliveryId}::uuid AND epoch = ${epoch}`;
  },
  /** The number of waiting deliveries, and the age of the oldest whose host accepts deliveries. */
  stats: async (): Promise<{ waiting: number; oldestDueAgeSec: number }> => {
    const rows = await client.$queryRaw<{ waiting: number; oldestDueAgeSec: number }[]>`
      SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(t.due_at) FILTER (
        WHERE t.due_at <= now() AND NOT t.is_slow)), 0)::float8 AS "oldestDueAgeSec"
      FROM webhook_tasks t JOIN tenants ON tenants.id = t.tenant_id AND tenants.status = 'active'`;
    return rows[0] ?? { waiting: 0, oldestDueAgeSec: 0 };
  },
});

const IS_DUE = sql`t.due_at <= now() AND (t.lease_expires_at IS NULL OR t.lease_expires_at <= now())`;

/**
 * The due deliveries whose turn has come, as many as may still be in progress: an endpoint's n-th ranks behind every other endpoint's
 * first, then a tenant's behind every other tenant's. None exceeds its share, so that hanging hosts delay nobody else; failing endpoints
 * have slots of their own. Changes nothing.
 */
const findDue = async (
  client: Statements,
  { places, slowPlaces, perTenant, perEndpoint }: DeliveryShares,
): Promise<DueDelivery[]> => {
  const slowPerTenant = slowPlacesOfTenant({ slowPlaces });
  const rows = await client.$queryRaw<unknown[]>`
    WITH load AS (
      SELECT tenant_id, endpoint_id, is_slow, count(*)::int AS under_way FROM webhook_tasks
      WHERE lease_expires_at > now() GROUP BY tenant_id, endpoint_id, is_slow
    ), lane (is_slow, places, per_tenant, per_endpoint) AS (
      VALUES (false, ${places}::int, ${perTenant}::int, ${perEndpoint}::int), (true, ${slowPlaces}::int, ${slowPerTenant}::int, 1)
    ), endpoint AS (
      SELECT DISTINCT t.tenant_id, t.endpoint_id, t.is_slow FROM webhook_tasks t
      JOIN tenants ON tenants.id = t.tenant_id AND tenants.status = 'active' WHERE ${IS_DUE}
    ), first AS (
      SELECT endpoint.tenant_id, lane.*, due.delivery_id, due.epoch, due.due_at, due.endpoint_turn FROM endpoint
      JOIN lane USING (is_slow)
      CROSS JOIN LATERAL (
        SELECT t.delivery_id, t.epoch, t.due_at, row_number() OVER (ORDER BY t.due_at, t.delivery_id) + coalesce(
          (SELECT sum(under_way) FROM load WHERE load.endpoint_id = endpoint.endpoint_id), 0) AS endpoint_turn
        FROM webhook_tasks t WHERE t.endpoint_id = endpoint.endpoint_id AND t.is_slow = endpoint.is_slow AND ${IS_DUE}
        ORDER BY t.due_at, t.delivery_id LIMIT ${perEndpoint}
      ) AS due WHERE due.endpoint_turn <= lane.per_endpoint
    ), shared AS (
      SELECT first.*, row_number() OVER (PARTITION BY tenant_id, is_slow ORDER BY endpoint_turn, due_at, delivery_id) + coalesce(
        (SELECT sum(under_way) FROM load WHERE load.tenant_id = first.tenant_id AND load.is_slow = first.is_slow), 0) AS turn
      FROM first
    ), ranked AS (
      SELECT shared.*, row_number() OVER (PARTITION BY is_slow ORDER BY turn, due_at, delivery_id) + coalesce(
        (SELECT sum(under_way) FROM load WHERE load.is_slow = shared.is_slow), 0) AS place
      FROM shared WHERE turn <= per_tenant
    )
    SELECT tenant_id AS "tenantId", delivery_id AS "deliveryId", epoch,
      extract(epoch FROM now() - due_at)::float8 * 1000 AS "waitedMs"
    FROM ranked WHERE place <= places ORDER BY turn, due_at, delivery_id`;
  return DueDelivery.array().parse(rows);
};
