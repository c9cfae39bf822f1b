import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMigratedDatabase, dropDatabase } from './support/database.js';
import { eventually } from './support/eventually.js';
import { hasRedisServer, startRedisServer, type RedisServer } from './support/redis-server.js';
import { startServer, type Service } from './support/start-service.js';
import { toAnswer } from './support/serve-api.js';

const OPERATOR_KEY = randomBytes(24).toString('hex');
/** A bucket of this many gets one back every three seconds. */
const PER_MINUTE = 20;
const STREAMS = 2;

const stores = hasRedisServer() ? ['Redis', 'PostgreSQL'] : ['PostgreSQL'];
if (!hasRedisServer()) {
  process.stderr.write('No redis-server in PATH: limits are tested on PostgreSQL alone.\n');
}

type Call = { key: string; body?: unknown };

describe.each(stores)('two APIs that share their limits in %s', (store) => {
  const closers: (() => Promise<unknown>)[] = [];
  let variables: Record<string, string>;
  let redis: RedisServer;
  let services: Service[];

  beforeAll(async () => {
    const database = await createMigratedDatabase();
    closers.push(() => dropDatabase(database));
    const dataDir = await mkdtemp(join(tmpdir(), 'kr-limits-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    variables = {
      DATABASE_URL: database.url,
      DATABASE_MIGRATION_URL: database.migrationUrl,
      DATA_DIR: dataDir,
      BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
      // Nobody reads what is uploaded, so the stream that watches a document stays open.
      INGESTION_WORKER: 'separate',
      DATABASE_POOL_SIZE: '3',
      REQUESTS_PER_MINUTE_PER_USER: String(PER_MINUTE),
      MAX_STREAMS_PER_USER: String(STREAMS),
    };
    if (store === 'Redis') {
      redis = await startRedisServer();
      closers.push(() => redis.kill());
      variables['REDIS_URL'] = redis.url;
    }
    services = await Promise.all([start(), start()]);
  }, 120_000);

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const start = async (options?: { probe: '/docs' }): Promise<Service> => {
    const service = await startServer(variables, options);
    closers.push(() => service.kill());
    return service;
  };

  const call = async ({ url }: Service, path: string, { key, body }: Call) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const post = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(url + path, { headers, ...(body !== undefined && post) });
    return toAnswer(response, body === undefined ? 'GET' : 'POST');
  };

  /** An administrator with all of their limits left. */
  const newKey = async (service: Service): Promise<string> => {
    const slug = `t-${randomBytes(6).toString('hex')}`;
    const body = { slug, name: slug, admin: { email: `admin@${slug}.example` } };
    const { json } = await call(service, '/v1/tenants', { key: OPERATOR_KEY, body });
    return (json as { apiKey: string }).apiKey;
  };

  /** Counts the requests of a burst to each service that get through, without those for which the bucket refilled meanwhile. */
  const countAllowed = async (asked: readonly Service[], key: string): Promise<number> => {
    const startedAtMs = performance.now();
    const bursts = asked.flatMap((service) =>
      Array.from({ length: PER_MINUTE * 2 }, () => call(service, '/v1/me', { key })),
    );
    const answers = await Promise.all(bursts);
    const allowed = answers.filter(({ status }) => status === 200).length;
    const refilled = Math.floor(((performance.now() - startedAtMs) * PER_MINUTE) / 60_000);
    return Math.max(Math.min(allowed, PER_MINUTE), allowed - refilled);
  };

  const openStream = async (service: Service, path: string, key: string) => {
    const leave = new AbortController();
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' };
    const response = await fetch(service.url + path, { headers, signal: leave.signal });
    return { status: response.status, leave: () => leave.abort() };
  };

  it('let through in total as many requests as one of them alone', async () => {
    const [first, second] = services as [Service, Service];

    const alone = await countAllowed([first], await newKey(first));
    const together = await countAllowed([first, second], await newKey(second));

    expect([alone, together]).toEqual([PER_MINUTE, PER_MINUTE]);
  }, 60_000);

  it('allow a user in total as many streams as one of them, and another when one is closed', async () => {
    const [first, second] = services as [Service, Service];
    const key = await newKey(first);
    const body = { title: 'Notes', text: 'Three days.' };
    const { json } = await call(first, '/v1/documents', { key, body });
    const path = `/v1/documents/${(json as { document: { id: string } }).document.id}/events`;

    const open = [await openStream(first, path, key), await openStream(second, path, key)];
    const third = await openStream(second, path, key);

    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    expect(third.status).toBe(429);
    open[0]?.leave();
    await eventually(
      async () => {
        const { status, leave } = await openStream(second, path, key);
        leave();
        return status;
      },
      (status) => status === 200,
    );
    open[1]?.leave();
  }, 60_000);

  if (store === 'Redis') {
    it('continue while Redis is away, each within the limit, and share it again afterwards', async () => {
      const [first, second] = services as [Service, Service];
      const key = await newKey(first);
      await redis.kill();

      const each = [await countAllowed([first], key), await countAllowed([second], key)];
      const third = await start({ probe: '/docs' });
      const started = await countAllowed([third], await newKey(third));
      await redis.restart();

      expect(each).toEqual([PER_MINUTE, PER_MINUTE]);
      expect(started).toBe(PER_MINUTE);
      await eventually(
        async () => countAllowed([first, second, third], await newKey(first)),
        (together) => together === PER_MINUTE,
        60_000,
      );
    }, 180_000);
  }
});
