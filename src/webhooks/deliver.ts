import { z } from 'zod';
import { isContentReader } from '../documents/index.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { GuardedPost } from '../platform/web/guarded-post.js';
import { isAppError } from '../shared/errors.js';
import { BatchId, DeliveryId, TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope, UserScope } from '../shared/scope.js';
import { unseal, type Keys } from '../sign-in/index.js';
import { decideAfterAttempt, type Attempted } from './after-attempt.js';
import type { Database } from './database.js';
import type { DeliveryLease, Settlement } from './delivery-repository.js';
import { isEntitled, toOwnerScope } from './owner.js';
import { MAX_COLLECTIONS, type EventData, type OffReason, type Outgoing } from './schema.js';
import { createTenantPlaces } from './tenant-places.js';
import { toSignedHeaders } from './sign.js';

/** A job's payload: only ids. */
export const WebhookJob = z.strictObject({
  schema: z.literal(1),
  tenantId: TenantId,
  deliveryId: DeliveryId,
});
export type WebhookJob = z.infer<typeof WebhookJob>;

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  post: Pick<GuardedPost, 'send'>;
  /** Unseals the secrets; null: this installation has none, and no endpoints. */
  atRest: Keys | null;
  metrics: Pick<Metrics, 'webhookAttempted'>;
  leaseMs: number;
  /** The maximum number of concurrent attempts per tenant in this process. */
  perTenant: number;
  logger: Logger;
  now: () => Date;
  random: () => number;
};

/**
 * One delivery of a job: claim, send, settle. A job is only a hint; delivered twice or late, it finds nothing to claim. A worker that dies
 * between sending and settling leaves a delivery that is sent again with the same id. Never throws.
 */
export const createHandleDelivery = (deps: Deps) => {
  const places = createTenantPlaces(deps.perTenant);
  return async (payload: unknown, signal: AbortSignal): Promise<void> => {
    const { success, data: job } = WebhookJob.safeParse(payload);
    if (!success || signal.aborted) return;
    // The loop counts leases, which end when a delivery is sent again or removed, although its request continues. A delivery without a free
    // slot stays due.
    await places.run(job.tenantId, () => handle(deps, job, signal));
  };
};

const handle = async (
  deps: Deps,
  { tenantId, deliveryId }: WebhookJob,
  signal: AbortSignal,
): Promise<void> => {
  const { webhookTasks } = deps.database.platform;
  try {
    const lease = await webhookTasks.claim({ tenantId, deliveryId, leaseMs: deps.leaseMs });
    if (lease === null) return;
    const scope = makeSystemScope(tenantId);
    const isDone = await deliver(deps, { scope, lease }, signal);
    if (!isDone) await webhookTasks.release({ tenantId, ...lease });
  } catch (error) {
    deps.logger.warn({ deliveryId, err: error }, 'Webhook not settled, its lease runs out');
  }
};

type Claimed = { scope: SystemScope; lease: DeliveryLease };

/** False if this process ends before the outcome is known. */
const deliver = async (deps: Deps, claimed: Claimed, signal: AbortSignal): Promise<boolean> => {
  const { scope, lease } = claimed;
  const outgoing = await deps.database.withScope(scope, (tx) =>
    tx.webhooks.outgoing(lease.deliveryId),
  );
  if (outgoing === null) return true;
  const secrets = openSecrets(deps.atRest, scope, outgoing);
  const reason = reasonToBeOff(outgoing, secrets);
  if (reason !== null) {
    const off = { kind: 'off', reason, statusCode: null, error: 'endpoint_off' } as const;
    await settle(deps, claimed, { outgoing, settlement: off });
    return true;
  }
  const data = await readData(deps, scope, outgoing);
  if (data === null) {
    await settle(deps, claimed, { outgoing, settlement: { kind: 'withheld' } });
    return true;
  }
  const attempted = await attempt(deps, { lease, outgoing, secrets, data }, signal);
  if (attempted === null) return false;
  const { attempts, failingSince } = outgoing;
  const history = { attempts, failingSince, now: deps.now() };
  const settlement = decideAfterAttempt(attempted, history, deps.random);
  await settle(deps, claimed, { outgoing, settlement });
  return true;
};

/** Newest first; empty if they cannot be unsealed here. */
const openSecrets = (
  atRest: Keys | null,
  { tenantId }: SystemScope,
  { secret, oldSecret }: Outgoing,
): string[] => {
  const opened = [secret, oldSecret].map((sealed) =>
    atRest === null || sealed === null ? null : unseal(atRest, tenantId, sealed),
  );
  return opened[0] === null ? [] : opened.filter((text) => text !== null);
};

const reasonToBeOff = (outgoing: Outgoing, secrets: readonly string[]): OffReason | null => {
  if (outgoing.offReason !== null) return outgoing.offReason;
  if (!isEntitled(outgoing)) return 'owner_inactive';
  return secrets.length === 0 ? 'secret_unreadable' : null;
};

/** The data as its owner may read it now; null if they may read neither the document nor any of the batch, or it is gone. */
const readData = async (
  { database }: Deps,
  { tenantId }: SystemScope,
  outgoing: Outgoing,
): Promise<EventData | null> => {
  const { event, documentId, data } = outgoing;
  const owner = toOwnerScope(tenantId, outgoing);
  if (event === 'batch.completed') return readBatch(database, owner, data);
  if (documentId === null) return data;
  const document = await database.withScope(owner, (tx) => tx.documents.find(documentId));
  if (document === null || !isContentReader(owner, document)) return null;
  return { ...data, collectionIds: document.collectionIds.slice(0, MAX_COLLECTIONS) };
};

const readBatch = async (
  database: Deps['database'],
  owner: UserScope,
  data: EventData,
): Promise<EventData | null> => {
  const id = BatchId.parse(data['batchId']);
  const states = await database.withScope(owner, (tx) => tx.batches.statesShown(id));
  return states && { ...data, ...states };
};

type Sending = {
  lease: DeliveryLease;
  outgoing: Outgoing;
  secrets: readonly string[];
  data: EventData;
};

/** Null if this process ends meanwhile. */
const attempt = async (
  { post, now }: Deps,
  { lease, outgoing, secrets, data }: Sending,
  signal: AbortSignal,
): Promise<Attempted | null> => {
  const { event: type, createdAt, url } = outgoing;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  const timestamp = Math.floor(now().getTime() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    ...toSignedHeaders(secrets, { id: lease.deliveryId, timestamp, body }),
  };
  try {
    return await post.send({ url, headers, body }, signal);
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'cancelled') return null;
    return { error: error.code === 'url_refused' ? 'address_refused' : 'unreachable' };
  }
};

const settle = async (
  { database, metrics, logger }: Deps,
  { scope, lease }: Claimed,
  { outgoing, settlement }: { outgoing: Outgoing; settlement: Settlement },
): Promise<void> => {
  const { endpointId } = outgoing;
  const end = await database.withScope(scope, async (tx) => {
    const settled = await tx.webhooks.settle(lease, outgoing, settlement);
    if (settled === 'off') {
      await tx.audit.append({ actorId: null, action: 'webhook.disable', subjectId: endpointId });
    }
    return settled;
  });
  if (end === 'refused') return;
  metrics.webhookAttempted(settlement.kind === 'off' ? 'failed' : settlement.kind);
  const { kind } = settlement;
  logger.debug({ endpointId, deliveryId: lease.deliveryId, outcome: kind }, 'Webhook attempted');
  if (end === 'off' && settlement.kind === 'off') {
    logger.info({ endpointId, reason: settlement.reason }, 'Webhook endpoint switched off');
  }
};
