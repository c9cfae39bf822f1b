import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toCanonicalFingerprint } from '../../src/search/index-fingerprint.js';
import { createMaintenance, type Maintenance } from '../../src/maintenance/index.js';
import { createTenants } from '../../src/tenancy/tenants.js';
import { createScriptedChatModel, hangs } from '../fakes/scripted-chat-model.js';
import { createSilentLogger, type LoggedLine } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import {
  createTestDatabase,
  queryAsOwner,
  queryInTenant,
  type TestDatabase,
} from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createTestIngestion, TEST_FINGERPRINT, type TestIngestion } from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';
import { finishTurn, openSession, startTurn, turnOf } from '../support/turn.js';

const LONG_AGO = new Date(Date.now() - 7_200_000);

describe('a maintenance round', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let system: TestIngestion;
  let lines: LoggedLine[];

  beforeAll(async () => {
    test = await createTestDatabase();
    system = await createTestIngestion({ database: test.database, databaseUrl: test.url });
  });
  afterAll(async () => {
    await system.close();
    await test.destroy();
  });
  beforeEach(async () => {
    tenant = await test.tenant();
    lines = [];
  });

  const open = (overrides: Partial<Parameters<typeof createMaintenance>[0]> = {}): Maintenance =>
    createMaintenance({
      keptVersions: 3,
      ...system,
      chat: null,
      metrics: createSilentMetrics(),
      fingerprint: toCanonicalFingerprint(TEST_FINGERPRINT),
      sessionTimeoutMs: 3_600_000,
      abandonedAfterMs: 120_000,
      longestTurnMs: 120_000,
      intervalMs: 60_000,
      logger: createSilentLogger(lines),
      now: () => new Date(),
      ...overrides,
    });
  const lookAwayForHours = () =>
    queryAsOwner(test, `UPDATE sessions SET last_activity_at = now() - interval '2 hours'`);
  const makeOld = (key: string) =>
    utimes(join(system.folder, 'files', tenant.tenantId, key), LONG_AGO, LONG_AGO);
  const storeOldFile = async (): Promise<string> => {
    const files = system.files.for(tenant.system);
    const { key } = await files.write(Readable.from([Buffer.from('bytes')]), { maxBytes: 10 });
    await makeOld(key);
    return key;
  };
  const findFile = (key: string): Promise<string> =>
    system.files.for(tenant.system).withLocalCopy(key, async (path) => path);

  it('deletes old files that no document refers to, and keeps the others', async () => {
    const orphan = await storeOldFile();
    const { id } = await system.upload(tenant.admin, 'kept');
    const [row] = await queryInTenant<{ file_key: string }>(
      test,
      tenant.tenantId,
      `SELECT file_key FROM document_versions WHERE document_id = '${id}'`,
    );
    const kept = row?.file_key ?? '';
    await makeOld(kept);

    await open().sweep();

    await expect(findFile(orphan)).rejects.toMatchObject({ code: 'file_missing' });
    await expect(findFile(kept)).resolves.toContain(kept);
  });

  it('lists the files only as often as they can become orphans, not in every round', async () => {
    let listed = 0;
    const files: typeof system.files = {
      ...system.files,
      for: (scope) => ({
        ...system.files.for(scope),
        listOlderThan: (ageMs) => {
          if (scope.tenantId === tenant.tenantId) listed += 1;
          return system.files.for(scope).listOlderThan(ageMs);
        },
      }),
    };
    const [hourly, constant] = [open({ files }), open({ files, orphanAgeMs: 0 })];

    for (let round = 0; round < 3; round += 1) await hourly.sweep();
    const ofHourly = listed;
    for (let round = 0; round < 3; round += 1) await constant.sweep();

    expect([ofHourly, listed - ofHourly]).toEqual([1, 3]);
  });

  it('finishes a deleted tenant once its content is purged, so that the slug is free again', async () => {
    const orphan = await storeOldFile();
    await system.upload(tenant.admin, 'to be purged');
    const tenants = createTenants({
      ...test,
      wakeUp: () => void system.ingestion.loop.refill(),
    });
    const kept = await test.tenant();
    await tenants.delete(tenant.tenantId);
    // By a request that was under way.
    await system.upload(tenant.admin, 'late');

    await open().sweep();
    const unfinished = await tenants.get(tenant.tenantId);
    await system.start();
    await eventually(
      () =>
        queryAsOwner(test, `SELECT FROM ingestion_tasks WHERE tenant_id = '${tenant.tenantId}'`),
      (rows) => rows.length === 0,
    );
    await open().sweep();

    expect(unfinished).toMatchObject({ status: 'deleting' });
    await expect(tenants.get(tenant.tenantId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(findFile(orphan)).rejects.toMatchObject({
      code: 'file_missing',
    });
    const settings = `SELECT FROM tenant_settings WHERE tenant_id = '${tenant.tenantId}'`;
    expect(await queryInTenant(test, tenant.tenantId, settings)).toEqual([]);
    const again = { slug: tenant.slug, name: 'Again', admin: { email: 'ada@example.com' } };
    await expect(tenants.create(again)).resolves.toMatchObject({ tenant: { slug: tenant.slug } });
    await expect(tenants.get(kept.tenantId)).resolves.toMatchObject({ status: 'active' });
  });

  it("closes idle sessions and keeps their users' words as memories, in active tenants only", async () => {
    const suspended = await test.tenant();
    for (const { member } of [tenant, suspended]) {
      const id = await openSession(test.database, member);
      const turn = await startTurn(test.database, member, turnOf(id, 'Our office is in Pécs.'));
      await finishTurn(test.database, member, turn);
    }
    await test.database.platform.tenants.setStatus(suspended.tenantId, 'suspended');
    const chat = createScriptedChatModel({ summary: ['Their office is in Pécs.'] });
    await lookAwayForHours();
    const maintenance = open({ chat });
    const memoriesOf = ({ member }: TestTenant) =>
      test.database.withScope(member, (tx) => tx.memories.list({ limit: 10 }));

    await maintenance.sweep();
    await maintenance.summarise();

    expect((await memoriesOf(tenant)).items).toMatchObject([
      { memoryType: 'session_summary', content: 'Their office is in Pécs.' },
    ]);
    expect((await memoriesOf(suspended)).items).toEqual([]);
  });

  it('makes no summaries without a model', async () => {
    const id = await openSession(test.database, tenant.member);
    const turn = turnOf(id, 'Our office is in Pécs.');
    await startTurn(test.database, tenant.member, turn);
    await finishTurn(test.database, tenant.member, turn);
    await lookAwayForHours();
    const maintenance = open();

    await maintenance.sweep();
    await maintenance.summarise();

    const { items } = await test.database.withScope(tenant.member, (tx) =>
      tx.memories.list({ limit: 10 }),
    );
    expect(items).toEqual([]);
  });

  it('stops a summary in progress when it is told to stop', async () => {
    const id = await openSession(test.database, tenant.member);
    const turn = turnOf(id, 'Our office is in Pécs.');
    await startTurn(test.database, tenant.member, turn);
    await finishTurn(test.database, tenant.member, turn);
    await lookAwayForHours();
    await open().sweep();
    let asked: () => void = () => undefined;
    const asking = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const chat = createScriptedChatModel({
      summary: [
        (request, signal) => {
          asked();
          return hangs(request, signal);
        },
      ],
    });
    const maintenance = open({ chat });

    const round = maintenance.summarise();
    await asking;
    await maintenance.stop();

    await round;
    expect(lines).toEqual([]);
  });

  it('continues when one task fails, and says which', async () => {
    const orphan = await storeOldFile();
    const failing = open({
      vectors: { ...system.vectors, optimize: () => Promise.reject(new Error('Planned')) },
    });

    await failing.sweep();

    await expect(findFile(orphan)).rejects.toMatchObject({
      code: 'file_missing',
    });
    expect(lines.map(({ fields }) => fields['chore'])).toContain('optimize_vectors');
  });
});
