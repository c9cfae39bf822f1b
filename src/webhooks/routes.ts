import { z } from 'zod';
import {
  changes,
  creates,
  createsSecret,
  SECRET_SHOWN,
  userRoute,
  type Route,
} from '../http/index.js';
import { DeliveryId, DocumentId, UserId, WebhookId } from '../shared/ids.js';
import {
  DeliveryRecord,
  DeliveryStatus,
  OffReason,
  WebhookEvent,
  WebhookRecord,
} from './schema.js';
import type { Webhooks } from './webhooks.js';
import { ListQuery, listOf, listQueryFields, readList } from '../shared/lists.js';

export type WebhookDeps = { webhooks: Webhooks };

const Webhook = WebhookRecord.omit({ filter: true, offReason: true, offAt: true })
  .extend({
    ownerId: UserId.describe('Its creator: it reports only documents that they may read.'),
    enabled: z.boolean(),
    offReason: OffReason.nullable().describe('Null while it is enabled.'),
    offAt: z.date().nullable(),
    failingSince: z.date().nullable().describe('The first failure since the last success.'),
    oldSecretUntil: z.date().nullable().describe('Until then the previous secret also signs.'),
  })
  .meta({ id: 'Webhook' });

const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('`whsec_` and base64, shown once.'),
}).meta({ id: 'WebhookWithSecret' });

const WebhookShownBefore = Webhook.extend({
  secret: z.string().nullable(),
  secretShown: SECRET_SHOWN,
}).meta({
  id: 'WebhookShownBefore',
});

const Delivery = DeliveryRecord.extend({
  id: DeliveryId.describe('The header `webhook-id`, the same at every attempt.'),
  event: z.string(),
  status: DeliveryStatus.describe(
    '`withheld`: its owner may not read the document, so nothing was sent.',
  ),
  documentId: DocumentId.nullable(),
}).meta({ id: 'WebhookDelivery' });

const url = z.string().max(2000).describe('https, on the public internet.');
const events = z
  .array(WebhookEvent)
  .min(1)
  .max(WebhookEvent.options.length)
  .transform((all) => [...new Set(all)]);

const params = z.strictObject({ id: WebhookId });
const deliveryParams = z.strictObject({ id: WebhookId, deliveryId: DeliveryId });
const managed = { roles: ['admin'], permission: 'webhooks', tag: 'webhooks' } as const;

export const createWebhookRoutes = (deps: WebhookDeps): Route[] => [
  ...createReadRoutes(deps),
  ...createNewRoutes(deps),
  ...createChangeRoutes(deps),
  ...createDeliveryRoutes(deps),
];

const createReadRoutes = ({ webhooks }: WebhookDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    summary: "List the tenant's webhooks; with only the permission `webhooks`, your own",
    ...managed,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Webhook, 'WebhookList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'webhooks', scope }, query, async (page) => {
        const { items, nextAfter } = await webhooks.list(scope, page);
        return { items: items.map(toView), nextAfter };
      }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/webhooks/:id',
    operationId: 'getWebhook',
    summary: 'Read a webhook, without its secret',
    ...managed,
    params,
    responses: { 200: { description: 'The webhook', schema: Webhook } },
    answer: async ({ scope, params: { id } }) => toView(await webhooks.get(scope, id)),
  }),
];

const createNewRoutes = ({ webhooks }: WebhookDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    errors: ['url_refused', 'quota_exceeded', 'webhooks_off'],
    example: { url: 'https://app.example.com/hooks', events: ['document.ready'] },
    summary: 'Add a webhook for events; the secret is shown once',
    ...managed,
    body: z.strictObject({ url, events }).meta({ id: 'NewWebhook' }),
    creates: createsSecret(
      WebhookShownBefore,
      z.object({ id: WebhookId }),
      async (scope, { id }) => ({
        ...toView(await webhooks.get(scope, id)),
        secret: null,
        secretShown: true,
      }),
    ),
    responses: { 201: { description: 'Created', schema: WebhookWithSecret } },
    answer: async ({ scope, body }) => {
      const { secret, ...record } = await webhooks.create(scope, body);
      return { ...toView(record), secret };
    },
  }),
];

