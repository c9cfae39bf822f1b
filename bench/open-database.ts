import { join } from 'node:path';
import { createDatabase } from '../src/adapters/database/create-database.js';
import { startEmbeddedPostgres } from '../src/adapters/database/embedded/start-embedded-postgres.js';

/** The embedded PostgreSQL in a folder, migrated, as the application opens it. */
export const openBenchDatabase = async (folder: string) => {
  const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  const database = await createDatabase({
    ...embedded,
    migrationsFolder: join(import.meta.dirname, '../prisma/migrations'),
    poolSize: 10,
  });
  return {
    database,
    url: embedded.url,
    close: async () => {
      await database.close();
      await embedded.close();
    },
  };
};
