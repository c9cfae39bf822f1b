import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSources } from './compile-sources.js';
import { listCollections } from './qdrant-collections.js';

/** Names what this run's test files share; the first that needs a database starts the server (test/support/database.ts). */
export default async function setup() {
  await compileSources();
  process.env['KR_TEST_FOLDER'] = await mkdtemp(join(tmpdir(), 'kr-test-'));
  process.env['KR_TEST_QDRANT_BEFORE'] = JSON.stringify(await listCollections());
  process.env['KR_TEST_TEMPLATE'] = `kr_template_${randomBytes(6).toString('hex')}`;
}
