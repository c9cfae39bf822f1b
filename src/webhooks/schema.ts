import { z } from 'zod';
import { StoredDocumentFilter } from '../shared/document-filter.js';
import { DeliveryId, DocumentId, UserId, WebhookId } from '../shared/ids.js';
import { UserStatus } from '../tenancy/schema.js';
import { TenantRole } from '../shared/scope.js';

/** Events that an endpoint can subscribe to. */
export const WebhookEvent = z.enum([
  'document.ready',
  'document.failed',
  'document.deleted',
  'answer.feedback',
  'batch.completed',
  'source.run_finished',
  'source.run_failed',
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Sent to an endpoint that its owner tests. */
export const TEST_EVENT = 'webhook.test';

/**
 * Why an endpoint is off: someone switched it off, its host said that it is gone or failed for days, its owner is no longer an active
 * admin, or its secret cannot be unsealed here.
 */
export const OffReason = z.enum([
  'switched_off',
  'gone',
  'failing',
  'owner_inactive',
  'secret_unreadable',
]);
export type OffReason = z.infer<typeof OffReason>;

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed', 'withheld']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** Why the last attempt failed; `status`: the host returned something other than 2xx. */
export const DeliveryError = z.enum([
  'status',
  'redirect',
  'address_refused',
  'unreachable',
  'endpoint_off',
]);
export type DeliveryError = z.infer<typeof DeliveryError>;

/** At most this many collections of a document are named, which keeps a body below 20 KB. */
export const MAX_COLLECTIONS = 100;

/** Ids, states and numbers, never text that someone wrote. */
export const EventData = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);
export type EventData = z.infer<typeof EventData>;

export const WebhookRecord = z.object({
  id: WebhookId,
  ownerId: UserId,
  url: z.string(),
  events: z.array(WebhookEvent),
  /** The filter of the key that created the endpoint, which gets no events about other documents. */
  filter: StoredDocumentFilter.nullable(),
  offReason: OffReason.nullable(),
  offAt: z.date().nullable(),
  failingSince: z.date().nullable(),
  oldSecretUntil: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type WebhookRecord = z.infer<typeof WebhookRecord>;

export const DeliveryRecord = z.object({
  id: DeliveryId,
  event: z.string(),
  data: EventData,
  status: DeliveryStatus,
  attempts: z.int(),
  statusCode: z.int().nullable(),
  error: DeliveryError.nullable(),
  createdAt: z.date(),
  attemptedAt: z.date().nullable(),
  nextAttemptAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** The secrets of an endpoint as they are stored. */
export const SealedSecrets = z.object({
  id: WebhookId,
  secret: Bytes,
  oldSecret: Bytes.nullable(),
});
export type SealedSecrets = z.infer<typeof SealedSecrets>;

/** A person's current rights. */
export const Owner = z.object({
  ownerId: UserId,
  ownerRole: TenantRole,
  ownerStatus: UserStatus,
  ownerGroups: z.array(z.string()),
  filter: StoredDocumentFilter.nullable(),
});
export type Owner = z.infer<typeof Owner>;

/** The data that a worker needs to send a delivery. */
export const Outgoing = Owner.extend({
  endpointId: WebhookId,
  url: z.string(),
  secret: Bytes,
  oldSecret: Bytes.nullable(),
  offReason: OffReason.nullable(),
  failingSince: z.date().nullable(),
  event: z.string(),
  documentId: DocumentId.nullable(),
  data: EventData,
  attempts: z.int(),
  createdAt: z.date(),
});
export type Outgoing = z.infer<typeof Outgoing>;

export type NewEndpoint = Pick<WebhookRecord, 'id' | 'ownerId' | 'url' | 'events' | 'filter'> & {
  secret: Uint8Array;
};

export type EndpointChanges = {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
  enabled?: boolean | undefined;
};
