import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  toVerdict,
  type LimitStore,
  type RateBucket,
} from '../../src/platform/limits/limit-store.js';
import { createLocalLimitStore } from '../../src/platform/limits/limits.js';
import { createPostgresLimitStore } from '../../src/platform/limits/postgres-limit-store.js';
import { createRedisLimitStore } from '../../src/platform/limits/redis-limit-store.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { hasRedisServer, startRedisServer } from '../support/redis-server.js';

type Server = {
  /** Opens the store as one process does. */
  open(options: { leaseMs: number }): LimitStore;
  close(): Promise<void>;
};

const LEASE_MS = 400;

const servers: Record<string, () => Promise<Server>> = {
  PostgreSQL: async () => {
    const { url, ...database } = await createTestDatabase();
    return {
      open: (options) => createPostgresLimitStore({ url, ...options }),
      close: () => database.destroy(),
    };
  },
  Redis: async () => {
    const { url, ...redis } = await startRedisServer();
    return {
      open: (options) => createRedisLimitStore({ url, ...options }),
      close: () => redis.kill(),
    };
  },
};
if (!hasRedisServer()) {
  process.stderr.write('No redis-server in PATH: limits are tested on PostgreSQL alone.\n');
  delete servers['Redis'];
}

const verdictOf = async (store: LimitStore, buckets: readonly RateBucket[]) =>
  toVerdict(buckets, await store.take(buckets));

const allowedOf = async (store: LimitStore, buckets: readonly RateBucket[], times: number) => {
  const verdicts = await Promise.all(
    Array.from({ length: times }, () => verdictOf(store, buckets)),
  );
  return verdicts.filter(({ allowed }) => allowed).length;
};

const bucketOf = (perMinute: number): RateBucket => ({ key: randomUUID(), perMinute });

const describeBursts = (open: () => LimitStore) => {
  it('have a burst size separate from the refill rate', async () => {
    const bucket = { ...bucketOf(0.1), burst: 3 };
    const store = open();

    expect(await allowedOf(store, [bucket], 5)).toBe(3);
    const { retryAfterSec, resetSec } = await verdictOf(store, [bucket]);
    expect(retryAfterSec).toBeGreaterThan(500);
    expect(retryAfterSec).toBeLessThanOrEqual(600);
    expect(resetSec).toBeGreaterThan(1500);
  });
};

