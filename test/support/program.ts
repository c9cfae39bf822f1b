import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProgram } from '../../chaos/compile.js';
import { eventually } from './eventually.js';

const BUNDLE_MS = 120_000;

/** The folder of this run. A benchmark makes one, because a program that was built by an earlier run is not what it measures. */
const folderOfRun = async (): Promise<string> => {
  const given = process.env['KR_TEST_FOLDER'];
  if (given !== undefined) return given;
  const made = await mkdtemp(join(tmpdir(), 'kr-bench-'));
  process.env['KR_TEST_FOLDER'] = made;
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** The folder of the program as it is released: bundled once in a run, by the first test file that starts a process of it. */
export const PROGRAM = join(await folderOfRun(), 'program');

const isFirst = await mkdir(PROGRAM).then(
  () => true,
  () => false,
);
if (isFirst) {
  await compileProgram(PROGRAM);
  await writeFile(join(PROGRAM, 'done'), '');
}
await eventually(() => existsSync(join(PROGRAM, 'done')), Boolean, BUNDLE_MS);

/** The file that a process is started from, by its source below the root and without its ending, as in `src/server`. */
export const entryOf = (name: string): string => join(PROGRAM, 'dist', `${name}.js`);
