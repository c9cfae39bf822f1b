import type { GuardedPost } from '../platform/web/guarded-post.js';
import { AppError, isAppError, notFound, orNotFound } from '../shared/errors.js';
import { newId, WebhookId, type DeliveryId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { filterOfKey, type UserScope } from '../shared/scope.js';
import { seal, type Keys } from '../sign-in/index.js';
import type { Database, ScopedRepositories } from './database.js';
import type {
  DeliveryRecord,
  DeliveryStatus,
  EndpointChanges,
  WebhookEvent,
  WebhookRecord,
} from './schema.js';
import { makeSecret } from './sign.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  post: Pick<GuardedPost, 'check'>;
  /** Seals the secrets; null: this installation has no key, and no endpoints. */
  atRest: Keys | null;
};

export type Webhooks = ReturnType<typeof createWebhooks>;

type WithSecret = WebhookRecord & { secret: string };

const MAX_ENDPOINTS = 20;
/** How long both secrets sign. */
const OLD_SECRET_MS = 24 * 3_600_000;

/**
 * Manages the endpoints at which an application's servers receive events. An endpoint belongs to the person who created it and reports what
 * that person may read, so only they decide its URL; others can switch it off and remove it.
 */
export const createWebhooks = ({ database, post, atRest }: Deps) => ({
  ...createReading({ database }),
  /** This answer is the only place where the secret is ever shown. */
  create: async (
    scope: UserScope,
    { url, events }: { url: string; events: readonly WebhookEvent[] },
  ): Promise<WithSecret> => {
    const keys = requireKeys(atRest);
    requireTarget(post, url);
    const secret = makeSecret();
    const record = await database.withScope(scope, async (tx) => {
      if ((await tx.webhooks.countForAdding()) >= MAX_ENDPOINTS) {
        throw new AppError('quota_exceeded', `A tenant has at most ${MAX_ENDPOINTS} webhooks.`);
      }
      const created = await tx.webhooks.create({
        id: newId(WebhookId),
        ownerId: scope.userId,
        url,
        events: [...new Set(events)],
        filter: filterOfKey(scope),
        secret: seal(keys, scope.tenantId, secret),
      });
      await note(tx, scope, { action: 'webhook.create', id: created.id });
      return created;
    });
    return { ...record, secret };
  },
  /** Changes an endpoint. Deliveries waiting when it is switched off fail, and can be sent again. */
  update: async (
    scope: UserScope,
    id: WebhookId,
    changes: EndpointChanges,
  ): Promise<WebhookRecord> => {
    if (changes.url !== undefined) requireTarget(post, changes.url);
    return database.withScope(scope, async (tx) => {
      const found = orNotFound(await tx.webhooks.find(id));
      const isMore = changes.url !== undefined || changes.events !== undefined;
      if (isMore || changes.enabled === true) requireOwner(scope, found);
      const updated = await tx.webhooks.update(id, changes);
      if (changes.enabled === false) await tx.webhooks.dropWaiting(id);
      await note(tx, scope, { action: 'webhook.update', id });
      return updated;
    });
  },
  delete: (scope: UserScope, id: WebhookId): Promise<void> =>
    database.withScope(scope, async (tx) => {
      if (!(await tx.webhooks.delete(id))) throw notFound();
      await note(tx, scope, { action: 'webhook.delete', id });
    }),
  /** The new secret, shown once; the previous one also signs for a day. */
  rotateSecret: async (scope: UserScope, id: WebhookId): Promise<WithSecret> => {
    const keys = requireKeys(atRest);
    const secret = makeSecret();
    const record = await database.withScope(scope, async (tx) => {
      requireOwner(scope, orNotFound(await tx.webhooks.find(id)));
      const sealed = { secret: seal(keys, scope.tenantId, secret), oldForMs: OLD_SECRET_MS };
      const rotated = await tx.webhooks.rotateSecret(id, sealed);
      await note(tx, scope, { action: 'webhook.rotate_secret', id });
      return rotated;
    });
    return { ...record, secret };
  },
});

const createReading = ({ database }: Pick<Deps, 'database'>) => ({
  list: (scope: UserScope, page: PageRequest): Promise<Page<WebhookRecord>> =>
    database.withScope(scope, (tx) => tx.webhooks.list(page)),
  get: (scope: UserScope, id: WebhookId): Promise<WebhookRecord> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.webhooks.find(id))),
  listDeliveries: (
    scope: UserScope,
    id: WebhookId,
    page: PageRequest & { status?: DeliveryStatus | undefined },
  ): Promise<Page<DeliveryRecord>> =>
    database.withScope(scope, async (tx) => {
      orNotFound(await tx.webhooks.find(id));
      return tx.webhooks.listDeliveries(id, page);
    }),
  getDelivery: (
    scope: UserScope,
    { id, deliveryId }: { id: WebhookId; deliveryId: DeliveryId },
  ): Promise<DeliveryRecord> =>
    database.withScope(scope, async (tx) => {
      orNotFound(await tx.webhooks.find(id));
      return orNotFound(await tx.webhooks.findDelivery(id, deliveryId));
    }),
  /** Queues a test event, whatever the endpoint subscribes to. */
  sendTest: (scope: UserScope, id: WebhookId): Promise<DeliveryRecord> =>
    database.withScope(scope, async (tx) => {
      requireOn(orNotFound(await tx.webhooks.find(id)));
      const deliveryId = await tx.webhooks.addTest(id);
      return orNotFound(await tx.webhooks.findDelivery(id, deliveryId));
    }),
  redeliver: (
    scope: UserScope,
    { id, deliveryId }: { id: WebhookId; deliveryId: DeliveryId },
  ): Promise<DeliveryRecord> =>
    database.withScope(scope, async (tx) => {
      const endpoint = orNotFound(await tx.webhooks.find(id));
      orNotFound(await tx.webhooks.findDelivery(id, deliveryId));
      requireOn(endpoint);
      await tx.webhooks.redeliver(id, deliveryId);
      return orNotFound(await tx.webhooks.findDelivery(id, deliveryId));
    }),
});

/** Refuses a URL that could never be delivered to, naming the field. */
const requireTarget = (post: Deps['post'], url: string): void => {
  try {
    post.check(url);
  } catch (cause) {
    if (!isAppError(cause)) throw cause;
    throw new AppError(cause.code, cause.message, {
      cause,
      errors: [{ path: 'url', message: 'cannot be sent to' }],
    });
  }
};

const requireKeys = (atRest: Keys | null): Keys => {
  if (atRest !== null) return atRest;
  const message = 'This installation has no JWT_SECRET, which seals the secrets of webhooks.';
  throw new AppError('webhooks_off', message);
};

const requireOwner = ({ userId }: UserScope, { ownerId }: WebhookRecord): void => {
  if (ownerId === userId) return;
  const message =
    'Its owner alone does this, for it tells what they may read. Switch it off, or remove it.';
  throw new AppError('forbidden', message);
};

const requireOn = ({ offReason }: WebhookRecord): void => {
  if (offReason === null) return;
  throw new AppError('conflict', `This webhook is off (${offReason}): switch it on first.`);
};

type WebhookAction = `webhook.${'create' | 'update' | 'delete' | 'rotate_secret'}`;

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, id }: { action: WebhookAction; id: WebhookId },
): Promise<void> => tx.audit.append({ actorId, action, subjectId: id });
