import type { JobQueue, QueuedJob } from '../platform/queue/job-queue.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { createSingleFlight } from '../shared/async.js';
import type { WebhookJob } from './deliver.js';
import type { DeliveryShares, DueDelivery, WebhookTasks } from './delivery-repository.js';

type Deps = {
  tasks: Pick<WebhookTasks, 'findDue'>;
  queue: Pick<JobQueue<WebhookJob>, 'add' | 'waitingIds'>;
  shares: DeliveryShares;
  intervalMs: number;
  /** A due delivery that nobody has claimed for this long gets another job. */
  renameAfterMs: number;
  logger: Logger;
};

/**
 * Queues a job for each due delivery whose turn has come. A job is a wake-up and claims nothing: a lost one is added again at the next
 * check, and while the queue is unavailable the outbox keeps the deliveries.
 */
export const createDeliveryLoop = ({ intervalMs, logger, ...deps }: Deps) => {
  let timer: NodeJS.Timeout | undefined;
  let isDown = false;
  const looks = createSingleFlight(async () => {
    try {
      await queueDue(deps);
      if (isDown) logger.info({}, 'Webhooks are queued again');
      isDown = false;
    } catch (error) {
      if (!isDown) logger.warn({ err: error }, 'Webhooks cannot be queued, trying again');
      isDown = true;
    }
  });
  return {
    start: (): void => {
      timer ??= setInterval(() => void looks.run(), intervalMs);
      void looks.run();
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      timer = undefined;
      await looks.ended();
    },
  };
};

const queueDue = async ({
  tasks,
  queue,
  shares,
  renameAfterMs,
}: Omit<Deps, 'intervalMs' | 'logger'>): Promise<void> => {
  const waiting = new Set(await queue.waitingIds());
  const due = await tasks.findDue(shares);
  const missing = due
    .map((delivery) => toJob(delivery, renameAfterMs))
    .filter(({ id }) => !waiting.has(id));
  await queue.add(missing);
};

/**
 * The queue ignores a job whose id it already has; each claim raises the epoch, and a delivery that nobody works on is added with another
 * id.
 */
const toJob = (
  { tenantId, deliveryId, epoch, waitedMs }: DueDelivery,
  renameAfterMs: number,
): QueuedJob<WebhookJob> => ({
  id: `${deliveryId}-${epoch}-${Math.floor(waitedMs / renameAfterMs)}`,
  payload: { schema: 1, tenantId, deliveryId },
});
