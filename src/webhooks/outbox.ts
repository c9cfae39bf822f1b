import { z } from 'zod';
import type { FeedbackEvents } from '../conversations/index.js';
import type { DocumentEvents } from '../documents/index.js';
import { readableCollection } from '../documents/filter-sql.js';
import { visibleTo } from '../documents/rights.js';
import { joinSql, NOW, rowsOf, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { DeliveryId, DocumentId, newId, WebhookId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import type { SourceEvents } from '../sources/index.js';
import { ownerColumns, toOwnerScope } from './owner.js';
import { MAX_COLLECTIONS, Owner, type EventData, type WebhookEvent } from './schema.js';

/**
 * For one endpoint. `documentId`: the document that its owner must be able to read when it is delivered; null if that is already decided,
 * and for a batch.
 */
type Entry = {
  endpointId: WebhookId;
  event: string;
  documentId: DocumentId | null;
  data: EventData;
};

const Subscriber = Owner.extend({ endpointId: WebhookId });
type Subscriber = z.infer<typeof Subscriber>;

/** Records an event for each endpoint that subscribed to it, in the transaction of the event. */
export const createOutbox = (
  tx: Transaction,
  scope: Scope,
): DocumentEvents & FeedbackEvents & SourceEvents => {
  const subscribers = async (event: WebhookEvent): Promise<Subscriber[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT e.id AS "endpointId", ${ownerColumns}
      FROM webhook_endpoints e JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.owner_id
      WHERE e.tenant_id = ${scope.tenantId}::uuid AND e.off_reason IS NULL AND ${event} = ANY(e.events)
        AND u.role = 'admin' AND u.status = 'active'`;
    return Subscriber.array().parse(rows);
  };
  return {
    finished: async ({ documentId, version, status, errorCode }) => {
      const event = `document.${status}` as const;
      const data = { documentId, version, status, errorCode };
      const told = await subscribers(event);
      await addEntries(
        tx,
        scope,
        told.map(({ endpointId }) => ({ endpointId, event, documentId, data })),
      );
    },
    deleting: async (ids) => {
      const told = ids.length === 0 ? [] : await subscribers('document.deleted');
      if (told.length > 0)
        await addEntries(tx, scope, await findReadable(tx, scope, { ids, told }));
    },
    batchesCompleted: async (ids) => {
      const told = await subscribers('batch.completed');
      const entry = { event: 'batch.completed', documentId: null };
      await addEntries(
        tx,
        scope,
        told.flatMap(({ endpointId }) =>
          ids.map((batchId) => ({ endpointId, ...entry, data: { batchId } })),
        ),
      );
    },
    feedbackGiven: async (feedback) => {
      const told = await subscribers('answer.feedback');
      const entry = { event: 'answer.feedback', documentId: null, data: feedback };
      await addEntries(
        tx,
        scope,
        told.map(({ endpointId }) => ({ endpointId, ...entry })),
      );
    },
    runEnded: async ({ outcome, ...data }) => {
      const event = `source.run_${outcome}` as const;
      const told = await subscribers(event);
      await addEntries(
        tx,
        scope,
        told.map(({ endpointId }) => ({ endpointId, event, documentId: null, data })),
      );
    },
  };
};

/** Each is due at once, or after the pause that its host requested. */
export const addEntries = async (
  tx: Transaction,
  { tenantId }: Scope,
  entries: readonly Entry[],
): Promise<DeliveryId[]> => {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => ({ tenantId, id: newId(DeliveryId), ...entry }));
  await tx.$executeRaw`
    WITH added AS (
      INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event, document_id, data)
      SELECT tenant_id, id, endpoint_id, event, document_id, data FROM ${rowsOf('webhook_deliveries', rows)}
      RETURNING tenant_id, id, endpoint_id
    )
    INSERT INTO webhook_tasks (tenant_id, delivery_id, endpoint_id, is_slow, due_at)
    SELECT added.tenant_id, added.id, e.id, e.failing_since IS NOT NULL, greatest(${NOW}, e.paused_until)
    FROM added JOIN webhook_endpoints e ON e.tenant_id = added.tenant_id AND e.id = added.endpoint_id`;
  return rows.map(({ id }) => id);
};

const ReadableRow = z.object({
  endpointId: WebhookId,
  documentId: DocumentId,
  version: z.int(),
  collectionIds: z.array(z.string()),
});

/** Those of the documents that the owner of each endpoint may read now. */
const findReadable = async (
  tx: Transaction,
  { tenantId }: Scope,
  { ids, told }: { ids: readonly DocumentId[]; told: readonly Subscriber[] },
): Promise<Entry[]> => {
  const ofEach = told.map((subscriber): Sql => {
    const owner = toOwnerScope(tenantId, subscriber);
    return sql`
      SELECT ${subscriber.endpointId}::uuid AS "endpointId", d.id AS "documentId", d.version, ARRAY(
        SELECT k.id FROM collection_documents m JOIN collections k ON k.tenant_id = m.tenant_id AND k.id = m.collection_id
        WHERE m.tenant_id = d.tenant_id AND m.document_id = d.id AND ${readableCollection(owner)}
        ORDER BY k.id LIMIT ${MAX_COLLECTIONS}
      ) AS "collectionIds"
      FROM documents d WHERE ${visibleTo(owner, 'content')} AND d.id = ANY(${[...ids]}::uuid[])`;
  });
  const rows = await tx.$queryRaw<unknown[]>`${joinSql(ofEach, ' UNION ALL ')}`;
  return ReadableRow.array()
    .parse(rows)
    .map(({ endpointId, ...data }) => ({
      endpointId,
      event: 'document.deleted',
      documentId: null,
      data,
    }));
};
