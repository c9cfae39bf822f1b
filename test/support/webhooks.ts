import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGuardedPost } from '../../src/platform/web/guarded-post.js';
import { createBullMqQueue } from '../../src/platform/queue/bullmq-queue.js';
import type { JobQueue } from '../../src/platform/queue/job-queue.js';
import type { Database } from '../../src/compose/repositories.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { WebhookId } from '../../src/shared/ids.js';
import type { Keys } from '../../src/sign-in/keys.js';
import {
  createWebhookDelivery,
  createWebhooks,
  type WebhookJob,
  type WebhookTiming,
} from '../../src/webhooks/index.js';
import type { WebhookEvent } from '../../src/webhooks/schema.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { eventually } from './eventually.js';
import { queueTarget } from './queue-target.js';

export type Received = { headers: Record<string, string>; body: string };

type Answer = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

/** A customer's server, which keeps what it is sent and answers 204 unless told otherwise. */
export const startReceiver = async (
  answer: Answer = (_request, response) => void response.writeHead(204).end(),
) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ headers, body });
      answer(request, response, { headers, body });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    origin: `http://127.0.0.1:${port}`,
    received,
    /** Waits until it was sent so many requests, and returns them. */
    after: (count: number): Promise<Received[]> =>
      eventually(
        async () => received,
        ({ length }) => length >= count,
      ),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

type PostOptions = Partial<Parameters<typeof createGuardedPost>[0]>;

type Options = {
  database: Database;
  databaseUrl: string;
  post?: PostOptions;
  atRest?: Keys;
  queueName?: string;
  queue?: (queue: JobQueue<WebhookJob>) => JobQueue<WebhookJob>;
  timing?: Partial<WebhookTiming>;
  now?: () => Date;
};

const FAST: Partial<WebhookTiming> = { loopIntervalMs: 50, leaseMs: 3000, graceMs: 2000 };

/** Webhooks on real parts: PostgreSQL, BullMQ on it or on Redis, and the guarded client, which is let out to this machine. */
export const createTestWebhooks = ({ database, databaseUrl, ...options }: Options) => {
  const atRest = options.atRest ?? [createSecretKey(randomBytes(32))];
  const post = createGuardedPost({
    userAgent: 'knowledge-router',
    trustedOrigins: [],
    isAllowedPort: () => true,
    ...options.post,
  });
  const real = createBullMqQueue<WebhookJob>(queueTarget(databaseUrl), {
    logger: createSilentLogger(),
    queueName: options.queueName ?? `webhooks-${randomUUID()}`,
  });
  const queue = options.queue?.(real) ?? real;
  const webhooks = createWebhooks({ database, post, atRest });
  const delivery = createWebhookDelivery({
    database,
    queue,
    post,
    atRest,
    metrics: createSilentMetrics(),
    logger: createSilentLogger(),
    random: () => 0,
    ...(options.now && { now: options.now }),
    timing: { ...FAST, ...options.timing },
  });
  let running: { close: () => Promise<void> } | null = null;
  return {
    webhooks,
    atRest,
    subscribe: (scope: UserScope, url: string, events: WebhookEvent[]) =>
      webhooks.create(scope, { url, events }),
    start: async () => {
      running = await delivery.start();
    },
    /** The deliveries of an endpoint once they are as asked for. */
    deliveries: (
      scope: UserScope,
      id: WebhookId,
      isDone: (all: Awaited<ReturnType<typeof webhooks.listDeliveries>>['items']) => boolean,
    ) =>
      eventually(
        async () => (await webhooks.listDeliveries(scope, id, { limit: 100 })).items,
        isDone,
      ),
    close: async () => {
      await running?.close();
      await real.close();
    },
  };
};

export type TestWebhooks = ReturnType<typeof createTestWebhooks>;
