import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/index.js';
import {
  createBackUp,
  createExportTenant,
  createImportTenant,
  createRestore,
} from '../backup/index.js';
import { migrationsFolder, readVersion } from './installed-files.js';
import { toOwnerUrls } from './database.js';
import { createDatabase } from '../platform/database/create-database.js';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.js';
import { migrateDatabase, readMigrations } from '../platform/database/migrations.js';
import { DatabaseRefusal } from '../platform/database/refusal.js';
import { recordBackup } from '../platform/files/last-backup.js';
import { createFolderSecretFiles } from '../platform/files/folder-secret-files.js';
import { createClosers, type Closers } from './process.js';
import { repositories } from './repositories.js';
import { isAppError } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import { createTenants } from '../tenancy/index.js';

type Options = {
  report: (line: string) => void;
  signal: AbortSignal;
  /** True if the installation must already exist, so that reading does not create a new one. */
  isExpected: boolean;
};

/** Opens what backups and restores need: the database and the files, but neither models nor vectors. */
export const openBackup = async (config: Config, options: Options) => {
  const closers = createClosers();
  try {
    return await open(config, options, closers);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

const open = async (config: Config, { isExpected, ...options }: Options, closers: Closers) => {
  const { dataDir, fileStore, outgoingProxy: proxy } = config;
  const isEmbedded = config.database.urls === null;
  if (isEmbedded && isExpected && !existsSync(join(dataDir, 'postgres'))) {
    throw new DatabaseRefusal(`DATA_DIR: there is no database in ${dataDir}.`);
  }
  const urls = toOwnerUrls(config.database.urls ?? (await openEmbedded(config, closers)));
  const database = { ...urls, migrationsFolder: migrationsFolder() };
  const files = await fileStore.open({ dataDir, minFreeBytes: 0, proxy });
  closers.add(() => files.close());
  const deps = {
    ...options,
    migrationUrl: urls.migrationUrl,
    known: await readMigrations(migrationsFolder()),
    files,
    secretFiles: isEmbedded ? createFolderSecretFiles({ root: dataDir }) : null,
    version: readVersion(),
    now: () => new Date(),
    migrate: (upTo?: Parameters<typeof migrateDatabase>[0]['upTo']) =>
      migrateDatabase({ ...database, ...(upTo && { upTo }) }),
    issueAdminKey: (tenant: TenantId) => issueAdminKey(database, tenant),
  };
  return {
    backUp: recorded(createBackUp(deps), { ...deps, dataDir }),
    restore: createRestore(deps),
    exportTenant: createExportTenant(deps),
    importTenant: createImportTenant(deps),
    /** Adds an admin key to an existing tenant, by slug; `address` becomes an admin if none is left. */
    addAdminKey: (slug: string, address: string | null) => addAdminKey(database, slug, address),
    close: () => closers.closeAll(),
  };
};

type BackUp = ReturnType<typeof createBackUp>;
type Recording = { dataDir: string; now: () => Date; report: (line: string) => void };

/** Records for servers when a backup has ended. The backup is still good if this cannot be recorded. */
const recorded =
  (backUp: BackUp, { dataDir, now, report }: Recording): BackUp =>
  async (folder) => {
    const made = await backUp(folder);
    const finished = { finishedAt: now(), unreadableFiles: made.unreadable };
    await recordBackup(dataDir, finished).catch((error: unknown) => {
      report(
        `Its time could not be kept in ${dataDir}, so the age of the last backup is wrong: ${String(error)}`,
      );
    });
    return made;
  };

const openEmbedded = async ({ dataDir }: Config, closers: Closers) => {
  const embedded = await startEmbeddedPostgres({ dataDir });
  closers.add(() => embedded.close());
  return embedded;
};

type Urls = { url: string; migrationUrl: string; migrationsFolder: string };

/** Null if the tenant has no admin. */
const issueAdminKey = (urls: Urls, tenant: TenantId): Promise<string | null> =>
  withTenants(urls, async (tenants) => {
    try {
      return (await tenants.addAdminKey(tenant, null)).apiKey;
    } catch (error) {
      if (isAppError(error) && error.code === 'not_found') return null;
      throw error;
    }
  });

const addAdminKey = (urls: Urls, slug: string, address: string | null) =>
  withTenants(urls, async (tenants, { platform }) => {
    const found = await platform.tenants.findBySlug(slug);
    if (found === null) throw new DatabaseRefusal(`There is no tenant "${slug}".`);
    return tenants.addAdminKey(found.id, address);
  });

type OurDatabase = Awaited<ReturnType<typeof createOurDatabase>>;
type Tenants = ReturnType<typeof createTenants>;

const withTenants = <Result>(
  urls: Urls,
  work: (tenants: Tenants, database: OurDatabase) => Promise<Result>,
): Promise<Result> =>
  withDatabase(urls, (database) =>
    work(createTenants({ database, wakeUp: () => undefined }), database),
  );

const withDatabase = async <Result>(
  urls: Urls,
  work: (database: OurDatabase) => Promise<Result>,
): Promise<Result> => {
  const database = await createOurDatabase(urls);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

const createOurDatabase = (urls: Urls) => createDatabase({ repositories, poolSize: 2, ...urls });
