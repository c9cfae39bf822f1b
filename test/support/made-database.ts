import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start-embedded-postgres.js';
import { migrateDatabase } from '../../src/platform/database/migrations.js';
import { MIGRATIONS_FOLDER } from './database.js';
import { eventually } from './eventually.js';

const MADE = ['postgres', 'secrets'];
const MAKE_MS = 60_000;

/** Puts an embedded database into a data folder, migrated and with nothing in it: made once in a run, copied for each application. */
export const copyMadeDatabase = async (runFolder: string, dataDir: string): Promise<void> => {
  const folder = join(runFolder, 'made-database');
  // Who makes it is decided once in a run: this folder stays.
  const isFirst = await mkdir(`${folder}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const draft = `${folder}.draft`;
    await mkdir(draft);
    await makeDatabase(draft);
    await rename(draft, folder);
  }
  await eventually(() => existsSync(folder), Boolean, MAKE_MS);
  const sources = MADE.map((name) => join(folder, name));
  // The server's files belong to the user that it runs as.
  await promisify(execFile)('cp', ['-a', ...sources, dataDir]);
};

const makeDatabase = async (dataDir: string): Promise<void> => {
  const server = await startEmbeddedPostgres({ dataDir, durability: 'off' });
  try {
    await migrateDatabase({ ...server, migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    await server.close();
  }
};
