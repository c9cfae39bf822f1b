import { describe, expect, it } from '@jest/globals';
import { createBullMqQueue } from '../../../src/platform/queue/bullmq-queue.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { createLogger } from '../../../src/platform/telemetry/logger.js';
import { hasRedisServer, startRedisServer } from '../../support/redis-server.js';

const policies = hasRedisServer() ? ['allkeys-lru', 'allkeys-random'] : [];

describe('BullMQ on a Redis that may evict jobs', () => {
  it('is tested if there is a redis-server, and says so if there is none', () => {
    if (!hasRedisServer())
      process.stderr.write('No redis-server in PATH: eviction is not tested.\n');

    expect(policies.length > 0).toBe(hasRedisServer());
  });

  it.each(policies)('refuses the eviction policy %s by name', async (policy) => {
    const server = await startRedisServer('--maxmemory', '50mb', '--maxmemory-policy', policy);
    const queue = createBullMqQueue(
      { backend: 'redis', url: server.url },
      { logger: createSilentLogger() },
    );

    await expect(queue.check()).rejects.toThrow(`maxmemory-policy is ${policy}`);

    await queue.close();
    await server.kill();
  });
});

describe('BullMQ on a Redis that goes away', () => {
  it.each(hasRedisServer() ? ['closes', 'goes on'] : [])(
    'reconnects only while it is in use: it %s',
    async (what) => {
      const lines: string[] = [];
      const logger = createLogger({
        level: 'warn',
        format: 'json',
        destination: { write: (line: string) => lines.push(line) },
      });
      const server = await startRedisServer();
      const queue = createBullMqQueue({ backend: 'redis', url: server.url }, { logger });
      const consumer = await queue.consume({ concurrency: 1, handle: async () => undefined });

      const closing = what === 'closes' ? consumer.close({ graceMs: 0 }) : Promise.resolve();
      await server.kill();
      await expect(queue.counts()).rejects.toMatchObject({ code: 'queue_unavailable' });
      const told = lines.length;
      await closing;
      await consumer.close({ graceMs: 0 });
      await queue.close();

      expect(told).toBe(what === 'closes' ? 0 : 1);
    },
  );
});
