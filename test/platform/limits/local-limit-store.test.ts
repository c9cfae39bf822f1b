import { describe, expect, it } from '@jest/globals';
import { createLocalLimitStore } from '../../../src/platform/limits/limits.js';

const setUp = (capacity?: number) => {
  const clock = { ms: 0 };
  const store = createLocalLimitStore({
    nowMs: () => clock.ms,
    ...(capacity !== undefined && { capacity }),
  });
  return { clock, store };
};

describe('a rate-limit bucket of one process', () => {
  it('refills evenly up to its capacity', async () => {
    const { clock, store } = setUp();
    const bucket = { key: 'a', perMinute: 60, burst: 2 };
    await store.take([bucket]);
    await store.take([bucket]);

    clock.ms = 500;
    expect(await store.take([bucket])).toEqual([0.5]);
    clock.ms = 3_600_000;

    expect(await store.take([bucket])).toEqual([2]);
  });

  it('is charged only if all requested buckets have something left', async () => {
    const { store } = setUp();
    const [full, empty] = [
      { key: 'full', perMinute: 5 },
      { key: 'empty', perMinute: 1 },
    ];
    await store.take([empty]);

    await store.take([full, empty]);

    expect(await store.take([full])).toEqual([5]);
  });

  it('is checked but not charged by a request that costs nothing', async () => {
    const { store } = setUp();
    const asked = { key: 'a', perMinute: 1, cost: 0 as const };

    await store.take([asked]);

    expect(await store.take([asked])).toEqual([1]);
  });

  it('is forgotten when others are used more recently', async () => {
    const { store } = setUp(2);
    const bucket = (key: string) => ({ key, perMinute: 1 });
    await store.take([bucket('a')]);
    await store.take([bucket('b')]);
    await store.take([bucket('a')]);

    await store.take([bucket('c')]);

    expect(await store.take([bucket('a')])).toEqual([0]);
    expect(await store.take([bucket('b')])).toEqual([1]);
  });
});

describe('concurrency slots of one process', () => {
  it('are as many as allowed, and are free again when released', async () => {
    const { store } = setUp();
    const take = (holder: string) => store.acquire({ key: 'a', holder, max: 2 });

    const taken = [await take('1'), await take('2'), await take('3')];
    await store.release({ key: 'a', holder: '1' });

    expect(taken).toEqual([true, true, false]);
    expect([await take('4'), await take('5')]).toEqual([true, false]);
  });
});
