import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMaintenance } from '../../src/maintenance/index.js';
import { createDatabase } from '../../src/platform/database/create-database.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { locateBinaries } from '../../src/platform/database/embedded/binaries.js';
import { openSnapshot } from '../../src/platform/database/snapshot.js';
import { repositories, type Database } from '../../src/compose/repositories.js';
import { toCanonicalFingerprint } from '../../src/search/index-fingerprint.js';
import { createTenants } from '../../src/tenancy/tenants.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import {
  createTestDatabase,
  MIGRATIONS_FOLDER,
  queryInTenant,
  type TestDatabase,
} from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  createTestIngestion,
  findDocument,
  TEST_FINGERPRINT,
  whenFinished,
  type TestIngestion,
} from '../support/ingestion.js';
import {
  FIRST,
  openInstallations,
  startShippedServer,
  type Installations,
} from '../support/installations.js';

describe('while a backup runs,', () => {
  let shipped: Awaited<ReturnType<typeof startShippedServer>>;
  let both: Installations;
  let database: Database;

  beforeAll(async () => {
    shipped = await startShippedServer(locateBinaries());
  });
  afterAll(() => shipped.close());
  beforeEach(async () => {
    both = await openInstallations(shipped);
    await both.fill();
    database = await createDatabase({
      ...both.source,
      repositories,
      migrationsFolder: MIGRATIONS_FOLDER,
      poolSize: 2,
    });
  });
  afterEach(async () => {
    await database.close();
    await both.close();
  });

  /** Does something when the rows are read and the first file is about to be copied. */
  const whenCopying = (work: () => Promise<unknown>): FileStore => {
    const { files } = both.source;
    let begun: Promise<unknown> | undefined;
    return {
      ...files,
      for: (scope) => ({
        ...files.for(scope),
        read: async (key) => {
          await (begun ??= work());
          return files.for(scope).read(key);
        },
      }),
    };
  };

  it('files cannot be deleted until it ends', async () => {
    const answers: boolean[] = [];
    const files = whenCopying(async () => answers.push(await database.mayDeleteFiles()));

    expect(await database.mayDeleteFiles()).toBe(true);
    await both.backUp({ files });

    expect(answers).toEqual([false]);
    expect(await database.mayDeleteFiles()).toBe(true);
  });

  it('writers continue, and what they write after its start is not included', async () => {
    const files = whenCopying(() =>
      both.source.query(`
        DELETE FROM documents WHERE tenant_id = '${FIRST}';
        INSERT INTO tenants (id, slug) VALUES ('00000000-0000-7000-8000-000000000009', 'late')`),
    );

    await both.backUp({ files });
    await both.restore();

    expect(await both.source.query('SELECT FROM documents')).toHaveLength(1);
    expect(await both.target.query('SELECT FROM documents')).toHaveLength(2);
    expect(await both.target.query('SELECT FROM tenants')).toHaveLength(2);
  });

  it('any end of it releases the files and leaves no partial backup', async () => {
    const stopping = new AbortController();
    const interrupting = whenCopying(async () => stopping.abort(new Error('Ended by SIGTERM.')));
    const cutting = whenCopying(() =>
      both.source.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'knowledge-router backup'`,
      ),
    );

    await expect(both.backUp({ files: interrupting, signal: stopping.signal })).rejects.toThrow(
      'Ended by SIGTERM.',
    );
    await expect(both.backUp({ files: cutting })).rejects.toMatchObject({
      code: 'storage_unavailable',
    });

    expect(await readdir(both.folder)).toEqual([]);
    await eventually(
      () => database.mayDeleteFiles(),
      (mayDelete) => mayDelete,
    );
  });

  it('a second backup is refused', async () => {
    let second: Promise<unknown> | undefined;
    const files = whenCopying(async () => {
      second = both.backUp({ folder: `${both.folder}/second` }).catch((error: unknown) => error);
      await second;
    });

    await both.backUp({ files });

    expect(await second).toMatchObject({ message: expect.stringContaining('Another backup') });
  });
});

describe('a file whose document was purged while a backup ran', () => {
  let test: TestDatabase;
  let system: TestIngestion;

  beforeAll(async () => {
    test = await createTestDatabase();
    system = await createTestIngestion({ database: test.database, databaseUrl: test.url });
    await system.start();
  });
  afterAll(async () => {
    await system.close();
    await test.destroy();
  });

  const openMaintenance = () =>
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
      orphanAgeMs: 0,
      logger: createSilentLogger(),
      now: () => new Date(),
    });

  it('is kept until the backup ends and then deleted; so are those of a deleted tenant', async () => {
    const tenant = await test.tenant();
    const { id } = await system.upload(tenant.admin, 'some text');
    await whenFinished(test.database, tenant, id);
    const [row] = await queryInTenant<{ file_key: string }>(
      test,
      tenant.tenantId,
      'SELECT file_key FROM document_versions',
    );
    const files = system.files.for(tenant.system);
    const read = async () => text(await files.read(row?.file_key ?? ''));
    const tenants = createTenants({ ...test, wakeUp: () => void system.ingestion.loop.refill() });
    const snapshot = await openSnapshot(test.migrationUrl);

    await system.remove(tenant.admin, id);
    await eventually(
      () => findDocument(test.database, tenant, id),
      (document) => document === null,
    );
    await tenants.delete(tenant.tenantId);
    await openMaintenance().sweep();

    expect(await read()).toBe('some text');
    expect(await tenants.get(tenant.tenantId)).toMatchObject({ status: 'deleting' });

    await snapshot.close();
    await openMaintenance().sweep();

    await expect(read()).rejects.toMatchObject({ code: 'file_missing' });
    await expect(tenants.get(tenant.tenantId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await test.database.platform.tenants.listRemoved()).toContain(tenant.tenantId);
  });
});
