// npm run test:attacks [-- --results FILE --results FILE …]: runs the tests that hold the attacks, and prints attack → test → pass. With
// the reports of runs that were made already (npm run test:all -- --json --outputFile=FILE) it only prints; it fails if an attack is not held.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileOf } from '../test/attacks/attack.js';
import { ATTACKS } from '../test/attacks/attacks.js';
import { judge, Report, type Verdict } from '../test/attacks/judge.js';

const ROOT = join(import.meta.dirname, '..');

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { results: { type: 'string', multiple: true } } });
  const verdicts = judge(
    ATTACKS,
    await (values.results ? readReports(values.results) : runTests()),
  );
  for (const verdict of verdicts) print(verdict);
  const count = (wanted: Verdict['verdict']): number =>
    verdicts.filter(({ verdict }) => verdict === wanted).length;
  process.stdout.write(
    `\n${verdicts.length} attacks: ${count('pass')} held, ${count('fail')} not held, ${count('none')} do not apply\n`,
  );
  process.exitCode = count('fail') > 0 ? 1 : 0;
};

const print = ({ attack: { number, attack }, lines }: Verdict): void => {
  process.stdout.write(`${String(number).padStart(3)}  ${attack}\n`);
  for (const line of lines) process.stdout.write(`     ${line}\n`);
};

const readReports = async (files: readonly string[]): Promise<Report> => {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const reports = texts.map((text) => Report.parse(JSON.parse(text)));
  return { testResults: reports.flatMap(({ testResults }) => testResults) };
};

const runTests = async (): Promise<Report> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-attacks-'));
  const report = join(folder, 'report.json');
  const files = ATTACKS.flatMap((attack) => ('tests' in attack ? attack.tests.map(fileOf) : []));
  const jest = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      join(ROOT, 'node_modules/jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      '--runTestsByPath',
      ...new Set(files),
    ],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  // Whether a test failed is in the report, and so is a file that does not load: none of its tests ran.
  await once(jest, 'close');
  const results = await readReports([report]);
  await rm(folder, { recursive: true });
  return results;
};

await main();
