import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.js';
import { readLicences } from './licences.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(ROOT, 'dist');
const COMPILED_IN = join(DIST, 'compiled-in');

/** Writes the program into `dist/`, with the licences of the packages that are bundled into it. */
const main = async (): Promise<void> => {
  const { files, metafile } = await bundleProgram({ outdir: DIST });
  await Promise.all(files.map(writeChanged));
  await writeChanged({
    path: join(COMPILED_IN, 'LICENCES.txt'),
    text: await readLicences(ROOT, Object.keys(metafile.inputs)),
  });
  await removeFormer(new Set(files.map(({ path }) => path)));
};

/** Replaces a file in one step, so that a running process never reads half of it. */
const writeChanged = async ({ path, text }: { path: string; text: string }): Promise<void> => {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
};

const DAY_MS = 86_400_000;
/** Written by a build of its own. */
const CONSOLE = join('console', '/');

const SCRIPT = /\.js(?:\.map)?$/u;

/** Removes files of earlier builds once they are a day old: a process that was started from one may still load parts of it. */
const removeFormer = async (written: ReadonlySet<string>): Promise<void> => {
  const names = await readdir(DIST, { recursive: true });
  const former = names
    .filter((name) => SCRIPT.test(name) && !name.startsWith(CONSOLE))
    .map((name) => join(DIST, name))
    .filter((path) => !written.has(path));
  for (const path of former) {
    if (Date.now() - (await stat(path)).mtimeMs > DAY_MS) await rm(path);
  }
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
