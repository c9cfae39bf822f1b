import type { JobQueue } from '../platform/queue/job-queue.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { GuardedPost } from '../platform/web/guarded-post.js';
import type { Keys } from '../sign-in/index.js';
import type { Database } from './database.js';
import { createHandleDelivery, type WebhookJob } from './deliver.js';
import { createDeliveryLoop } from './delivery-loop.js';
import { slowPlacesOfTenant } from './delivery-repository.js';

export type { WebhookJob } from './deliver.js';
export type { WebhookRepository } from './repository.js';
export { createWebhooks } from './webhooks.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  queue: Pick<JobQueue<WebhookJob>, 'add' | 'waitingIds' | 'consume'>;
  post: GuardedPost;
  atRest: Keys | null;
  metrics: Pick<Metrics, 'webhookAttempted'>;
  logger: Logger;
  now?: () => Date;
  random?: () => number;
  timing?: Partial<WebhookTiming>;
};

const WEBHOOK_TIMING = {
  loopIntervalMs: 1000,
  renameAfterMs: 60_000,
  /** Longer than an attempt may take: a dead worker's delivery is given to no other for this long. */
  leaseMs: 30_000,
  graceMs: 5000,
};
export type WebhookTiming = typeof WEBHOOK_TIMING;

/** An attempt waits up to 15 seconds for its host, and does little else. */
const SHARES = { places: 24, slowPlaces: 8, perTenant: 6, perEndpoint: 3 };

/** Sends due deliveries alongside the process's other work. */
export const createWebhookDelivery = (deps: Deps) => {
  const timing = { ...WEBHOOK_TIMING, ...deps.timing };
  const { loopIntervalMs: intervalMs, renameAfterMs, leaseMs, graceMs } = timing;
  const { webhookTasks: tasks } = deps.database.platform;
  const loop = createDeliveryLoop({ ...deps, tasks, shares: SHARES, intervalMs, renameAfterMs });
  const { now = () => new Date(), random = Math.random } = deps;
  const perTenant = SHARES.perTenant + slowPlacesOfTenant(SHARES);
  const handle = createHandleDelivery({ ...deps, leaseMs, perTenant, now, random });
  return {
    /** Consumes until closed; then deliveries being sent are finished, or given back. */
    start: async () => {
      const concurrency = SHARES.places + SHARES.slowPlaces;
      const consumer = await deps.queue.consume({ concurrency, handle });
      loop.start();
      return {
        close: async (): Promise<void> => {
          await loop.stop();
          await consumer.close({ graceMs });
        },
      };
    },
  };
};
