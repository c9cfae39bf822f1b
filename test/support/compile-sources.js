import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { transform } from 'esbuild';
import { COMPILED, FOLDERS, ROOT } from './compiled-place.js';

/**
 * Writes the sources as JavaScript, in the layout of a release: a process that a test starts from them begins in half the time that a
 * compiler in each of them would take. What has not changed since the last run is left as it is.
 */
export const compileSources = async () => {
  await mkdir(join(COMPILED, 'dist'), { recursive: true });
  await Promise.all(
    ['node_modules', 'prisma', 'package.json', 'dist/console'].map((name) => link(name)),
  );
  // The support of the tests finds the migrations from where it lies itself.
  await link('prisma', 'dist/prisma');
  for (const folder of FOLDERS) {
    const files = await readdir(join(ROOT, folder), { recursive: true });
    const paths = files.map((file) => join(folder, file));
    const sources = paths.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    await Promise.all(sources.map(compileChanged));
    // Scripts for browsers are sent as they are.
    await Promise.all(paths.filter((file) => file.endsWith('.js')).map(copyChanged));
  }
};

const link = async (name, as = name) => {
  try {
    await symlink(join(ROOT, name), join(COMPILED, as));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
};

/** The JavaScript of a source of this repository, which is compiled unless it was since it changed. */
export const compileSource = async (path) => {
  const file = relative(ROOT, path);
  await compileChanged(file);
  return readFile(toTarget(file), 'utf8');
};

const compileChanged = (file) =>
  writeChanged(file, async (source) => {
    const { code } = await transform(await readFile(source, 'utf8'), {
      loader: 'ts',
      target: 'es2022',
      sourcemap: 'inline',
      sourcesContent: false,
      sourcefile: source,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    return code;
  });

const copyChanged = (file) => writeChanged(file, readFile);

const writeChanged = async (file, read) => {
  const source = join(ROOT, file);
  const target = toTarget(file);
  if ((await changedMs(target)) > (await changedMs(source))) return;
  await mkdir(dirname(target), { recursive: true });
  // Another run of the tests may read it meanwhile.
  const unfinished = `${target}.${process.pid}`;
  await writeFile(unfinished, await read(source));
  await rename(unfinished, target);
};

/** Files that no process is started from have a folder of their own, since `dist/` contains links into the build. */
const toTarget = (file) => {
  const place = FOLDERS.some((folder) => file.startsWith(`${folder}/`)) ? 'dist' : 'of-tests';
  return join(COMPILED, place, file.replace(/\.ts$/, '.js'));
};

const changedMs = async (path) => (await stat(path).catch(() => ({ mtimeMs: -Infinity }))).mtimeMs;
