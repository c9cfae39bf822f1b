// tsx scripts/tests-again.ts REPORT SCRIPT: runs the files that failed in a Jest report again, one after the other, and updates the report.
// On a busy machine a browser or a server may miss its time limit; a test that fails on its own as well has failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { failedFiles, Report, withSecondRun } from './test-report.js';

/** More failures than this are not caused by a busy machine. */
const MOST_FILES = 8;

const main = async ([path, script]: string[]): Promise<number> => {
  if (path === undefined || script === undefined) throw new Error('Name a report and a script.');
  const report = await readReport(path);
  const files = failedFiles(report);
  if (files.length === 0 || files.length > MOST_FILES) return 1;
  const again = `${path}.again`;
  const jest = spawn(
    'npm',
    [
      'run',
      '--silent',
      script,
      '--',
      '--maxWorkers=1',
      '--json',
      `--outputFile=${again}`,
      ...files,
    ],
    { stdio: 'inherit' },
  );
  const [code] = (await once(jest, 'close')) as [number | null];
  const merged = withSecondRun(report, await readReport(again));
  await writeFile(path, JSON.stringify(merged));
  const left = new Set(failedFiles(merged));
  for (const file of files) {
    const outcome = left.has(file) ? 'failed again' : 'passed alone';
    process.stdout.write(`${relative(process.cwd(), file)} failed, and ${outcome}.\n`);
  }
  return code ?? 1;
};

const readReport = async (path: string): Promise<Report> =>
  Report.parse(JSON.parse(await readFile(path, 'utf8')));

process.exitCode = await main(process.argv.slice(2));