const createChangeRoutes = ({ webhooks }: WebhookDeps): Route[] => [
  userRoute({
    method: 'patch',
    path: '/v1/webhooks/:id',
    operationId: 'updateWebhook',
    errors: ['url_refused'],
    example: { enabled: true },
    summary: 'Change a webhook; administrators who do not own it can only switch it off',
    ...managed,
    params,
    body: changes({
      url: url.optional(),
      events: events.optional(),
      enabled: z.boolean().optional(),
    }).meta({ id: 'WebhookChanges' }),
    responses: { 200: { description: 'The changed webhook', schema: Webhook } },
    answer: async ({ scope, params: { id }, body }) =>
      toView(await webhooks.update(scope, id, body)),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/webhooks/:id',
    operationId: 'deleteWebhook',
    summary: 'Remove a webhook and its deliveries',
    ...managed,
    params,
    responses: { 204: { description: 'Removed' } },
    answer: ({ scope, params: { id } }) => webhooks.delete(scope, id),
  }),
  userRoute({
    method: 'post',
    path: '/v1/webhooks/:id/secret',
    operationId: 'rotateWebhookSecret',
    errors: ['webhooks_off'],
    summary: 'Create a new secret, shown once; the old one also signs for 24 hours',
    ...managed,
    params,
    responses: { 200: { description: 'With the new secret', schema: WebhookWithSecret } },
    answer: async ({ scope, params: { id } }) => {
      const { secret, ...record } = await webhooks.rotateSecret(scope, id);
      return { ...toView(record), secret };
    },
  }),
];

const createDeliveryRoutes = ({ webhooks }: WebhookDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/webhooks/:id/test',
    operationId: 'testWebhook',
    errors: ['conflict'],
    summary: 'Send the event `webhook.test`, whichever events the webhook has chosen',
    ...managed,
    params,
    creates: creates(z.object({ id: DeliveryId }), async (scope, { id: deliveryId }, of) => {
      const { id } = params.parse(of);
      return toDelivery(await webhooks.getDelivery(scope, { id, deliveryId }));
    }),
    responses: { 202: { description: 'Is being sent', schema: Delivery } },
    answer: async ({ scope, params: { id } }) => toDelivery(await webhooks.sendTest(scope, id)),
  }),
  userRoute({
    method: 'get',
    path: '/v1/webhooks/:id/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of the last 30 days, sent or not',
    ...managed,
    params,
    query: z.strictObject({ ...listQueryFields, status: DeliveryStatus.optional() }),
    responses: {
      200: { description: 'Newest first', schema: listOf(Delivery, 'WebhookDeliveryList') },
    },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `webhooks/${id}`, scope }, query, async (page) => {
        const { items, nextAfter } = await webhooks.listDeliveries(scope, id, {
          ...page,
          status: query.status,
        });
        return { items: items.map(toDelivery), nextAfter };
      }),
  }),
  userRoute({
    method: 'post',
    path: '/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
    operationId: 'redeliverWebhook',
    errors: ['conflict'],
    summary: 'Send a delivery again with the same `webhook-id`',
    ...managed,
    params: deliveryParams,
    responses: { 202: { description: 'Is being sent', schema: Delivery } },
    answer: async ({ scope, params: delivery }) =>
      toDelivery(await webhooks.redeliver(scope, delivery)),
  }),
];

const toView = ({ filter: _filter, ...record }: WebhookRecord): z.input<typeof Webhook> => ({
  ...record,
  enabled: record.offReason === null,
});

const toDelivery = (record: DeliveryRecord): z.input<typeof Delivery> => ({
  ...record,
  documentId: DocumentId.nullable()
    .catch(null)
    .parse(record.data['documentId'] ?? null),
});
