import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { dropCollections, listCollections } from './qdrant-collections.js';

/** Ends what the run's test files shared: the embedded server with its folder, or the template on the server they were given. */
export default async function teardown() {
  const folder = process.env['KR_TEST_FOLDER'];
  const pid = Number.parseInt(
    await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => ''),
    10,
  );
  // Immediate shutdown: nothing of it is kept.
  if (!Number.isNaN(pid)) process.kill(pid, 'SIGQUIT');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const before = JSON.parse(process.env['KR_TEST_QDRANT_BEFORE']);
  await dropCollections((await listCollections()).filter((name) => !before.includes(name)));
  const migrationUrl =
    process.env['KR_TEST_SUPERUSER_URL'] ?? process.env['DATABASE_MIGRATION_URL'];
  if (!migrationUrl) return;
  const client = new pg.Client({ connectionString: migrationUrl });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${process.env['KR_TEST_TEMPLATE']} WITH (FORCE)`);
  await client.end();
}
