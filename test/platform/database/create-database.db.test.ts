import { repositories } from '../../../src/compose/repositories.js';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../../../src/platform/database/create-database.js';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/start-embedded-postgres.js';
import { makeSystemScope } from '../../../src/shared/make-scope.js';
import { newId, TenantId } from '../../../src/shared/ids.js';
import {
  createTestDatabase,
  MIGRATIONS_FOLDER,
  type TestDatabase,
} from '../../support/database.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 2 });
});

afterAll(() => test.destroy());

describe('a database that becomes unreachable', () => {
  it('is reported as storage_unavailable and works again once it is back', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kr-fault-'));
    const start = () => startEmbeddedPostgres({ dataDir, durability: 'off' });
    const server = await start();
    const lost: Error[] = [];
    const database = await createDatabase({
      repositories,
      ...server,
      migrationsFolder: MIGRATIONS_FOLDER,
      poolSize: 2,
      onConnectionLost: (error) => lost.push(error),
    });
    const scope = makeSystemScope(newId(TenantId));
    const use = () => database.withScope(scope, (tx) => tx.users.list({ limit: 1 }));
    await use();
    await server.close();

    for (const attempt of [use, () => database.check(), () => database.platform.tasks.stats()]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'storage_unavailable' });
    }
    const again = await start();
    expect(await use()).toEqual({ items: [], nextAfter: null });
    expect(lost.length).toBeGreaterThan(0);
    await database.close();
    await again.close();
    await rm(dataDir, { recursive: true });
  }, 60_000);
});

describe('a process that stalls in the middle of a transaction', () => {
  it('loses the transaction, so that others can write its rows', async () => {
    const { member } = await test.tenant();
    const gate = new EventEmitter();
    const released = once(gate, 'release');
    const database = await createDatabase({
      repositories,
      ...test,
      migrationsFolder: MIGRATIONS_FOLDER,
      poolSize: 1,
      transactionIdleMs: 100,
    });
    const write = (owner: TestDatabase['database'], then: () => Promise<unknown>) =>
      owner.withScope(member, async (tx) => {
        await tx.usage.add(member.userId, { documents: 1 });
        await then();
      });

    const still = write(database, async () => {
      gate.emit('locked');
      await released;
    });
    await once(gate, 'locked');
    await write(test.database, () => Promise.resolve());

    gate.emit('release');
    await expect(still).rejects.toMatchObject({ code: 'storage_unavailable' });
    await database.close();
  });
});

describe('a pool whose connections are all in use', () => {
  it('refuses with storage_unavailable after the maximum waiting time', async () => {
    const gate = new EventEmitter();
    const released = once(gate, 'release');
    const started = once(gate, 'start');
    const database = await createDatabase({
      repositories,
      ...test,
      migrationsFolder: MIGRATIONS_FOLDER,
      poolSize: 1,
      turnLimits: { maxWaiting: 8, maxWaitMs: 1000 },
    });
    const scope = makeSystemScope(newId(TenantId));
    const holder = database.withScope(scope, async (tx) => {
      await tx.users.list({ limit: 1 });
      gate.emit('start');
      await released;
    });
    await started;

    const refused = database.withScope(scope, (tx) => tx.users.list({ limit: 1 }));

    await expect(refused).rejects.toMatchObject({ code: 'storage_unavailable', retryAfterSec: 1 });
    gate.emit('release');
    await holder;
    await database.close();
  });
});

describe('withLock', () => {
  it('lets one holder in at a time, also across connections', async () => {
    let inside = 0;
    let most = 0;
    const { signal } = new AbortController();

    await Promise.all(
      Array.from({ length: 10 }, () =>
        test.database.withLock({ key: 'table', signal }, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await test.database.check();
          inside -= 1;
        }),
      ),
    );

    expect(most).toBe(1);
  });

  it('stops waiting when the signal fires, and frees the lock when the work fails', async () => {
    const stop = new AbortController();
    const { signal } = new AbortController();
    const holder = test.database.withLock({ key: 'held', signal }, async () => {
      const waiting = test.database.withLock(
        { key: 'held', signal: stop.signal },
        async () => 'in',
      );
      stop.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
      throw new Error('failed inside');
    });

    await expect(holder).rejects.toThrow('failed inside');
    const next = await test.database.withLock({ key: 'held', signal }, async () => 'in');
    expect(next).toBe('in');
  });
});
