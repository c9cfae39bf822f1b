import { createRequire } from 'node:module';
import { basename } from 'node:path';

/** Each takes more than half a minute alone: one that began last would leave a core idle for as long. By name, wherever they lie. */
const LONG = [
  'drill.e2e.test.ts',
  'migrate.e2e.test.ts',
  'node-cli.e2e.test.ts',
  'bad-models.db.test.ts',
  'production.test.ts',
  'bench.test.ts',
  'parser-pool.test.ts',
  'process.e2e.test.ts',
  'sandbox.test.ts',
  'typed-clients.e2e.test.ts',
  'fuzz.e2e.test.ts',
  'console.e2e.test.ts',
  'back-up.db.test.ts',
  'sources.e2e.test.ts',
  'pages.e2e.test.ts',
  'bad-cases.e2e.test.ts',
  'collections.e2e.test.ts',
  'shipped-wiring.e2e.test.ts',
  'least-privilege.db.test.ts',
  'load.db.test.ts',
  'owner-rights.db.test.ts',
  'batch-crash.e2e.test.ts',
  'limits-across-processes.e2e.test.ts',
  'languages.e2e.test.ts',
  'receipt-and-search.e2e.test.ts',
  'long-stream.e2e.test.ts',
  'published.e2e.test.ts',
];

// Jest's own; as its dependency it is not one of ours.
const core = createRequire(createRequire(import.meta.url).resolve('jest')).resolve('@jest/core');
const { default: Sequencer } = createRequire(core)('@jest/test-sequencer');

/** Jest orders by the times of the last run, and on a fresh machine by size; here the longest begin first in any case. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const placeOf = ({ path }) => {
      const place = LONG.indexOf(basename(path));
      return place === -1 ? LONG.length : place;
    };
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
