import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Embedder, Embeddings } from '../../src/platform/models/model.js';
import { AppError } from '../../src/shared/errors.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  countVectors,
  createTestIngestion,
  findDocument,
  toLines,
  whenFinished,
  type TestIngestion,
} from '../support/ingestion.js';

/** Embeds in parts of ten; `mayGoOn` decides about each part what becomes of it. */
const createSlowEmbedder = (mayGoOn: (embedded: number) => Promise<void>) => {
  const embedded: string[] = [];
  const embedder: Embedder = {
    model: 'slow',
    dimensions: 2,
    embed: async (texts, { onPart }) => {
      const parts: Embeddings[] = [];
      for (let start = 0; start < texts.length; start += 10) {
        await mayGoOn(embedded.length);
        const own = texts.slice(start, start + 10);
        embedded.push(...own);
        const vectors = own.map(() => new Float32Array([1, 0]));
        const part = { vectors, promptTokens: own.length, costUsd: null };
        parts.push(part);
        onPart?.(part);
      }
      return {
        vectors: parts.flatMap(({ vectors }) => vectors),
        promptTokens: texts.length,
        costUsd: null,
      };
    },
  };
  return { embedder, embedded };
};

let test: TestDatabase;
let system: TestIngestion;

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 8 });
});
afterAll(() => test.destroy());
afterEach(() => system.close());

const upload = async (embedder: Embedder, lines: number) => {
  const tenant = await test.tenant();
  system = await createTestIngestion({
    database: test.database,
    databaseUrl: test.url,
    embedder,
  });
  await system.start();
  const { id } = await system.upload(tenant.admin, toLines(lines));
  return { tenant, id };
};

describe('a document whose embedder fails repeatedly', () => {
  it('keeps what was embedded, even from an unfinished batch', async () => {
    const failAt = new Set([20, 50, 74]);
    const { embedder, embedded } = createSlowEmbedder(async (count) => {
      if (!failAt.delete(count)) return;
      throw new AppError('embedder_unavailable', 'The endpoint did not answer in time.');
    });

    const { tenant, id } = await upload(embedder, 100);
    const document = await whenFinished(test.database, tenant, id);

    expect(document.status).toBe('ready');
    expect(failAt.size).toBe(0);
    expect(embedded).toEqual(toLines(100).split('\n'));
    expect(await countVectors(system, tenant, id)).toEqual({ rows: 100, distinct: 100 });
  });
});

describe('a document whose embedder is slow', () => {
  it('shows progress before its first batch is finished', async () => {
    let goOn = (): void => undefined;
    const released = new Promise<void>((resolve) => (goOn = resolve));
    const { embedder } = createSlowEmbedder(async (count) => {
      if (count === 30) await released;
    });

    const { tenant, id } = await upload(embedder, 100);
    const waiting = await eventually(
      () => findDocument(test.database, tenant, id),
      (document) => (document?.progress.done ?? 0) > 0,
      30_000,
    );
    goOn();
    const finished = await whenFinished(test.database, tenant, id);

    expect(waiting?.progress).toEqual({ stage: 'embed', done: 30, total: 100 });
    expect(finished.status).toBe('ready');
  });
});
