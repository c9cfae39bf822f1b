import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { MemoryId, newId } from '../../src/shared/ids.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { createReindex } from '../../src/maintenance/reindex.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  countVectors,
  createTestIngestion,
  findDocument,
  toLines,
  whenFinished,
  type TestIngestion,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

type Options = Omit<Parameters<typeof createTestIngestion>[0], 'database' | 'databaseUrl'>;

describe('a re-index of all documents', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let system: TestIngestion;

  beforeAll(async () => {
    test = await createTestDatabase({ poolSize: 8 });
  });
  afterAll(() => test.destroy());
  beforeEach(async () => {
    await queryAsOwner(test, 'DELETE FROM ingestion_tasks');
    tenant = await test.tenant();
  });
  afterEach(() => system.close());

  const open = async (options: Options): Promise<void> => {
    system = await createTestIngestion({
      database: test.database,
      databaseUrl: test.url,
      ...options,
    });
    await system.start();
  };
  const reindex = (startWorker: () => Promise<unknown>, report: (left: number) => void) =>
    createReindex({ ...test.database.platform, startWorker, intervalMs: 20 })(report);

  it('finishes while later uploads are still being processed', async () => {
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await open({
      wrap: ({ parsers }) => ({
        parsers: {
          parse: async (request) => {
            const parsed = await parsers.parse(request);
            if (parsed.text.startsWith('late')) await gate;
            return parsed;
          },
        },
      }),
    });
    const { id } = await system.upload(tenant.admin, toLines(4));
    await whenFinished(test.database, tenant, id);
    await system.vectors.writerFor(tenant.system).deleteDocument({ documentId: id });
    const reported: number[] = [];

    await reindex(
      () => system.upload(tenant.admin, toLines(4, 'late')),
      (left) => reported.push(left),
    );

    expect(await countVectors(system, tenant, id)).toEqual({ rows: 4, distinct: 4 });
    expect([reported[0], reported.at(-1)]).toEqual([1, 0]);
    letGo();
  });

  it('waits for documents that an outage has postponed', async () => {
    let isDown = false;
    const embedder: Embedder = {
      model: 'absent',
      dimensions: 2,
      embed: async (texts) => {
        if (isDown) throw new AppError('embedder_unavailable', 'Down.');
        return {
          vectors: texts.map(() => Float32Array.of(1, 0)),
          promptTokens: 1,
          costUsd: null,
        };
      },
    };
    await open({ embedder, timing: { backoffBaseMs: 500 } });
    const { id } = await system.upload(tenant.admin, toLines(4));
    await whenFinished(test.database, tenant, id);
    await system.vectors.writerFor(tenant.system).deleteDocument({ documentId: id });
    isDown = true;
    const isPutOff = () =>
      queryAsOwner(test, `SELECT 1 FROM ingestion_tasks WHERE state = 'due' AND due_at > now()`);

    const finished = reindex(
      () => eventually(isPutOff, (putOff) => putOff.length === 1),
      () => {
        isDown = false;
      },
    );

    await finished;
    expect(await countVectors(system, tenant, id)).toEqual({ rows: 4, distinct: 4 });
    expect(await findDocument(test.database, tenant, id)).toMatchObject({ status: 'ready' });
  });

  it('does not wait for a memory that fails again and again', async () => {
    await open({});
    await system.ingestion.loop.stop();
    const { tasks } = test.database.platform;
    const subjectId = newId(MemoryId);
    await test.database.withScope(tenant.system, (tx) =>
      tx.tasks.schedule({ subjectKind: 'memory', subjectId, version: 1, action: 'index' }),
    );
    const before = await tasks.leftSince(await tasks.requeueAll());
    await queryAsOwner(test, `UPDATE ingestion_tasks SET failures = 3`);
    const reported: number[] = [];

    await reindex(
      () => Promise.resolve(),
      (left) => reported.push(left),
    );

    expect(before).toBe(1);
    expect(reported).toEqual([0]);
  });
});
