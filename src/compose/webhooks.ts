import type { Platform } from './platform.js';
import { createWebhookDelivery, createWebhooks } from '../webhooks/index.js';

/** Lets admins manage webhooks. */
export const composeWebhooks = ({ database, guardedPost: post, signInKeys }: Platform) =>
  createWebhooks({ database, post, atRest: signInKeys?.atRest ?? null });

/** Sends due deliveries. */
export const composeWebhookDelivery = ({ guardedPost, webhookQueue, ...platform }: Platform) =>
  createWebhookDelivery({
    ...platform,
    queue: webhookQueue,
    post: guardedPost,
    atRest: platform.signInKeys?.atRest ?? null,
  });
