// npm test [-- OPTIONS OF JEST] runs the fast tests; test:db, test:e2e and test:all the others. With a path, whatever it names is run.
import { parseArgs } from 'node:util';
import { run } from 'jest';
import { listTests } from './speeds.js';

/** Options of Jest whose value is a word of its own, which is no path. */
const WITH_VALUE = ['maxWorkers', 'testNamePattern', 'outputFile', 'testTimeout', 'shard', 'seed'];
const SHORT = { maxWorkers: 'w', testNamePattern: 't' };

const [speed, ...given] = process.argv.slice(2);
const options = WITH_VALUE.map((name) => [
  name,
  { type: 'string', ...(SHORT[name] && { short: SHORT[name] }) },
]);
const { positionals } = parseArgs({
  args: given,
  options: Object.fromEntries(options),
  allowPositionals: true,
  strict: false,
});

process.env['NODE_ENV'] ??= 'test';
const files = positionals.length > 0 ? [] : ['--runTestsByPath', ...listTests(speed)];
await run([...given, ...files]);
