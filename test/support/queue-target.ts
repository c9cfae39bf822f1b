import type { BullMqTarget } from '../../src/platform/queue/bullmq-queue.js';

/** Where jobs of a test are queued: on the Redis that REDIS_URL names, a database of it for each Jest worker, or on PostgreSQL. */
export const queueTarget = (databaseUrl: string): BullMqTarget => {
  const { REDIS_URL, JEST_WORKER_ID = '0' } = process.env;
  return REDIS_URL
    ? { backend: 'redis', url: `${REDIS_URL.replace(/\/\d*$/, '')}/${JEST_WORKER_ID}` }
    : { backend: 'postgres', url: databaseUrl };
};
