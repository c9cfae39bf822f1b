import { describe, expect, it } from '@jest/globals';
import { createBullMqQueue } from '../../../src/platform/queue/bullmq-queue.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { hasRedisServer, startRedisServer } from '../../support/redis-server.js';

const policies = hasRedisServer() ? ['allkeys-lru', 'allkeys-random'] : [];

describe('BullMQ on a Redis that may evict jobs', () => {
  it('has a redis-server to be tested with, or says that it has none', () => {
    if (!hasRedisServer())
      process.stderr.write('No redis-server in PATH: eviction is not tested.\n');

    expect(policies.length > 0).toBe(hasRedisServer());
  });

  it.each(policies)('refuses %s by name', async (policy) => {
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
