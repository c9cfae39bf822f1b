import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export const TESTS = join(import.meta.dirname, '..');

/** The main job once from start to deletion, on the embedded parts. */
const WALK = 'main-job.e2e.test.ts';

/** Start processes under names that others know them by. */
const OF_PROCESSES = [
  'bench.test.ts',
  'parser-pool.test.ts',
  'production.test.ts',
  'sandbox.test.ts',
];

/**
 * Tells how fast a test file is by what its name says that it opens: `fast` needs no database, server or process of its own and holds
 * the walk as well, `db` needs a database, `e2e` asks over HTTP or starts processes.
 */
export const speedOf = (file) => {
  const name = basename(file);
  if (name === WALK) return 'fast';
  if (name.endsWith('.e2e.test.ts') || OF_PROCESSES.includes(name)) return 'e2e';
  return name.endsWith('.db.test.ts') ? 'db' : 'fast';
};

/** Paths of the test files of a speed, or of all of them. */
export const listTests = (speed) =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => speed === 'all' || speedOf(name) === speed)
    .map((name) => join(TESTS, name))
    .sort();
