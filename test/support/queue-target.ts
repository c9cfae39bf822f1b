import type { BullMqTarget } from '../../src/platform/queue/bullmq-queue.js';

/** Queues the jobs of a test on the Redis of REDIS_URL, in a database of its own for each Jest worker, or else on PostgreSQL. */
export const queueTarget = (databaseUrl: string): BullMqTarget => {
  const { REDIS_URL, JEST_WORKER_ID = '0' } = process.env;
  return REDIS_URL
    ? { backend: 'redis', url: `${REDIS_URL.replace(/\/\d*$/, '')}/${JEST_WORKER_ID}` }
    : { backend: 'postgres', url: databaseUrl };
};
