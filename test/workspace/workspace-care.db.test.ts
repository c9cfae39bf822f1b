import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createMaintenance } from '../../src/maintenance/index.js';
import { toCanonicalFingerprint } from '../../src/search/index-fingerprint.js';
import { createTenants } from '../../src/tenancy/tenants.js';
import { createWorkspace } from '../../src/workspace/index.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { createTestIngestion, TEST_FINGERPRINT, type TestIngestion } from '../support/ingestion.js';
import type { TestTenant } from '../support/tenant.js';

const LONG_AGO = new Date(Date.now() - 7_200_000);

describe('the cleanup of workspace files', () => {
  let test: TestDatabase;
  let system: TestIngestion;

  beforeAll(async () => {
    test = await createTestDatabase();
    system = await createTestIngestion({ database: test.database, databaseUrl: test.url });
  });
  afterAll(async () => {
    await system.close();
    await test.destroy();
  });

  const maintenance = () =>
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
      logger: createSilentLogger([]),
      now: () => new Date(),
    });
  const workspaceOf = (database: TestDatabase['database'] = test.database) =>
    createWorkspace({
      database,
      files: system.files,
      limits: { files: 10, bytes: 1000, bytesPerFile: 1000 },
    }).workspace;
  const write = (tenant: TestTenant, content: string, workspace = workspaceOf()) =>
    workspace.write(tenant.member, 'a.txt', { bytes: Buffer.from(content), mode: 'either' });
  const folderOf = ({ tenantId }: TestTenant) => join(system.folder, 'files', tenantId);
  const storedKeys = (tenant: TestTenant) => readdir(folderOf(tenant)).catch(() => []);

  it('keeps files that a workspace refers to, however old, and deletes those that none refers to any more', async () => {
    const tenant = await test.tenant();
    const duringBackup = workspaceOf({ ...test.database, mayDeleteFiles: async () => false });
    await write(tenant, 'old', duringBackup);
    await write(tenant, 'new', duringBackup);
    const keys = await storedKeys(tenant);
    for (const key of keys) await utimes(join(folderOf(tenant), key), LONG_AGO, LONG_AGO);

    await maintenance().sweep();

    expect([keys.length, (await storedKeys(tenant)).length]).toEqual([2, 1]);
    const bytes = await workspaceOf().read(tenant.member, 'a.txt');
    expect(Buffer.from(bytes).toString()).toBe('new');
  });

  it('leaves nothing of the workspaces of a deleted tenant', async () => {
    const tenant = await test.tenant();
    await write(tenant, 'x');
    const tenants = createTenants({ database: test.database, wakeUp: () => undefined });

    await tenants.delete(tenant.tenantId);
    await maintenance().sweep();

    expect(await storedKeys(tenant)).toEqual([]);
    const rows = await queryAsOwner(test, 'SELECT FROM workspace_files WHERE tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(rows).toEqual([]);
    expect(await test.database.platform.tenants.find(tenant.tenantId)).toBeNull();
  });
});
