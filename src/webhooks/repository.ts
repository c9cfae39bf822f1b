import { idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import {
  DbNull,
  fromRow,
  selectOf,
  toBytesColumn,
  toJsonColumn,
} from '../platform/database/rows.js';
import { inMs, NOW } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { withoutUndefined } from '../shared/changes.js';
import { notFound, orNotFound } from '../shared/errors.js';
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

/** The endpoints that a person may manage; a missing id gives null, or `not_found` for changes. */
export const createWebhookRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createChanges(tx, scope),
  ...createSealing(tx, scope),
  ...createDeliveries(tx, scope),
  ...createDeliveryWork(tx, scope),
});

/**
 * For an admin's key with the permission `admin`, all of the tenant; for another key, those of its holder. A credential limited to some
 * documents only finds endpoints with the same limit, because others would reveal more.
 */
const manageable = (scope: Scope) => {
  const { tenantId } = scope;
  if (scope.kind === 'system') return { tenantId };
  const filter = filterOfKey(scope);
  const mine = scope.permissions.includes('admin') ? [] : [{ ownerId: scope.userId }];
  const same = filter === null ? [] : [{ filter: { equals: toJsonColumn(filter) } }];
  return { tenantId, AND: [...mine, ...same] };
};

/** Checked first, because the following statement on the endpoint only has its id as a condition. */
const isManageable = async (tx: Transaction, scope: Scope, id: WebhookId): Promise<boolean> =>
  (await tx.models.webhookEndpoint.count({ where: { ...manageable(scope), id } })) > 0;

const COLUMNS = {
  ...selectOf(WebhookRecord),
  owner: { select: { role: true, status: true } },
} as const;

type Endpoint = Parameters<typeof fromRow<typeof WebhookRecord>>[1] & {
  owner: { role: string; status: string };
};

/** If the owner is no longer an active admin, the endpoint is off without this being stored. */
const toRecord = ({ owner, ...row }: Endpoint, now: Date): WebhookRecord => {
  const isInactive = owner.role !== 'admin' || owner.status !== 'active';
  const isOldSecretGood = row.oldSecretUntil !== null && row.oldSecretUntil > now;
  return fromRow(WebhookRecord, {
    ...row,
    offReason: row.offReason ?? (isInactive ? 'owner_inactive' : null),
    oldSecretUntil: isOldSecretGood ? row.oldSecretUntil : null,
  });
};

const find = async (
  tx: Transaction,
  scope: Scope,
  id: WebhookId,
): Promise<WebhookRecord | null> => {
  const where = { ...manageable(scope), id };
  const row = await tx.models.webhookEndpoint.findFirst({ where, select: COLUMNS });
  return row && toRecord(row, await tx.$now());
};

const createReads = (tx: Transaction, scope: Scope) => ({
  find: (id: WebhookId): Promise<WebhookRecord | null> => find(tx, scope, id),
  list: async (page: PageRequest): Promise<Page<WebhookRecord>> => {
    const now = await tx.$now();
    const rows = await tx.models.webhookEndpoint.findMany({
      where: { ...manageable(scope), ...idsBefore(page) },
      select: COLUMNS,
      ...newestFirst(page),
    });
    return toPage(
      rows.map((row) => toRecord(row, now)),
      page,
    );
  },
});

const createChanges = (tx: Transaction, scope: Scope) => ({
  /** Counts the tenant's endpoints; other transactions of the tenant that add one wait until this one ends. */
  countForAdding: async (): Promise<number> => {
    await tx.$lock(`webhooks/${scope.tenantId}`);
    return tx.models.webhookEndpoint.count({ where: { tenantId: scope.tenantId } });
  },
  create: async ({ events, filter, secret, ...endpoint }: NewEndpoint): Promise<WebhookRecord> => {
    await tx.models.webhookEndpoint.create({
      data: {
        ...endpoint,
        tenantId: scope.tenantId,
        events: [...events],
        filter: filter ? toJsonColumn(filter) : DbNull,
        secret: toBytesColumn(secret),
      },
    });
    return orNotFound(await find(tx, scope, endpoint.id));
  },
  /** When it is switched on or gets another URL, earlier failures are forgotten. */
  update: async (id: WebhookId, changes: EndpointChanges): Promise<WebhookRecord> => {
    if (!(await isManageable(tx, scope, id))) throw notFound();
    const { webhookEndpoint } = tx.models;
    const where = { tenantId: scope.tenantId, id };
    const now = await tx.$now();
    await webhookEndpoint.updateMany({ where, data: { ...toColumns(changes), updatedAt: now } });
    if (changes.enabled === false) {
      const data = { offReason: 'switched_off', offAt: now };
      await webhookEndpoint.updateMany({ where: { ...where, offReason: null }, data });
    }
    return orNotFound(await find(tx, scope, id));
  },
  delete: async (id: WebhookId): Promise<boolean> => {
    const where = { ...manageable(scope), id };
    const { count } = await tx.models.webhookEndpoint.deleteMany({ where });
    return count > 0;
  },
  /** Sets a new secret. The previous one also signs for `oldForMs`; an older one is forgotten. */
  rotateSecret: async (
    id: WebhookId,
    { secret, oldForMs }: { secret: Uint8Array; oldForMs: number },
  ): Promise<WebhookRecord> => {
    if (!(await isManageable(tx, scope, id))) throw notFound();
    await tx.$executeRaw`
      UPDATE webhook_endpoints SET old_secret = secret, old_secret_until = ${inMs(oldForMs)}, secret = ${secret},
        updated_at = now()
      WHERE tenant_id = ${scope.tenantId}::uuid AND id = ${id}::uuid`;
    return orNotFound(await find(tx, scope, id));
  },
});

