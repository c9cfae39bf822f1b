import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { createRemember } from '../../src/memories/remember.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { aroundToday } from '../support/around-today.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  createTestIngestion,
  findDocument,
  toLines,
  whenFinished,
  type TestIngestion,
  type TestParts,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

const TOKENS_PER_TEXT = 7;

let onEmbedded = (): void => undefined;

const embedder: Embedder = {
  model: 'counting',
  dimensions: 2,
  embed: async (texts) => {
    onEmbedded();
    return {
      vectors: texts.map(() => new Float32Array([1, 0])),
      promptTokens: TOKENS_PER_TEXT * texts.length,
      costUsd: 0.5,
    };
  },
};

let test: TestDatabase;
let tenant: TestTenant;
let system: TestIngestion;

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 8 });
});
afterAll(() => test.destroy());
beforeEach(async () => {
  onEmbedded = () => undefined;
  tenant = await test.tenant();
});
afterEach(() => system.close());

const open = async (wrap?: (parts: TestParts) => Partial<TestParts>) => {
  const { database, url } = test;
  const options = { database, databaseUrl: url, embedder };
  system = await createTestIngestion(wrap ? { ...options, wrap } : options);
  await system.start();
};

const usageOf = async ({ userId }: UserScope) => {
  const { items } = await test.database.withScope(tenant.admin, (tx) =>
    tx.usage.list(aroundToday(), { limit: 10 }),
  );
  return items.find((item) => item.userId === userId);
};

describe('the embedding usage of ingestion', () => {
  it('is charged to the owner of the document', async () => {
    await open();
    const { id } = await system.upload(tenant.admin, toLines(100));

    await whenFinished(test.database, tenant, id);

    expect(await usageOf(tenant.admin)).toMatchObject({
      documents: 1,
      promptTokens: 100 * TOKENS_PER_TEXT,
      completionTokens: 0,
      // A batch of 64 and one of 36.
      costUsd: 1,
      unpricedCalls: 0,
    });
  });

  it('is charged for a failed try, too', async () => {
    let isFirst = true;
    await open(({ vectors }) => ({
      vectors: {
        ...vectors,
        writerFor: (scope) => {
          const writer = vectors.writerFor(scope);
          const upsertChunks: typeof writer.upsertChunks = async (points, turn) => {
            if (!isFirst) return writer.upsertChunks(points, turn);
            isFirst = false;
            throw new AppError('vector_store_unavailable', 'Down for a moment.');
          };
          return { ...writer, upsertChunks };
        },
      },
    }));
    const { id } = await system.upload(tenant.admin, toLines(10));

    await whenFinished(test.database, tenant, id);

    expect(await usageOf(tenant.admin)).toMatchObject({ promptTokens: 20 * TOKENS_PER_TEXT });
  });

  it('is charged to the owner of the memory', async () => {
    await open();
    const metrics = createSilentMetrics();
    const limits = { maxMemories: 10 };
    const remember = createRemember({ database: test.database, metrics, limits });
    await test.database.withScope(tenant.member, (tx) =>
      remember.within(tx, tenant.member, {
        content: 'Likes green tea.',
        memoryType: 'explicit_fact',
        source: null,
      }),
    );

    const usage = await eventually(
      () => usageOf(tenant.member),
      (found) => found !== undefined,
    );

    expect(usage).toMatchObject({ promptTokens: TOKENS_PER_TEXT, documents: 0 });
  });
});

describe('the usage of a document', () => {
  it('counts bytes once per upload and chunks once per version, including reprocessed ones', async () => {
    await open();
    const { id } = await system.upload(tenant.admin, 'one\ntwo');
    await whenFinished(test.database, tenant, id);
    await system.replace(tenant.admin, id, 'three\nfour\nfive');
    await eventually(
      () => findDocument(test.database, tenant, id),
      (document) => document?.version === 2,
    );
    const counted = await usageOf(tenant.admin);

    await system.reprocess(tenant.admin, id);
    await eventually(
      () => findDocument(test.database, tenant, id),
      (document) => document?.version === 3,
    );

    expect(counted).toMatchObject({ documents: 1, bytes: 7 + 15, chunks: 2 + 3 });
    expect(await usageOf(tenant.admin)).toMatchObject({ documents: 1, bytes: 22, chunks: 8 });
  });
});

describe('embedding during ingestion', () => {
  it('begins while the text is being saved, and vectors are written afterwards', async () => {
    const events: string[] = [];
    let save = (): void => undefined;
    const maySave = new Promise<void>((resolve) => (save = resolve));
    await open(({ database, vectors }) => ({
      database: {
        ...database,
        withScope: (scope, work) =>
          database.withScope(scope, (tx) => {
            const saveParsed: typeof tx.documents.saveParsed = async (...parsed) => {
              await maySave;
              events.push('saved');
              return tx.documents.saveParsed(...parsed);
            };
            return work({ ...tx, documents: { ...tx.documents, saveParsed } });
          }),
      },
      vectors: {
        ...vectors,
        writerFor: (scope) => {
          const writer = vectors.writerFor(scope);
          const upsertChunks: typeof writer.upsertChunks = (points, turn) => {
            events.push('written');
            return writer.upsertChunks(points, turn);
          };
          return { ...writer, upsertChunks };
        },
      },
    }));
    onEmbedded = () => {
      events.push('embedded');
      save();
    };
    const { id } = await system.upload(tenant.admin, toLines(3));

    await whenFinished(test.database, tenant, id);

    expect(events).toEqual(['embedded', 'saved', 'written']);
  });
});
