import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { emptySql, inMs, joinSql, NOW, sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { orNotFound } from '../shared/errors.js';
import type { DeliveryId, WebhookId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { filterOfKey, requireUser, type Scope } from '../shared/scope.js';
import { addEntries } from './outbox.js';
import { createDeliveryWork } from './delivery-repository.js';
import {
  DeliveryRecord,
  SealedSecrets,
  TEST_EVENT,
  WebhookRecord,
  type DeliveryStatus,
  type EndpointChanges,
  type NewEndpoint,
} from './schema.js';

export type WebhookRepository = ReturnType<typeof createWebhookRepository>;

/** The endpoints that a person may manage; an absent id is null, or `not_found` where something would change. */
export const createWebhookRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createChanges(tx, scope),
  ...createSealing(tx, scope),
  ...createDeliveries(tx, scope),
  ...createDeliveryWork(tx, scope),
});

/**
 * Over `webhook_endpoints` aliased `e`: an admin's with the permission `admin` all of the tenant, another key's those of its holder. A
 * credential that sees some documents alone finds those that tell of the same, for others would tell it more.
 */
const manageable = (scope: Scope): Sql => {
  const inTenant = sql`e.tenant_id = ${scope.tenantId}::uuid`;
  if (scope.kind === 'system') return inTenant;
  const own = scope.permissions.includes('admin')
    ? emptySql
    : sql`AND e.owner_id = ${scope.userId}::uuid`;
  const filter = filterOfKey(scope);
  const same = filter === null ? emptySql : sql`AND e.filter = ${toJson(filter)}::jsonb`;
  return sql`${inTenant} ${own} ${same}`;
};

/** An owner who is no active admin any more switches the endpoint off without anybody writing it down. */
const OWNER_IS_INACTIVE = sql`EXISTS (
  SELECT FROM users u WHERE u.tenant_id = e.tenant_id AND u.id = e.owner_id AND (u.role <> 'admin' OR u.status <> 'active'))`;

const COLUMNS = sql`e.id, e.owner_id AS "ownerId", e.url, e.events, e.filter,
  coalesce(e.off_reason, CASE WHEN ${OWNER_IS_INACTIVE} THEN 'owner_inactive' END) AS "offReason", e.off_at AS "offAt",
  e.failing_since AS "failingSince", CASE WHEN e.old_secret_until > now() THEN e.old_secret_until END AS "oldSecretUntil",
  e.created_at AS "createdAt", e.updated_at AS "updatedAt"`;

const createReads = (tx: Transaction, scope: Scope) => ({
  find: async (id: WebhookId): Promise<WebhookRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM webhook_endpoints e WHERE ${manageable(scope)} AND e.id = ${id}::uuid`;
    return rows[0] ? WebhookRecord.parse(rows[0]) : null;
  },
  list: async (page: PageRequest): Promise<Page<WebhookRecord>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM webhook_endpoints e
      WHERE ${manageable(scope)} ${olderThan(sql`e.id`, page)} ORDER BY e.id DESC LIMIT ${beyond(page)}`;
    return toPage(WebhookRecord.array().parse(rows), page);
  },
});

const createChanges = (tx: Transaction, scope: Scope) => ({
  /** Counts the tenant's endpoints; other transactions of the tenant that add one wait until this one ends. */
  countForAdding: async (): Promise<number> => {
    await tx.$lock(`webhooks/${scope.tenantId}`);
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM webhook_endpoints WHERE tenant_id = ${scope.tenantId}::uuid`;
    return rows[0]?.count ?? 0;
  },
  create: async ({ id, ownerId, url, events, filter, secret }: NewEndpoint) => {
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO webhook_endpoints AS e (tenant_id, id, owner_id, url, events, filter, secret)
      VALUES (${scope.tenantId}::uuid, ${id}::uuid, ${ownerId}::uuid, ${url}, ${[...events]}::text[],
        ${filter && toJson(filter)}::jsonb, ${secret})
      RETURNING ${COLUMNS}`;
    return WebhookRecord.parse(rows[0]);
  },
  /** Switched on, or sent elsewhere, it starts without the failures of before. */
  update: async (id: WebhookId, changes: EndpointChanges): Promise<WebhookRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE webhook_endpoints e SET ${toAssignments(changes)}
      WHERE ${manageable(scope)} AND e.id = ${id}::uuid RETURNING ${COLUMNS}`;
    return WebhookRecord.parse(orNotFound(rows[0]));
  },
  delete: async (id: WebhookId): Promise<boolean> => {
    const count = await tx.$executeRaw`
      DELETE FROM webhook_endpoints e WHERE ${manageable(scope)} AND e.id = ${id}::uuid`;
    return count > 0;
  },
  /** Puts a new secret in place. The one before signs beside it for `oldForMs`; an older one is forgotten. */
  rotateSecret: async (
    id: WebhookId,
    { secret, oldForMs }: { secret: Uint8Array; oldForMs: number },
  ): Promise<WebhookRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE webhook_endpoints e SET old_secret = e.secret, old_secret_until = ${inMs(oldForMs)}, secret = ${secret},
        updated_at = now()
      WHERE ${manageable(scope)} AND e.id = ${id}::uuid RETURNING ${COLUMNS}`;
    return WebhookRecord.parse(orNotFound(rows[0]));
  },
});

