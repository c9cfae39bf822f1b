import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createQdrantVectorStore } from '../../src/platform/vectors/qdrant/store.js';
import { AppError } from '../../src/shared/errors.js';
import { chunkIdOf, DocumentId, MemoryId, newId, UserId } from '../../src/shared/ids.js';
import { toCanonicalFingerprint } from '../../src/search/index-fingerprint.js';
import type { Embedder } from '../../src/platform/models/model.js';
import { createMaintenance } from '../../src/maintenance/index.js';
import { createRemember } from '../../src/memories/remember.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { startQdrantDouble, type QdrantDouble } from '../fakes/qdrant-double/server.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  countVectors,
  createTestIngestion,
  TEST_FINGERPRINT,
  toLines,
  type TestIngestion,
} from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

describe.each(['lancedb', 'qdrant'] as const)(
  'vectors in %s that differ from the database',
  (kind) => {
    let test: TestDatabase;
    let double: QdrantDouble;
    let tenant: TestTenant;
    let system: TestIngestion;
    /** One for all tenants of the database, as the comparison goes through all of them. */
    let folder: string;
    let repairs: string[];

    beforeAll(async () => {
      test = await createTestDatabase({ poolSize: 8 });
      folder = await mkdtemp(join(tmpdir(), 'kr-reconcile-'));
      double = await startQdrantDouble({ openApi: process.env['QDRANT_OPENAPI'] });
    });
    afterAll(async () => {
      await double.close();
      await test.destroy();
      await rm(folder, { recursive: true, force: true });
    });
    beforeEach(async () => {
      tenant = await test.tenant();
      repairs = [];
    });
    afterEach(async () => {
      await system.close();
      expect(double.violations).toEqual([]);
    });

    const open = async (embedder?: Embedder): Promise<void> => {
      const dimensions = embedder?.dimensions ?? null;
      const vectors = () =>
        createQdrantVectorStore({
          url: double.url,
          dimensions,
          fingerprint: `test${dimensions ?? 0}`,
        });
      system = await createTestIngestion({
        database: test.database,
        databaseUrl: test.url,
        folder,
        timing: { verifyAgainMs: 300 },
        ...(embedder && { embedder }),
        ...(kind === 'qdrant' && { wrap: () => ({ vectors: vectors() }) }),
      });
    };
    const writer = () => system.vectors.writerFor(tenant.system);
    const reconcile = (): Promise<void> =>
      createMaintenance({
        keptVersions: 3,
        ...system,
        chat: null,
        metrics: { ...createSilentMetrics(), ingestionRepair: (repair) => repairs.push(repair) },
        fingerprint: toCanonicalFingerprint(TEST_FINGERPRINT),
        sessionTimeoutMs: 3_600_000,
        abandonedAfterMs: 120_000,
        longestTurnMs: 120_000,
        intervalMs: 60_000,
        logger: createSilentLogger(),
        now: () => new Date(),
      }).reconcile();
    const remember = async (): Promise<MemoryId> => {
      const { database } = test;
      const metrics = createSilentMetrics();
      const keep = createRemember({ database, metrics, limits: { maxMemories: 10 } });
      const fact = { content: 'Prefers window seats.', memoryType: 'explicit_fact' } as const;
      return (await keep(tenant.member, { ...fact, source: null })).memory.id;
    };
    /** Done, the second verification included. */
    const whenSettled = (subjectId: string) =>
      eventually(
        () =>
          queryAsOwner<{ state: string; due: boolean }>(
            test,
            `SELECT state, due_at IS NOT NULL AS due FROM ingestion_tasks WHERE subject_id = '${subjectId}'`,
          ),
        ([task]) => task?.state === 'done' && !task.due,
      );
    const toPoint = (documentId: DocumentId, version: number) => ({
      id: chunkIdOf({ tenantId: tenant.tenantId, documentId, version, index: 0 }),
      documentId,
      version,
      ownerId: newId(UserId),
      visibility: 'tenant',
      language: 'en',
      terms: ['ghost'],
      vector: null,
    });
    const toMemoryPoint = (id: MemoryId) => ({
      id,
      userId: newId(UserId),
      memoryType: 'explicit_fact' as const,
      terms: ['ghost'],
      vector: null,
    });

    it('are deleted if no row has their version or memory', async () => {
      await open();
      await system.start();
      const { id } = await system.upload(tenant.admin, toLines(5));
      const memoryId = await remember();
      await Promise.all([whenSettled(id), whenSettled(memoryId)]);
      const [stranger, superseded] = [toPoint(newId(DocumentId), 1), toPoint(id, 7)];
      const forgotten = newId(MemoryId);
      await writer().upsertChunks([stranger, superseded]);
      await writer().upsertMemories([toMemoryPoint(forgotten)]);

      await reconcile();

      const counts = await Promise.all(
        [stranger, superseded].map((point) => writer().countChunks(point)),
      );
      expect(counts.map(({ rows }) => rows)).toEqual([0, 0]);
      expect(await writer().findMemories([memoryId, forgotten])).toEqual([memoryId]);
      expect(await countVectors(system, tenant, id)).toEqual({ rows: 5, distinct: 5 });
      expect(repairs).toEqual(['orphan_removed', 'orphan_removed', 'orphan_removed']);
    });

    it('stay if their version has a row and is still being processed', async () => {
      await open();
      const { id } = await system.upload(tenant.admin, toLines(5));
      await writer().upsertChunks([toPoint(id, 1)]);

      await reconcile();

      expect(await countVectors(system, tenant, id)).toEqual({ rows: 1, distinct: 1 });
      expect(repairs).toEqual([]);
    });

    it('are written again if they are missing', async () => {
      await open();
      await system.start();
      const { id } = await system.upload(tenant.admin, toLines(5));
      const memoryId = await remember();
      await Promise.all([whenSettled(id), whenSettled(memoryId)]);
      await writer().deleteDocument({ documentId: id });
      await writer().deleteMemory(memoryId);

      await reconcile();

      expect(repairs).toEqual(['missing_found', 'missing_found']);
      await eventually(
        () => countVectors(system, tenant, id),
        ({ rows }) => rows === 5,
      );
      await eventually(
        () => writer().findMemories([memoryId]),
        (found) => found.length === 1,
      );
      await reconcile();
      expect(repairs).toHaveLength(2);
    });

    it('of a memory are noticed and written again at its second verification', async () => {
      await open();
      await system.start();
      const memoryId = await remember();
      await eventually(
        () => writer().findMemories([memoryId]),
        (found) => found.length === 1,
      );
      await writer().deleteMemory(memoryId);

      await whenSettled(memoryId);

      expect(await writer().findMemories([memoryId])).toEqual([memoryId]);
    });

    it('of a memory are written, however often that failed before', async () => {
      let tries = 0;
      await open({
        model: 'confused',
        dimensions: 2,
        embed: async (texts) => {
          tries += 1;
          if (tries <= 3) throw new AppError('embedder_invalid_output', 'Nonsense.');
          return {
            vectors: texts.map(() => Float32Array.of(1, 0)),
            promptTokens: 1,
            costUsd: null,
          };
        },
      });
      await system.start();
      const memoryId = await remember();

      await whenSettled(memoryId);

      expect(await writer().findMemories([memoryId])).toEqual([memoryId]);
      const memory = await test.database.withScope(tenant.member, (tx) =>
        tx.memories.find(memoryId),
      );
      expect(memory).toMatchObject({ embedded: true });
    });
  },
);
