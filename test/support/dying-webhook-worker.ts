import { createSecretKey } from 'node:crypto';
import { z } from 'zod';
import { createDatabase } from '../../src/platform/database/create-database.js';
import { createBullMqQueue } from '../../src/platform/queue/bullmq-queue.js';
import { createGuardedPost } from '../../src/platform/web/guarded-post.js';
import { repositories } from '../../src/compose/repositories.js';
import { createWebhookDelivery, type WebhookJob } from '../../src/webhooks/index.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { MIGRATIONS_FOLDER } from './database.js';
import { queueTarget } from './queue-target.js';

/** A worker process that ends itself as kill -9 does when a host has taken a delivery; run by start-dying-webhook-worker.ts. */
const Argument = z.object({
  url: z.string(),
  migrationUrl: z.string(),
  queueName: z.string(),
  origin: z.string(),
  atRest: z.base64(),
});
const { url, queueName, origin, ...argument } = Argument.parse(JSON.parse(process.argv[2] ?? ''));

const database = await createDatabase({
  repositories,
  url,
  migrationUrl: argument.migrationUrl,
  migrationsFolder: MIGRATIONS_FOLDER,
  poolSize: 4,
});
const post = createGuardedPost({ userAgent: 'knowledge-router', trustedOrigins: [origin] });
const { start } = createWebhookDelivery({
  database,
  queue: createBullMqQueue<WebhookJob>(queueTarget(url), {
    logger: createSilentLogger(),
    queueName,
  }),
  post: {
    ...post,
    send: async (...sent) => {
      const answer = await post.send(...sent);
      process.kill(process.pid, 'SIGKILL');
      return answer;
    },
  },
  atRest: [createSecretKey(Buffer.from(argument.atRest, 'base64'))],
  metrics: createSilentMetrics(),
  logger: createSilentLogger(),
  timing: { loopIntervalMs: 50, leaseMs: 3000 },
});
await start();