const createSealing = (tx: Transaction, scope: Scope) => ({
  /** The sealed secrets of all endpoints. */
  sealed: async (): Promise<SealedSecrets[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT e.id, e.secret, e.old_secret AS "oldSecret" FROM webhook_endpoints e WHERE ${manageable(scope)}`;
    return SealedSecrets.array().parse(rows);
  },
  /** Puts the same secrets in their place, sealed anew; leaves an endpoint whose secret has been rotated meanwhile. */
  reseal: async ({ id, secret }: SealedSecrets, anew: SealedSecrets): Promise<void> => {
    await tx.$executeRaw`
      UPDATE webhook_endpoints e SET secret = ${anew.secret}, old_secret = ${anew.oldSecret}
      WHERE ${manageable(scope)} AND e.id = ${id}::uuid AND e.secret = ${secret}`;
  },
});

const FRESH = sql`failing_since = NULL, paused_until = NULL`;
const toAssignments = ({ url, events, enabled }: EndpointChanges): Sql =>
  joinSql([
    sql`updated_at = now()`,
    ...(url === undefined ? [] : [sql`url = ${url}`]),
    ...(events === undefined ? [] : [sql`events = ${[...events]}::text[]`]),
    ...(enabled === true ? [sql`off_reason = NULL, off_at = NULL`] : []),
    ...(enabled === false
      ? [sql`off_reason = coalesce(off_reason, 'switched_off'), off_at = coalesce(off_at, now())`]
      : []),
    ...(enabled === true || url !== undefined ? [FRESH] : []),
  ]);

type DeliveryPage = PageRequest & { status?: DeliveryStatus | undefined };

const createDeliveries = (tx: Transaction, scope: Scope) => {
  const select = async (endpointId: WebhookId, which: Sql): Promise<DeliveryRecord[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT d.id, d.event, d.data, d.status, d.attempts, d.status_code AS "statusCode", d.error, d.created_at AS "createdAt",
        d.attempted_at AS "attemptedAt", t.due_at AS "nextAttemptAt", d.finished_at AS "finishedAt"
      FROM webhook_deliveries d
      JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
      LEFT JOIN webhook_tasks t ON t.tenant_id = d.tenant_id AND t.delivery_id = d.id
      WHERE ${manageable(scope)} AND d.endpoint_id = ${endpointId}::uuid ${which}`;
    return DeliveryRecord.array().parse(rows);
  };
  return {
    findDelivery: async (endpointId: WebhookId, id: DeliveryId): Promise<DeliveryRecord | null> => {
      const [found = null] = await select(endpointId, sql`AND d.id = ${id}::uuid`);
      return found;
    },
    listDeliveries: async (endpointId: WebhookId, page: DeliveryPage) => {
      const ofStatus = page.status === undefined ? emptySql : sql`AND d.status = ${page.status}`;
      const which = sql`${ofStatus} ${olderThan(sql`d.id`, page)} ORDER BY d.id DESC LIMIT ${beyond(page)}`;
      return toPage(await select(endpointId, which), page);
    },
    /** A delivery of an event that tries the endpoint out. */
    addTest: async (endpointId: WebhookId): Promise<DeliveryId> => {
      const data = { webhookId: endpointId };
      const [id] = await addEntries(tx, scope, [
        { endpointId, event: TEST_EVENT, documentId: null, data },
      ]);
      return orNotFound(id);
    },
    /** Sends it once more, under the same id and with the whole schedule before it. A worker that is at it is refused. */
    redeliver: async (endpointId: WebhookId, id: DeliveryId): Promise<void> => {
      requireUser(scope);
      await tx.$executeRaw`
        WITH d AS (
          UPDATE webhook_deliveries SET status = 'waiting', attempts = 0, finished_at = NULL
          WHERE tenant_id = ${scope.tenantId}::uuid AND endpoint_id = ${endpointId}::uuid AND id = ${id}::uuid
          RETURNING tenant_id, id, endpoint_id
        )
        INSERT INTO webhook_tasks AS t (tenant_id, delivery_id, endpoint_id, is_slow, due_at)
        SELECT d.tenant_id, d.id, e.id, e.failing_since IS NOT NULL, ${NOW}
        FROM d JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
        ON CONFLICT (tenant_id, delivery_id) DO UPDATE SET epoch = t.epoch + 1, due_at = excluded.due_at, lease_expires_at = NULL`;
    },
  };
};
