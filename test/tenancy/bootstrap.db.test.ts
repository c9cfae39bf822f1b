import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFolderSecretFiles } from '../../src/platform/files/folder-secret-files.js';
import { hashSecret, parseApiKey } from '../../src/shared/api-key.js';
import type { Database } from '../../src/compose/repositories.js';
import type { SecretFiles } from '../../src/platform/files/folder-secret-files.js';
import { createTenants } from '../../src/tenancy/tenants.js';
import { createBootstrap, readAdminKey } from '../../src/tenancy/bootstrap.js';
import { createFirstLink } from '../../src/tenancy/first-link.js';
import { createSilentLogger, type LoggedLine } from '../fakes/silent-logger.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

type Keys = {
  operatorKey: string;
  adminKey: string;
  tenantId: string;
  signInLink: string;
  signInLinkExpiresAt: string;
};

const URL = 'http://localhost:3000';

describe('the first start', () => {
  let test: TestDatabase;
  let folder: string;
  let files: SecretFiles;
  let lines: LoggedLine[];
  beforeEach(async () => {
    test = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'kr-bootstrap-'));
    files = createFolderSecretFiles({ root: folder });
    lines = [];
  });
  afterEach(async () => {
    await test.destroy();
    await rm(folder, { recursive: true });
  });

  const start = (options: { secretFiles?: SecretFiles; operatorKey?: string } = {}) =>
    createBootstrap({
      database: test.database,
      tenants: createTenants({ database: test.database, wakeUp: () => undefined }),
      secretFiles: options.secretFiles ?? files,
      firstLink: createFirstLink({ secretFiles: files, now: () => new Date() }),
      logger: createSilentLogger(lines),
    })({ operatorKey: options.operatorKey ?? null, isEmbedded: true, url: URL });
  const readKeys = async (): Promise<Keys> =>
    JSON.parse(await readFile(join(folder, 'bootstrap.json'), 'utf8')) as Keys;
  const isAlive = async (database: Database, apiKey: string): Promise<boolean> => {
    const claim = parseApiKey(apiKey);
    return claim !== null && (await database.platform.authentication.findKey(claim)) !== null;
  };

  it('writes working keys once, readable only by this user, and logs only the path', async () => {
    const { operatorKeyHash } = await start();

    const keys = await readKeys();
    const { mode } = await stat(join(folder, 'bootstrap.json'));
    expect(mode & 0o777).toBe(0o600);
    expect(await isAlive(test.database, keys.adminKey)).toBe(true);
    expect(hashSecret(keys.operatorKey)).toEqual(operatorKeyHash);
    const logged = JSON.stringify(lines);
    expect(logged).toContain('bootstrap.json');
    expect(logged).not.toContain(keys.adminKey);
    expect(logged).not.toContain(keys.operatorKey);
  });

  it('keeps both keys across later starts', async () => {
    await start();
    const first = await readKeys();

    const { operatorKeyHash } = await start();

    expect(await readKeys()).toEqual(first);
    expect(hashSecret(first.operatorKey)).toEqual(operatorKeyHash);
  });

  it('leaves a link for the first administrator next to the keys, and no later start does', async () => {
    const first = await start();
    const second = await start();

    const { signInLink, adminKey } = await readKeys();
    expect(signInLink).toMatch(/^http:\/\/localhost:3000\/#link=krl_[\w-]{43}$/u);
    expect(first.signInLink).toBe(signInLink);
    expect(second.signInLink).toBeNull();
    expect(await readAdminKey(files)).toBe(adminKey);
    expect(JSON.stringify(lines)).not.toContain(signInLink);
  });

  it('uses the operator key of the configuration', async () => {
    const operatorKey = 'from-the-environment-0123456789abcdef';

    const { operatorKeyHash } = await start({ operatorKey });

    expect(operatorKeyHash).toEqual(hashSecret(operatorKey));
  });

  it('issues the admin key again if it was interrupted before the file was written', async () => {
    const broken: SecretFiles = {
      ...files,
      write: async (name, text) => {
        if (name === 'bootstrap.json') throw new Error('killed');
        await files.write(name, text);
      },
    };
    await start({ secretFiles: broken }).catch(() => undefined);

    await start();

    const { adminKey, tenantId } = await readKeys();
    expect(await isAlive(test.database, adminKey)).toBe(true);
    const { items } = await test.database.platform.tenants.list({ limit: 10 });
    expect(items).toMatchObject([{ id: tenantId, slug: 'default' }]);
  });

  it('does not issue keys again after their file was removed', async () => {
    await start();
    const { adminKey } = await readKeys();
    await rm(join(folder, 'bootstrap.json'));

    await start();

    expect(await files.read('bootstrap.json')).toBeNull();
    expect(await isAlive(test.database, adminKey)).toBe(true);
  });

  it('creates one tenant if two processes start at once', async () => {
    await Promise.all([start(), start()]);

    const { items } = await test.database.platform.tenants.list({ limit: 10 });
    expect(items).toHaveLength(1);
    expect(await isAlive(test.database, (await readKeys()).adminKey)).toBe(true);
  });

  it('creates no tenant in a database that is not embedded', async () => {
    await createBootstrap({
      database: test.database,
      tenants: createTenants({ database: test.database, wakeUp: () => undefined }),
      secretFiles: files,
      firstLink: createFirstLink({ secretFiles: files, now: () => new Date() }),
      logger: createSilentLogger(lines),
    })({ operatorKey: 'x'.repeat(32), isEmbedded: false, url: URL });

    expect((await test.database.platform.tenants.list({ limit: 10 })).items).toEqual([]);
    expect(await files.read('bootstrap.json')).toBeNull();
  });
});
