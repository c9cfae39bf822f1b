// One round of the isolation canary on a database and an index of its own, for scripts/mutate-isolation.ts. Prints its report as JSON.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIsolationCanary } from '../../src/maintenance/isolation/canary.js';
import { createDatabase } from '../../src/platform/database/create-database.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { createQdrantVectorStore } from '../../src/platform/vectors/qdrant/store.js';
import { repositories } from '../../src/compose/repositories.js';
import { startQdrantDouble } from '../../test/fakes/qdrant-double/server.js';

const [url = '', migrationsFolder = ''] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'kr-walk-'));
const double = await startQdrantDouble({});
const vectors = createQdrantVectorStore({
  url: double.url,
  dimensions: null,
  fingerprint: 'walk',
  onForeignRow: () => undefined,
});
const files = createFolderFileStore({ root: folder });
const database = await createDatabase({
  repositories,
  url,
  migrationUrl: null,
  migrationsFolder,
  poolSize: 4,
});
try {
  const report = await createIsolationCanary({ database, files, vectors })();
  process.stdout.write(JSON.stringify(report));
} finally {
  await database.close();
  await vectors.close();
  await double.close();
  await rm(folder, { recursive: true, force: true });
}