const createSealing = (tx: Transaction, scope: Scope) => ({
  /** The sealed secrets of all endpoints. */
  sealed: async (): Promise<SealedSecrets[]> => {
    const rows = await tx.models.webhookEndpoint.findMany({
      where: manageable(scope),
      select: selectOf(SealedSecrets),
    });
    return SealedSecrets.array().parse(rows);
  },
  /** Replaces the secrets by the same ones sealed again, unless they were rotated meanwhile. */
  reseal: async ({ id, secret }: SealedSecrets, anew: SealedSecrets): Promise<void> => {
    await tx.models.webhookEndpoint.updateMany({
      where: { ...manageable(scope), id, secret: toBytesColumn(secret) },
      data: {
        secret: toBytesColumn(anew.secret),
        oldSecret: anew.oldSecret && toBytesColumn(anew.oldSecret),
      },
    });
  },
});

const toColumns = ({ url, events, enabled }: EndpointChanges) => {
  const isOn = enabled === true;
  const isFresh = isOn || url !== undefined;
  return withoutUndefined({
    url,
    events: events && [...events],
    offReason: isOn ? null : undefined,
    offAt: isOn ? null : undefined,
    failingSince: isFresh ? null : undefined,
    pausedUntil: isFresh ? null : undefined,
  });
};

type DeliveryPage = PageRequest & { status?: DeliveryStatus | undefined };

const DELIVERY = {
  ...selectOf(DeliveryRecord.omit({ nextAttemptAt: true })),
  task: { select: { dueAt: true } },
} as const;

type DeliveryRow = Omit<Parameters<typeof fromRow<typeof DeliveryRecord>>[1], 'nextAttemptAt'> & {
  task: { dueAt: Date } | null;
};

const toDelivery = ({ task, ...row }: DeliveryRow): DeliveryRecord =>
  fromRow(DeliveryRecord, { ...row, nextAttemptAt: task?.dueAt ?? null });

const createDeliveries = (tx: Transaction, scope: Scope) => {
  const { webhookDelivery } = tx.models;
  const { tenantId } = scope;
  return {
    findDelivery: async (endpointId: WebhookId, id: DeliveryId): Promise<DeliveryRecord | null> => {
      if (!(await isManageable(tx, scope, endpointId))) return null;
      const where = { tenantId, endpointId, id };
      const row = await webhookDelivery.findFirst({ where, select: DELIVERY });
      return row && toDelivery(row);
    },
    listDeliveries: async (
      endpointId: WebhookId,
      { status, ...page }: DeliveryPage,
    ): Promise<Page<DeliveryRecord>> => {
      if (!(await isManageable(tx, scope, endpointId))) return { items: [], nextAfter: null };
      const rows = await webhookDelivery.findMany({
        where: { tenantId, endpointId, ...withoutUndefined({ status }), ...idsBefore(page) },
        select: DELIVERY,
        ...newestFirst(page),
      });
      return toPage(rows.map(toDelivery), page);
    },
    /** A delivery of an event for testing the endpoint. */
    addTest: async (endpointId: WebhookId): Promise<DeliveryId> => {
      const data = { webhookId: endpointId };
      const [id] = await addEntries(tx, scope, [
        { endpointId, event: TEST_EVENT, documentId: null, data },
      ]);
      return orNotFound(id);
    },
    /** Sends it again with the same id and a complete retry schedule. A worker that is processing it is refused. */
    redeliver: async (endpointId: WebhookId, id: DeliveryId): Promise<void> => {
      requireUser(scope);
      await tx.$executeRaw`
        WITH d AS (
          UPDATE webhook_deliveries SET status = 'waiting', attempts = 0, finished_at = NULL
          WHERE tenant_id = ${tenantId}::uuid AND endpoint_id = ${endpointId}::uuid AND id = ${id}::uuid
          RETURNING tenant_id, id, endpoint_id
        )
        INSERT INTO webhook_tasks AS t (tenant_id, delivery_id, endpoint_id, is_slow, due_at)
        SELECT d.tenant_id, d.id, e.id, e.failing_since IS NOT NULL, ${NOW}
        FROM d JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
        ON CONFLICT (tenant_id, delivery_id) DO UPDATE SET epoch = t.epoch + 1, due_at = excluded.due_at, lease_expires_at = NULL`;
    },
  };
};
