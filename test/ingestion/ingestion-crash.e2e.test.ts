import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createTestDatabase,
  queryAsOwner,
  queryInTenant,
  type TestDatabase,
} from '../support/database.js';
import {
  countVectors,
  createTestIngestion,
  toLines,
  whenFinished,
  type TestIngestion,
} from '../support/ingestion.js';
import { runUntilDeath, type DeathStage } from '../support/start-dying-worker.js';
import { leaseOf, type TestTenant } from '../support/tenant.js';

const CHUNKS = 150;
const BATCHES = 3;

/** The work that the second worker may have to do again, by the stage at which the first one died. */
const WORK_LEFT: Record<DeathStage, { parses: number; batches: number }> = {
  parse: { parses: 1, batches: BATCHES },
  chunk: { parses: 1, batches: BATCHES },
  upsert: { parses: 0, batches: 1 },
  verify: { parses: 0, batches: 0 },
  ready: { parses: 0, batches: 0 },
};

describe('a killed worker', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let system: TestIngestion;
  let done: { parses: number; batches: number };

  beforeAll(async () => {
    test = await createTestDatabase({ poolSize: 8 });
  });
  afterAll(async () => {
    await test.destroy();
  });
  beforeEach(async () => {
    tenant = await test.tenant();
    done = { parses: 0, batches: 0 };
    system = await createTestIngestion({
      database: test.database,
      databaseUrl: test.url,
      wrap: ({ parsers, vectors }) => ({
        parsers: {
          parse: (request) => {
            done.parses += 1;
            return parsers.parse(request);
          },
        },
        vectors: {
          ...vectors,
          writerFor: (scope) => ({
            ...vectors.writerFor(scope),
            upsertChunks: (points, turn) => {
              done.batches += 1;
              return vectors.writerFor(scope).upsertChunks(points, turn);
            },
          }),
        },
      }),
    });
  });
  afterEach(async () => {
    await system.close();
  });

  const stages: DeathStage[] = ['parse', 'chunk', 'upsert', 'verify', 'ready'];

  it.each(stages)(
    'at stage %s leaves the rest to the next worker, and nothing is done twice',
    async (stage) => {
      const { id } = await system.upload(tenant.admin, toLines(CHUNKS));

      const signal = await runUntilDeath(test, system, stage);
      await system.start();

      expect(signal).toBe('SIGKILL');
      expect(await whenFinished(test.database, tenant, id)).toMatchObject({
        status: 'ready',
        chunkCount: CHUNKS,
      });
      expect(await countVectors(system, tenant, id)).toEqual({ rows: CHUNKS, distinct: CHUNKS });
      const rows = await queryInTenant<{ chunks: number }>(
        test,
        tenant.tenantId,
        `SELECT count(*)::int AS chunks FROM chunks WHERE document_id = '${id}'`,
      );
      expect(rows).toEqual([{ chunks: CHUNKS }]);
      expect(done).toEqual(WORK_LEFT[stage]);
    },
  );

  it('does not make a document fail, even ten times', async () => {
    const { id } = await system.upload(tenant.admin, toLines(5));
    for (let death = 0; death < 10; death += 1) {
      await leaseOf(test.database, tenant, id);
      await queryAsOwner(test, 'UPDATE ingestion_tasks SET lease_expires_at = now()');
    }

    await system.start();

    expect(await whenFinished(test.database, tenant, id)).toMatchObject({ status: 'ready' });
  });

  it('makes the document fail with a reason if it is killed every time', async () => {
    const { id } = await system.upload(tenant.admin, toLines(5));
    for (let death = 0; death < 25; death += 1) {
      await leaseOf(test.database, tenant, id);
      await queryAsOwner(test, 'UPDATE ingestion_tasks SET lease_expires_at = now()');
    }

    await system.start();

    expect(await whenFinished(test.database, tenant, id)).toMatchObject({
      status: 'failed',
      errorCode: 'worker_lost',
    });
  });
});
