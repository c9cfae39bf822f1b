import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { parseFailure } from '../../src/parsing/parse-failure.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  countVectors,
  createTestIngestion,
  findDocument,
  toLines,
  whenFinished,
  type TestIngestion,
  type TestParts,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

describe('ingestion of documents', () => {
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
      ...(wrap === undefined ? {} : { wrap }),
    });
  };

  it('makes an upload ready, with every chunk in the index once', async () => {
    await open();
    await system.start();

    const { id, status } = await system.upload(tenant.admin, toLines(150));

    expect(status).toBe('queued');
    const ready = await whenFinished(test.database, tenant, id);
    expect(ready).toMatchObject({ status: 'ready', chunkCount: 150, errorCode: null });
    expect(await countVectors(system, tenant, id)).toEqual({ rows: 150, distinct: 150 });
  });

  it('keeps fifty equal simultaneous uploads as one document', async () => {
    await open();

    const uploads = await Promise.all(
      Array.from({ length: 50 }, () => system.upload(tenant.admin, 'the same words')),
    );

    expect(new Set(uploads.map(({ id }) => id)).size).toBe(1);
    const files: string[] = [];
    for await (const key of system.files.for(tenant.system).listOlderThan(-1000)) files.push(key);
    expect(files).toHaveLength(1);
  });

  it('fails a file without text at once, with its error code', async () => {
    await open();
    await system.start();

    const { id } = await system.upload(tenant.admin, ' ');

    expect(await whenFinished(test.database, tenant, id)).toMatchObject({
      status: 'failed',
      errorCode: 'document_empty',
    });
    expect(await test.database.platform.tasks.failuresByReason()).toContainEqual({
      reason: 'document_empty',
      documents: expect.any(Number),
    });
  });

  it('fails a file that crashes the parser after three tries, while others proceed', async () => {
    let tries = 0;
    await open(({ parsers }) => ({
      parsers: {
        parse: async (request) => {
          const parsed = await parsers.parse(request);
          if (!parsed.text.includes('poison')) return parsed;
          tries += 1;
          throw parseFailure('parser_crashed');
        },
      },
    }));
    await system.start();

    const poison = await system.upload(tenant.admin, 'poison');
    const other = await system.upload(tenant.admin, 'bread');

    expect(await whenFinished(test.database, tenant, other.id)).toMatchObject({ status: 'ready' });
    expect(await whenFinished(test.database, tenant, poison.id)).toMatchObject({
      status: 'failed',
      errorCode: 'parser_crashed',
    });
    expect(tries).toBe(3);
  });

  it('waits for a vector store that is down, without counting a failure', async () => {
    let isDown = true;
    let refusals = 0;
    await open(({ vectors }) => ({
      vectors: {
        ...vectors,
        writerFor: (scope) => ({
          ...vectors.writerFor(scope),
          upsertChunks: (points, turn) => {
            if (!isDown) return vectors.writerFor(scope).upsertChunks(points, turn);
            refusals += 1;
            isDown = refusals < 4;
            return Promise.reject(new AppError('vector_store_unavailable', 'Planned outage.'));
          },
        }),
      },
    }));
    await system.start();

    const { id } = await system.upload(tenant.admin, toLines(3));

    expect(await whenFinished(test.database, tenant, id)).toMatchObject({ status: 'ready' });
    expect(refusals).toBe(4);
  });

  it.each([
    ['read back', true],
    ['counted', false],
  ])(
    'repairs a vector store that kept less than it acknowledged, noticed when it is %s',
    async (_, areNew) => {
      let isForgetful = true;
      await open(({ vectors }) => ({
        vectors: {
          ...vectors,
          writerFor: (scope) => ({
            ...vectors.writerFor(scope),
            upsertChunks: (points) => {
              const [kept, turn] = isForgetful
                ? [points.slice(1), { areNew }]
                : [points, undefined];
              isForgetful = false;
              return vectors.writerFor(scope).upsertChunks(kept, turn);
            },
          }),
        },
      }));
      await system.start();

      const { id } = await system.upload(tenant.admin, toLines(20));

      expect(await whenFinished(test.database, tenant, id)).toMatchObject({ status: 'ready' });
      expect(await countVectors(system, tenant, id)).toEqual({ rows: 20, distinct: 20 });
    },
  );

  it('leaves nothing of a document that is deleted during ingestion', async () => {
    let removed: Promise<void> | null = null;
    await open(({ vectors }) => ({
      vectors: {
        ...vectors,
        writerFor: (scope) => ({
          ...vectors.writerFor(scope),
          upsertChunks: (points, turn) => {
            const [point] = points;
            const confirm = async (): Promise<void> => {
              await turn?.confirm?.();
              if (point) removed ??= system.remove(tenant.admin, point.documentId);
              await removed;
            };
            return vectors.writerFor(scope).upsertChunks(points, { ...turn, confirm });
          },
        }),
      },
    }));
    await system.start();

    const { id } = await system.upload(tenant.admin, toLines(200));

    await eventually(
      () => findDocument(test.database, tenant, id),
      (found) => found === null,
    );
    await eventually(
      () => countVectors(system, tenant, id),
      ({ rows }) => rows === 0,
    );
    const listFiles = async (): Promise<string[]> => {
      const files: string[] = [];
      for await (const key of system.files.for(tenant.system).listOlderThan(-1000)) files.push(key);
      return files;
    };
    await eventually(listFiles, (files) => files.length === 0);
  });
});
