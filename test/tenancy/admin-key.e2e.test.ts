import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { openBackup } from '../../src/open-backup.js';
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

const issueAdminKey = async (slug: string): Promise<string> => {
  const { url, migrationUrl } = served.urls;
  const config = parseConfig({
    ...{ DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl, DATA_DIR: dataDir },
    BOOTSTRAP_OPERATOR_KEY: served.operatorKey,
  });
  const { signal } = new AbortController();
  const backup = await openBackup(config, { report: () => undefined, signal, isExpected: true });
  return backup.issueAdminKey(slug).finally(() => backup.close());
};

describe('the holder of the machine', () => {
  it('gets a key of a tenant’s admin in place of the first one, and the audit has it', async () => {
    const { slug, adminKey, adminId } = await createTenantOverApi(served);

    const key = await issueAdminKey(slug);

    expect([await statusOf(key), await statusOf(adminKey)]).toEqual([200, 401]);
    const { json } = await served.api.call('GET', '/v1/audit?limit=1', { key });
    expect(json).toMatchObject({
      items: [{ action: 'api_key.create', actorId: null, holderId: adminId }],
    });
  });

  it('is told of a tenant that there is not', async () => {
    await expect(issueAdminKey('no-such-tenant')).rejects.toThrow(
      'There is no tenant "no-such-tenant" with an admin.',
    );
  });
});
