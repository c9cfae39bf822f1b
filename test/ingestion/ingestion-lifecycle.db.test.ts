import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { newId, MemoryId } from '../../src/shared/ids.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { createRemember } from '../../src/memories/remember.js';
import { createMaintenance } from '../../src/maintenance/index.js';
import { toCanonicalFingerprint } from '../../src/search/index-fingerprint.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  countVectors,
  createTestIngestion,
  findDocument,
  TEST_FINGERPRINT,
  toLines,
  whenFinished,
  type TestIngestion,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

type Options = Omit<Parameters<typeof createTestIngestion>[0], 'database' | 'databaseUrl'>;

describe('maintenance of ingested documents', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let systems: TestIngestion[] = [];

  beforeAll(async () => {
    test = await createTestDatabase({ poolSize: 8 });
  });
  afterAll(async () => {
    await test.destroy();
  });
  beforeEach(async () => {
    await queryAsOwner(test, 'DELETE FROM ingestion_tasks');
    tenant = await test.tenant();
  });
  afterEach(async () => {
    for (const system of systems.reverse()) await system.close();
    systems = [];
  });

  const open = async (options: Options = {}): Promise<TestIngestion> => {
    const database = { database: test.database, databaseUrl: test.url };
    const system = await createTestIngestion({ ...database, ...options });
    systems.push(system);
    return system;
  };
  const searchAs = async (system: TestIngestion, reader: TestTenant['member'], term: string) => {
    const found = await system.vectors.for(reader).searchChunks({
      query: { terms: [term], vector: null },
      filter: {},
      limitPerLeg: 10,
      signal: new AbortController().signal,
    });
    return found.lexical.length;
  };
  const isDone = async (): Promise<boolean> => {
    const { due, running } = await test.database.platform.tasks.stats();
    return due + running === 0;
  };

  it('updates the vectors after a change of visibility', async () => {
    const system = await open();
    await system.start();
    const { id } = await system.upload(tenant.admin, toLines(3, 'zebra'));
    await whenFinished(test.database, tenant, id);
    expect(await searchAs(system, tenant.member, 'zebra')).toBe(3);

    await system.update(tenant.admin, id, { visibility: 'private' });

    await eventually(
      () => searchAs(system, tenant.member, 'zebra'),
      (hits) => hits === 0,
    );
    expect(await findDocument(test.database, tenant, id)).toMatchObject({ status: 'ready' });
    expect(await searchAs(system, tenant.admin, 'zebra')).toBe(3);
  });

  it('recounts a ready document and restores what was lost since', async () => {
    const system = await open({ timing: { verifyAgainMs: 500 } });
    await system.start();
    const { id } = await system.upload(tenant.admin, toLines(8));
    await whenFinished(test.database, tenant, id);
    await system.vectors.writerFor(tenant.system).deleteDocument({ documentId: id });

    const repaired = () => countVectors(system, tenant, id);

    await eventually(repaired, ({ rows, distinct }) => rows === 8 && distinct === 8);
    await eventually(isDone, (done) => done);
    expect(await findDocument(test.database, tenant, id)).toMatchObject({ status: 'ready' });
  });

  it('reindexes under a changed fingerprint, without parsing, while the document stays ready', async () => {
    const before = await open();
    await before.start();
    const { id } = await before.upload(tenant.admin, toLines(8));
    await whenFinished(test.database, tenant, id);
    await before.ingestion.loop.stop();
    const fingerprint = { ...TEST_FINGERPRINT, analyzerVersion: 2 };
    const after = await open({
      folder: before.folder,
      fingerprint,
      wrap: () => ({ parsers: { parse: () => Promise.reject(new Error('Parsed again')) } }),
    });
    const maintenance = createMaintenance({
      keptVersions: 3,
      chat: null,
      metrics: createSilentMetrics(),
      ...after,
      fingerprint: toCanonicalFingerprint(fingerprint),
      sessionTimeoutMs: 1000,
      abandonedAfterMs: 1000,
      longestTurnMs: 1000,
      intervalMs: 60_000,
      logger: createSilentLogger(),
      now: () => new Date(),
    });

    expect(await maintenance.requeueChanged()).toBe(1);
    await before.close();
    systems = [after];
    await after.start();

    await eventually(
      () => countVectors(after, tenant, id),
      ({ rows }) => rows === 8,
    );
    await eventually(
      () => test.database.platform.tasks.reindexing(toCanonicalFingerprint(fingerprint)),
      (reindexing) => reindexing === null,
    );
    expect(await findDocument(test.database, tenant, id)).toMatchObject({ status: 'ready' });
  });

  it('parses again if the chunks would differ', async () => {
    const before = await open();
    await before.start();
    const { id } = await before.upload(tenant.admin, toLines(4));
    await whenFinished(test.database, tenant, id);
    await before.ingestion.loop.stop();
    const fingerprint = { ...TEST_FINGERPRINT, chunkTokens: 200 };
    let parses = 0;
    const after = await open({
      folder: before.folder,
      fingerprint,
      wrap: ({ parsers }) => ({
        parsers: {
          parse: (request) => {
            parses += 1;
            return parsers.parse(request);
          },
        },
      }),
    });
    await test.database.platform.tasks.requeueForFingerprint(toCanonicalFingerprint(fingerprint));

    await after.start();

    await eventually(isDone, (done) => done);
    expect(parses).toBe(1);
    expect(await countVectors(after, tenant, id)).toEqual({ rows: 4, distinct: 4 });
  });

  it('rereads a file once if earlier parsers refused its format', async () => {
    let knowsKind = false;
    let parses = 0;
    const wrap: Options['wrap'] = ({ parsers }) => ({
      parsers: {
        parse: (request) => {
          parses += 1;
          if (knowsKind) return parsers.parse(request);
          return Promise.reject(new AppError('unsupported_format', 'Unknown encoding.'));
        },
      },
    });
    const before = await open({ wrap });
    await before.start();
    const { id } = await before.upload(tenant.admin, toLines(4));
    await whenFinished(test.database, tenant, id);
    expect(await findDocument(test.database, tenant, id)).toMatchObject({ status: 'failed' });
    await before.ingestion.loop.stop();
    const fingerprint = {
      ...TEST_FINGERPRINT,
      chunkerVersion: TEST_FINGERPRINT.chunkerVersion + 1,
    };
    const after = await open({ folder: before.folder, fingerprint, wrap });
    const maintenance = createMaintenance({
      keptVersions: 3,
      chat: null,
      metrics: createSilentMetrics(),
      ...after,
      fingerprint: toCanonicalFingerprint(fingerprint),
      sessionTimeoutMs: 1000,
      abandonedAfterMs: 1000,
      longestTurnMs: 1000,
      intervalMs: 60_000,
      logger: createSilentLogger(),
      now: () => new Date(),
    });
    knowsKind = true;

    expect(await maintenance.requeueChanged()).toBe(1);
    expect(await maintenance.requeueChanged()).toBe(0);
    await after.start();

    await eventually(
      () => findDocument(test.database, tenant, id),
      (document) => document?.status === 'ready',
    );
    expect(parses).toBe(2);
    expect(await countVectors(after, tenant, id)).toEqual({ rows: 4, distinct: 4 });
  });

  it('embeds a memory that was pending while the embedder was down', async () => {
    let isDown = true;
    let tries = 0;
    const embedder: Embedder = {
      model: 'flaky',
      dimensions: 2,
      embed: async (texts) => {
        tries += 1;
        if (isDown) throw new AppError('embedder_unavailable', 'Down.');
        return { vectors: texts.map(() => Float32Array.of(1, 0)), promptTokens: 1, costUsd: null };
      },
    };
    const system = await open({ embedder });
    const { database } = test;
    const metrics = createSilentMetrics();
    const remember = createRemember({ database, metrics, limits: { maxMemories: 10 } });
    const fact = { content: 'Prefers window seats.', memoryType: 'explicit_fact' } as const;
    const { memory } = await remember(tenant.member, { ...fact, source: null });
    const find = () => database.withScope(tenant.member, (tx) => tx.memories.find(memory.id));
    await system.start();
    await eventually(
      async () => tries,
      (count) => count > 1,
    );
    expect(await find()).toMatchObject({ embedded: false });

    isDown = false;

    await eventually(find, (found) => found?.embedded === true);
  });

  it('gives a memory its vector, and removes the vector with the memory', async () => {
    const system = await open();
    await system.start();
    const id = newId(MemoryId);
    const schedule = { subjectKind: 'memory', subjectId: id, version: 1 } as const;
    const memories = async (): Promise<number> => {
      const found = await system.vectors.for(tenant.member).searchMemories({
        query: { terms: ['window'], vector: null },
        filter: {},
        limitPerLeg: 10,
        signal: new AbortController().signal,
      });
      return found.lexical.length;
    };
    await test.database.withScope(tenant.member, async (tx) => {
      await tx.memories.create({
        id,
        userId: tenant.member.userId,
        content: 'Prefers window seats.',
        memoryType: 'explicit_fact',
        language: 'en',
        sourceSessionId: null,
        sourceMessageId: null,
      });
      await tx.tasks.schedule({ ...schedule, action: 'index' });
    });
    await eventually(memories, (count) => count === 1);
    const find = () => test.database.withScope(tenant.member, (tx) => tx.memories.find(id));
    await eventually(find, (memory) => memory?.embedded === true);

    await test.database.withScope(tenant.member, async (tx) => {
      await tx.memories.delete(id);
      await tx.tasks.schedule({ ...schedule, action: 'purge' });
    });

    await eventually(memories, (count) => count === 0);
    await eventually(isDone, (done) => done);
  });
});
