import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleProgram } from '../scripts/bundle-program.js';

const ROOT = join(import.meta.dirname, '..');

/** What a release has beside the program. */
const BESIDE = ['node_modules', 'prisma', 'package.json', 'dist/console'];

/**
 * A copy of the program as it is released, with the process that faults are injected into: it starts in half the time that its sources
 * would take, and what is changed in them during a run is not in it.
 */
export const compileProgram = async (folder: string): Promise<void> => {
  const outdir = join(folder, 'dist');
  const { files } = await bundleProgram({ outdir, others: ['chaos/member.ts'] });
  for (const path of new Set(files.map((file) => dirname(file.path)))) {
    await mkdir(path, { recursive: true });
  }
  await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
  for (const name of BESIDE) await symlink(join(ROOT, name), join(folder, name));
};
