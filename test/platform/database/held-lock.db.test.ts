import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHeldLock } from '../../../src/platform/database/held-lock.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';

let urls: TestDatabase;
const open: ReturnType<typeof createHeldLock>[] = [];

const openLock = (options: { key?: string; silenceMs?: number } = {}) => {
  const lock = createHeldLock({ url: urls.url, key: 'figures', ...options });
  open.push(lock);
  return lock;
};

const connections = () =>
  queryAsOwner(
    urls,
    `SELECT a.pid FROM pg_stat_activity a JOIN pg_locks l USING (pid)
     WHERE l.locktype = 'advisory' AND a.datname = current_database()`,
  );

beforeAll(async () => {
  urls = await createTestDatabase();
});
afterEach(async () => {
  for (const lock of open.splice(0)) await lock.close();
});
afterAll(() => urls.destroy());

describe('a lock that one of several processes holds', () => {
  it('is held by the first that asks, as long as it keeps asking', async () => {
    const [first, second] = [openLock(), openLock()];

    const answers = [];
    for (const lock of [first, second, first, second]) answers.push(await lock.isHeld());

    expect(answers).toEqual([true, false, true, false]);
  });

  it('is held by only one when many ask at once', async () => {
    const locks = Array.from({ length: 5 }, () => openLock());

    const answers = await Promise.all(
      [...locks, ...locks].map(async (lock) => ({ lock, isHeld: await lock.isHeld() })),
    );

    const holders = new Set(answers.filter(({ isHeld }) => isHeld).map(({ lock }) => lock));
    expect(holders.size).toBe(1);
    expect(await connections()).toHaveLength(1);
  });

  it('goes to another when its holder closes', async () => {
    const [first, second] = [openLock(), openLock()];
    await first.isHeld();

    await first.close();

    expect(await second.isHeld()).toBe(true);
    expect(await first.isHeld()).toBe(false);
  });

  it('goes to another when its holder loses the connection, and the holder notices', async () => {
    const [first, second] = [openLock(), openLock()];
    await first.isHeld();
    const [held] = await connections();

    await queryAsOwner(urls, `SELECT pg_terminate_backend(${String(held?.['pid'])})`);

    await eventually(
      () => second.isHeld(),
      (isHeld) => isHeld,
    );
    expect(await first.isHeld()).toBe(false);
  });

  it('goes to another when its holder has been silent for too long', async () => {
    const [silent, second] = [openLock({ silenceMs: 300 }), openLock()];
    await silent.isHeld();

    await eventually(
      () => second.isHeld(),
      (isHeld) => isHeld,
    );

    expect(await silent.isHeld()).toBe(false);
  });

  it('does not block a lock with another key', async () => {
    const [first, other] = [openLock(), openLock({ key: 'other' })];

    expect([await first.isHeld(), await other.isHeld()]).toEqual([true, true]);
  });

  it('is reported as not held while PostgreSQL is unreachable', async () => {
    const lock = createHeldLock({ url: 'postgresql://nobody@127.0.0.1:9/none', key: 'figures' });
    open.push(lock);

    await expect(lock.isHeld()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
