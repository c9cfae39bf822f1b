import { repositories } from '../src/compose/repositories.js';
import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '../src/platform/database/create-database.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.js';

/** The embedded PostgreSQL in a folder, migrated, as the application opens it. */
export const openBenchDatabase = async (folder: string) => {
  const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  const database = await createDatabase({
    repositories,
    ...embedded,
    migrationsFolder: join(import.meta.dirname, '../prisma/migrations'),
    poolSize: 10,
  });
  return {
    database,
    url: embedded.url,
    migrationUrl: embedded.migrationUrl,
    /** The statistics that autovacuum would gather within a minute, without which PostgreSQL reads every document of a tenant. */
    settle: () => analyze(embedded.migrationUrl),
    close: async () => {
      await database.close();
      await embedded.close();
    },
  };
};

const analyze = async (connectionString: string): Promise<void> => {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  try {
    await owner.query('ANALYZE');
  } finally {
    await owner.end();
  }
};
