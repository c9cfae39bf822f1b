import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  countVectors,
  createTestIngestion,
  toLines,
  whenFinished,
  type TestIngestion,
  type TestParts,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

const SLOTS = 2;

describe('ingestion with a queue that repeats and loses jobs', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let system: TestIngestion;

  beforeAll(async () => {
    test = await createTestDatabase({ poolSize: 8 });
  });
  afterAll(async () => {
    await test.destroy();
  });
  beforeEach(async () => {
    tenant = await test.tenant();
  });
  afterEach(async () => {
    await system.close();
  });

  const open = async (wrap?: (parts: TestParts) => Partial<TestParts>): Promise<void> => {
    system = await createTestIngestion({
      database: test.database,
      databaseUrl: test.url,
      slots: SLOTS,
      ...(wrap === undefined ? {} : { wrap }),
    });
  };

  it('indexes a document once even if its job is delivered twenty times', async () => {
    let upserts = 0;
    await open(({ vectors, queue }) => ({
      vectors: {
        ...vectors,
        writerFor: (scope) => ({
          ...vectors.writerFor(scope),
          upsertChunks: (points, turn) => {
            upserts += 1;
            return vectors.writerFor(scope).upsertChunks(points, turn);
          },
        }),
      },
      queue: {
        ...queue,
        add: (jobs) =>
          queue.add(
            jobs.flatMap((job) =>
              Array.from({ length: 20 }, (_unused, copy) => ({ ...job, id: `${job.id}-${copy}` })),
            ),
          ),
      },
    }));
    await system.start();

    const { id } = await system.upload(tenant.admin, toLines(10));

    await whenFinished(test.database, tenant, id);
    await eventually(
      () => system.queue.counts(),
      ({ waiting, active }) => waiting + active === 0,
    );
    expect(upserts).toBe(1);
    expect(await countVectors(system, tenant, id)).toEqual({ rows: 10, distinct: 10 });
  });

  it('requeues what the queue lost', async () => {
    let lost = 0;
    await open(({ queue }) => ({
      queue: {
        ...queue,
        add: async (jobs) => {
          if (lost === 0) lost += jobs.length;
          else await queue.add(jobs);
        },
      },
    }));
    await system.start();

    const { id } = await system.upload(tenant.admin, toLines(5));

    expect(await whenFinished(test.database, tenant, id)).toMatchObject({ status: 'ready' });
    expect(lost).toBe(1);
  });

  it('keeps two jobs per slot while no worker takes any, whoever uploads later', async () => {
    await open();
    const others = await Promise.all(Array.from({ length: 3 }, () => test.tenant()));
    system.ingestion.loop.start();
    for (const { admin } of [tenant, ...others, tenant, ...others]) {
      await system.upload(admin, toLines(1));
      await system.ingestion.loop.refill();
    }

    const counts = await system.queue.counts();

    await system.ingestion.loop.stop();
    expect(counts).toEqual({ waiting: 2 * SLOTS, active: 0 });
  });

  it('keeps uploads while the queue is down, and logs the outage once', async () => {
    let isDown = true;
    await open(({ queue }) => ({
      queue: {
        ...queue,
        add: (jobs) =>
          isDown
            ? Promise.reject(new AppError('queue_unavailable', 'Planned outage.'))
            : queue.add(jobs),
      },
    }));
    await system.start();
    const { id } = await system.upload(tenant.admin, toLines(5));
    const isTold = ({ message }: { message: string }) => message.startsWith('Tasks cannot');
    await eventually(
      () => system.lines.filter(isTold).length,
      (count) => count > 0,
    );

    isDown = false;

    expect(await whenFinished(test.database, tenant, id)).toMatchObject({ status: 'ready' });
    expect(system.lines.filter(isTold)).toHaveLength(1);
  });
});