const describeBuckets = (open: () => LimitStore) => {
  describeBursts(open);

  it('let through as many requests as a bucket holds, and report what is left', async () => {
    const bucket = bucketOf(3);
    const store = open();

    const verdicts = [];
    for (let request = 0; request < 4; request += 1)
      verdicts.push(await verdictOf(store, [bucket]));

    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
    const [first, , , refused] = verdicts;
    expect(first?.retryAfterSec).toBe(0);
    expect(first?.resetSec).toBe(20);
    // A bucket of 3 refills one in 20 seconds; a slow machine has waited for some of them already.
    expect(refused?.retryAfterSec).toBeGreaterThan(10);
    expect(refused?.retryAfterSec).toBeLessThanOrEqual(20);
    expect(refused?.resetSec).toBeGreaterThan(50);
    expect(refused?.resetSec).toBeLessThanOrEqual(60);
  });

  it('let a burst through only up to the bucket size', async () => {
    expect(await allowedOf(open(), [bucketOf(10)], 60)).toBe(10);
  });

  it('refill a bucket evenly, and never beyond a minute’s worth', async () => {
    const bucket = bucketOf(600);
    const store = open();
    await allowedOf(store, [bucket], 600);

    await eventually(
      () => verdictOf(store, [{ ...bucket, cost: 0 }]),
      ({ remaining }) => remaining >= 3,
    );

    expect(await allowedOf(store, [{ ...bucket, perMinute: 5 }], 20)).toBeLessThanOrEqual(5);
  });

  it('charge none of several buckets if one is empty, and name that one', async () => {
    const [small, large] = [bucketOf(1), bucketOf(10)];
    const store = open();

    expect(await allowedOf(store, [large, small], 5)).toBe(1);
    expect(await verdictOf(store, [large, small])).toMatchObject({ bucket: small });
    expect(await verdictOf(store, [large])).toMatchObject({ allowed: true, remaining: 8 });
  });

  it('can look at a bucket without taking from it', async () => {
    const bucket = bucketOf(1);
    const free = { ...bucket, cost: 0 as const };
    const store = open();

    expect(await allowedOf(store, [free], 3)).toBe(3);
    expect(await allowedOf(store, [bucket, { ...bucketOf(1), cost: 0 }], 3)).toBe(1);
    expect(await verdictOf(store, [free])).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('hand out the slots of a key, and again when one is released', async () => {
    const [key, others] = [randomUUID(), randomUUID()];
    const store = open();
    const acquire = (holder: string) => store.acquire({ key, holder, max: 2 });

    const first = await Promise.all(['a', 'b', 'c', 'd'].map(acquire));
    expect(first.filter(Boolean)).toHaveLength(2);
    expect(await store.acquire({ key: others, holder: 'a', max: 1 })).toBe(true);

    await store.release({ key, holder: ['a', 'b', 'c', 'd'][first.indexOf(true)] ?? '' });
    expect([await acquire('e'), await acquire('f')]).toEqual([true, false]);
  });
};

describe('limits counted in one process', () => {
  describeBuckets(() => createLocalLimitStore({ nowMs: () => performance.now() }));
});

describe.each(Object.entries(servers))('limits counted in %s', (_name, start) => {
  let server: Server;
  let stores: LimitStore[];
  const open = (): LimitStore => {
    const store = server.open({ leaseMs: LEASE_MS });
    stores.push(store);
    return store;
  };

  beforeAll(async () => {
    server = await start();
  });

  beforeEach(() => {
    stores = [];
  });

  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });

  afterAll(() => server.close());

  describeBuckets(open);

  it('let two processes through together only as often as one', async () => {
    const buckets = [bucketOf(12), bucketOf(20)];
    const [one, other] = [open(), open()];

    const alone = await allowedOf(one, buckets, 4);
    const together = await Promise.all([one, other].map((each) => allowedOf(each, buckets, 20)));

    expect(alone).toBe(4);
    expect(together.reduce((sum, allowed) => sum + allowed)).toBe(8);
    expect(await allowedOf(other, [bucketOf(12)], 20)).toBe(12);
  });

  it('follow the server’s clock, whatever time a process has', async () => {
    const bucket = bucketOf(2);
    const slot = { key: randomUUID(), max: 1 };
    const [store, other] = [open(), open()];
    await allowedOf(store, [bucket], 2);
    await store.acquire({ ...slot, holder: 'one' });

    for (const offsetMs of [3_600_000, -3_600_000]) {
      const right = Date.now;
      Date.now = () => right() + offsetMs;
      try {
        expect(await verdictOf(other, [bucket])).toMatchObject({ allowed: false });
        await store.renew([{ ...slot, holder: 'one' }]);
        expect(await other.acquire({ ...slot, holder: 'two' })).toBe(false);
      } finally {
        Date.now = right;
      }
    }
  });

  it('free the slots of a crashed process once their lease expires', async () => {
    const slot = { key: randomUUID(), max: 1 };
    const [dead, other] = [open(), open()];
    await dead.acquire({ ...slot, holder: 'dead' });

    const atOnce = await other.acquire({ ...slot, holder: 'other' });

    expect(atOnce).toBe(false);
    await eventually(
      () => other.acquire({ ...slot, holder: 'other' }),
      (isFree) => isFree,
    );
  });

  it('keep a slot beyond its lease while its holder renews it', async () => {
    const slot = { key: randomUUID(), holder: 'living', max: 1 };
    const store = open();
    await store.acquire(slot);
    const startedAtMs = performance.now();

    await eventually(
      () => store.renew([slot, { key: randomUUID(), holder: 'also' }]),
      () => performance.now() - startedAtMs > LEASE_MS * 2,
    );

    expect(await store.acquire({ ...slot, holder: 'other' })).toBe(false);
  });

  it('count a slot again that was renewed after the server had lost it', async () => {
    const slot = { key: randomUUID(), holder: 'living', max: 1 };
    const store = open();

    await store.renew([slot, { ...slot, holder: 'second' }]);

    expect(await store.acquire({ ...slot, holder: 'other', max: 2 })).toBe(false);
    await store.release(slot);
    expect(await store.acquire({ ...slot, holder: 'other', max: 2 })).toBe(true);
  });
});
