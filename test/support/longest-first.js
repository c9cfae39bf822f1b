import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Take more than half a minute alone: one that began last would leave a core idle for as long. */
const LONG = [
  'test/backup/drill.e2e.test.ts',
  'test/workflow/bad-models.db.test.ts',
  'test/production.test.ts',
  'test/tools/bench.test.ts',
  'test/parsing/parser-pool.test.ts',
  'test/process-life.e2e.test.ts',
  'test/platform/sandbox/sandbox.test.ts',
  'test/typed-clients.e2e.test.ts',
  'test/http/fuzz.e2e.test.ts',
  'test/console/console.e2e.test.ts',
  'test/backup/backup.db.test.ts',
  'test/documents/sources.e2e.test.ts',
  'test/console/pages.e2e.test.ts',
  'test/console/bad-cases.e2e.test.ts',
  'test/documents/collections.e2e.test.ts',
  'test/shipped-wiring.e2e.test.ts',
];

// Jest's own; as its dependency it is not one of ours.
const core = createRequire(createRequire(import.meta.url).resolve('jest')).resolve('@jest/core');
const { default: Sequencer } = createRequire(core)('@jest/test-sequencer');

/** Jest orders by the times of the last run, and on a fresh machine by size; here the longest begin first in any case. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const gone = LONG.filter((file) => !existsSync(join(ROOT, file)));
    if (gone.length > 0)
      throw new Error(`Gone, but in ${import.meta.filename}: ${gone.join(', ')}`);
    const places = new Map(LONG.map((file, place) => [join(ROOT, file), place]));
    const placeOf = ({ path }) => places.get(path) ?? LONG.length;
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
