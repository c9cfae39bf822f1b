import type { Config } from '../../config/index.js';
import { migrationsFolder } from './installed-files.js';
import { createDatabase } from '../platform/database/create-database.js';
import { migrateDatabase } from '../platform/database/migrations.js';
import { DatabaseRefusal } from '../platform/database/refusal.js';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.js';
import { translateError } from '../platform/database/translate-error.js';
import { withoutLogFields } from '../platform/telemetry/log-context.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import type { Closers } from './process.js';
import { createRepositories } from './repositories.js';

type Opening = {
  logger: Logger;
  closers: Closers;
  /** 'off' is for tests: the embedded database forces nothing to disk. */
  durability?: 'on' | 'off' | undefined;
};

/** Migrates if this process knows the owner, then opens the database only as the application. */
export const openDatabase = async (config: Config, opening: Opening) => {
  const { logger, closers } = opening;
  const urls = config.database.urls ?? (await openEmbeddedDatabase(config, opening));
  const { url } = urls;
  await migrateAsOwner(urls, logger);
  const database = await createDatabase({
    repositories: createRepositories(config.tenantLimits),
    url,
    migrationUrl: null,
    migrationsFolder: migrationsFolder(),
    poolSize: config.database.poolSize,
    connectTimeoutMs: config.database.waitMs,
    turnLimits: config.database.turnLimits,
    // Connections outlive the request in which they were opened.
    onConnectionLost: (error) => {
      withoutLogFields(() => {
        logger.warn({ err: translateError(error) }, 'Lost a database connection');
      });
    },
    onScopeLeft: () => {
      logger.error(
        {},
        'A connection kept a scope or a role beyond its transaction, and was closed',
      );
    },
  });
  closers.add(() => database.close());
  return { database, databaseUrl: url };
};

/** Afterwards nothing in this process knows the owner's password, not even the configuration. */
const migrateAsOwner = async (
  urls: { url: string; migrationUrl: string | null },
  logger: Logger,
) => {
  const { url, migrationUrl } = urls;
  if (migrationUrl === null) return;
  await migrateDatabase({
    url,
    migrationUrl,
    migrationsFolder: migrationsFolder(),
    onPending: ({ length }) => {
      logger.info({ step: 'start', migrations: length }, 'Migrating the database');
    },
  });
  urls.migrationUrl = null;
};

const openEmbeddedDatabase = async (
  { dataDir }: Config,
  { durability = 'on', logger, closers }: Opening,
) => {
  const { url, migrationUrl, close } = await startEmbeddedPostgres({
    dataDir,
    durability,
    onCreate: () => {
      logger.info({ step: 'start', dataDir }, 'Creating the database, which takes a few seconds');
    },
  });
  closers.add(close);
  return { url, migrationUrl };
};

/** Applies missing migrations, for an installation whose servers do not know the owner's password. Returns their names. */
export const migrate = async ({ database: { urls } }: Config): Promise<string[]> => {
  if (urls === null) {
    throw new DatabaseRefusal(
      'DATABASE_URL, DATABASE_MIGRATION_URL: required to migrate; an embedded PostgreSQL is migrated by every start.',
    );
  }
  return migrateDatabase({ ...toOwnerUrls(urls), migrationsFolder: migrationsFolder() });
};

/** For work that only the owner may do. */
export const toOwnerUrls = ({
  url,
  migrationUrl,
}: {
  url: string;
  migrationUrl: string | null;
}) => {
  if (migrationUrl !== null) return { url, migrationUrl };
  throw new DatabaseRefusal(
    'DATABASE_MIGRATION_URL: required here, for this is work of the owner of the database.',
  );
};
