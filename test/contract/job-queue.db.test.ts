import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createBullMqQueue, type BullMqTarget } from '../../src/platform/queue/bullmq-queue.js';
import { newId, TaskId, TenantId } from '../../src/shared/ids.js';
import type { JobConsumer, JobQueue, QueuedJob } from '../../src/platform/queue/job-queue.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { hasRedisServer, startRedisServer } from '../support/redis-server.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

type Backend = { url: string; destroy: () => Promise<void> };

const BACKENDS: Record<BullMqTarget['backend'], () => Promise<Backend>> = {
  postgres: async () => {
    const database = await createTestDatabase();
    return { url: database.url, destroy: () => database.destroy() };
  },
  redis: async () => {
    const server = await startRedisServer();
    return { url: server.url, destroy: () => server.kill() };
  },
};

const backends = (['postgres', 'redis'] as const).filter(
  (backend) => backend === 'postgres' || hasRedisServer(),
);
if (!hasRedisServer()) {
  process.stderr.write('No redis-server in PATH: the job queue is tested on PostgreSQL alone.\n');
}

const toJob = (): QueuedJob => {
  const taskId = newId(TaskId);
  return {
    id: `${taskId}-0`,
    payload: {
      schema: 1,
      tenantId: newId(TenantId),
      taskId,
      subjectKind: 'document',
      subjectId: randomUUID(),
      version: 1,
    },
  };
};

describe.each(backends)('BullMQ on %s', (backend) => {
  let server: Backend;
  let proxy: TcpProxy;
  let queue: JobQueue;
  let consumers: JobConsumer[] = [];

  beforeAll(async () => {
    server = await BACKENDS[backend]();
    proxy = await startTcpProxy(server.url);
  });
  afterAll(async () => {
    await proxy.close();
    await server.destroy();
  });
  afterEach(async () => {
    await Promise.all(consumers.map((consumer) => consumer.close({ graceMs: 0 })));
    consumers = [];
    await queue.close();
  });

  const openQueue = (): JobQueue => {
    queue = createBullMqQueue(
      { backend, url: proxy.through(server.url) },
      { logger: createSilentLogger(), queueName: `test-${randomUUID()}` },
    );
    return queue;
  };
  const consume = async (handle: (payload: unknown, signal: AbortSignal) => Promise<void>) => {
    const consumer = await queue.consume({ concurrency: 2, handle });
    consumers.push(consumer);
    return consumer;
  };
  const tryToAdd = (): Promise<boolean> =>
    queue.add([toJob()]).then(
      () => true,
      () => false,
    );
  const collect = async (): Promise<unknown[]> => {
    const seen: unknown[] = [];
    await consume(async (payload) => void seen.push(payload));
    return seen;
  };

  it('delivers every job with its payload', async () => {
    const jobs = Array.from({ length: 25 }, toJob);
    const seen = await (openQueue(), collect());

    await queue.add(jobs);

    await eventually(
      () => seen.length,
      (count) => count === jobs.length,
    );
    expect(new Set(seen)).toEqual(new Set(jobs.map(({ payload }) => payload)));
  });

  it('keeps one job for an id that is already waiting', async () => {
    const job = toJob();
    openQueue();

    await queue.add([job]);
    await queue.add([job, job]);

    expect(await queue.counts()).toEqual({ waiting: 1, active: 0 });
  });

  it('lists the jobs that no worker has taken', async () => {
    const jobs = [toJob(), toJob(), toJob()];
    openQueue();
    await queue.add(jobs);

    const waiting = await queue.waitingIds();

    expect(waiting.sort()).toEqual(jobs.map(({ id }) => id).sort());
    await consume(async () => undefined);
    await eventually(
      () => queue.waitingIds(),
      (ids) => ids.length === 0,
    );
  });

  it('accepts an id again once its job is finished', async () => {
    const job = toJob();
    const seen = await (openQueue(), collect());
    await queue.add([job]);
    await eventually(
      () => queue.counts(),
      ({ waiting, active }) => waiting + active === 0,
    );

    await queue.add([job]);

    await eventually(
      () => seen.length,
      (count) => count === 2,
    );
  });

  it('continues after a handler threw an error', async () => {
    const seen: unknown[] = [];
    openQueue();
    await consume(async (payload) => {
      seen.push(payload);
      throw new Error('Planned');
    });

    await queue.add([toJob(), toJob(), toJob()]);

    await eventually(
      () => seen.length,
      (count) => count === 3,
    );
  });

  it('rejects jobs at once while the backend is down, and accepts them when it is back', async () => {
    openQueue();
    await queue.add([toJob()]);
    await proxy.down();

    const refused = await queue.add([toJob()]).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: 'queue_unavailable' });
    await expect(queue.check()).rejects.toMatchObject({ code: 'queue_unavailable' });
    await proxy.up();
    await eventually(tryToAdd, (isAdded) => isAdded);
  });

  it('starts consuming once a backend that was down at startup is up', async () => {
    await proxy.down();
    const seen = await (openQueue(), collect());
    await proxy.up();

    await eventually(tryToAdd, (isAdded) => isAdded);

    await eventually(
      () => seen.length,
      (count) => count > 0,
    );
  });

  it('resumes consuming after the backend was down', async () => {
    const seen = await (openQueue(), collect());
    await queue.add([toJob()]);
    await eventually(
      () => seen.length,
      (count) => count === 1,
    );
    await proxy.down();
    await queue.counts().catch(() => null);
    await proxy.up();

    await eventually(tryToAdd, (isAdded) => isAdded);

    await eventually(
      () => seen.length,
      (count) => count > 1,
    );
  });

  it('lets a running handler finish when it closes', async () => {
    const work = new EventTarget();
    let isFinished = false;
    openQueue();
    const consumer = await consume(async () => {
      work.dispatchEvent(new Event('started'));
      await once(work, 'finish');
      isFinished = true;
    });
    const started = once(work, 'started');
    await queue.add([toJob()]);
    await started;

    const closed = consumer.close({ graceMs: 5000 });
    work.dispatchEvent(new Event('finish'));
    await closed;

    expect(isFinished).toBe(true);
    expect(consumer.running()).toBe(false);
  });

  it('aborts a handler that outlives the grace period', async () => {
    const work = new EventTarget();
    let isAborted = false;
    openQueue();
    const consumer = await consume(async (_payload, signal) => {
      work.dispatchEvent(new Event('started'));
      await once(signal, 'abort');
      isAborted = true;
    });
    const started = once(work, 'started');
    await queue.add([toJob()]);
    await started;

    await consumer.close({ graceMs: 10 });

    expect(isAborted).toBe(true);
  });
});
