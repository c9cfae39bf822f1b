import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProgram } from '../../chaos/compile.js';
import { eventually } from './eventually.js';

const BUNDLE_MS = 120_000;

/** The folder of the program as it is released: bundled once in a run, by the first test file that starts a process of it. */
export const PROGRAM = join(process.env['KR_TEST_FOLDER'] ?? tmpdir(), 'program');

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
