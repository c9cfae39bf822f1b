import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { openBackup } from '../../src/compose/backup.js';
import { queryAsOwner } from '../support/database.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';

let served: ApiOverDatabase;
let dataDir: string;
beforeAll(async () => {
  served = await serveApiOverDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'kr-admin-key-'));
});
afterAll(async () => {
  await served.close();
  await rm(dataDir, { recursive: true, force: true });
});

const statusOf = async (key: string) => (await served.api.call('GET', '/v1/me', { key })).status;

const addAdminKey = async (slug: string, address: string | null = null) => {
  const { url, migrationUrl } = served.urls;
  const config = parseConfig(
    {
      DATABASE_URL: url,
      DATABASE_MIGRATION_URL: migrationUrl,
      DATA_DIR: dataDir,
      BOOTSTRAP_OPERATOR_KEY: served.operatorKey,
    },
    TOOLS,
  );
  const { signal } = new AbortController();
  const backup = await openBackup(config, { report: () => undefined, signal, isExpected: true });
  return backup.addAdminKey(slug, address).finally(() => backup.close());
};

describe('the command that adds an admin key on the server', () => {
  it("creates another key for a tenant's admin, which is audited", async () => {
    const { slug, adminKey, adminId } = await createTenantOverApi(served);

    const { apiKey: key, isNewAdmin } = await addAdminKey(slug);

    expect([await statusOf(key), await statusOf(adminKey), isNewAdmin]).toEqual([200, 200, false]);
    const { json } = await served.api.call('GET', '/v1/audit?limit=1', { key });
    expect(json).toMatchObject({
      items: [{ action: 'api_key.create', actorId: null, holderId: adminId }],
    });
  });

  it('reports a tenant that does not exist', async () => {
    await expect(addAdminKey('no-such-tenant')).rejects.toThrow(
      'There is no tenant "no-such-tenant".',
    );
  });

  it('asks who becomes admin of a tenant that has none left, and accepts nobody otherwise', async () => {
    const { slug, adminKey, adminId, tenantId } = await createTenantOverApi(served);
    const before = await served.api.call('GET', `/v1/users/${adminId}`, { key: adminKey });
    const { email } = before.json as { email: string };
    const demote = () =>
      queryAsOwner(served.urls, `UPDATE users SET role = 'member' WHERE tenant_id = '${tenantId}'`);

    await expect(addAdminKey(slug, 'eve@example.org')).rejects.toThrow('has an active admin');
    await demote();
    await expect(addAdminKey(slug)).rejects.toThrow(
      `The tenant has no active admin. Say who becomes one with --user E-MAIL: one of its users (${email}) or somebody new.`,
    );
    const back = await addAdminKey(slug, email);
    await demote();
    const fresh = await addAdminKey(slug, 'fresh@example.org');

    expect([back, fresh]).toMatchObject([
      { email, isNewAdmin: true },
      { email: 'fresh@example.org', isNewAdmin: true },
    ]);
    expect((await served.api.call('GET', '/v1/users', { key: fresh.apiKey })).status).toBe(200);
    expect((await served.api.call('GET', '/v1/users', { key: back.apiKey })).status).toBe(403);
  });
});
