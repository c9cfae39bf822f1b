import { isBuiltin } from 'node:module';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type OutputFile, type Plugin } from 'esbuild';
import { z } from 'zod';
import { readLicences } from './licences.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The parts of package.json that we read. */
const Packages = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  compiledIn: z.array(z.string()),
});

/**
 * Writes `dist/`: each of our files for itself, under the path of its source. Packages of `dependencies` stay packages. Those
 * of them that `compiledIn` names become files of `dist/compiled-in/`, for a production tree would carry a hundred times what we use of
 * them: the clients of databases that we do not have, tables of other tokenizers, a command line that their peers bring along.
 */
const main = async (): Promise<void> => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies, compiledIn } = Packages.parse(JSON.parse(text));
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const present = new Set(names.filter((name) => !compiledIn.includes(name)));
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/**/*.ts', 'workers/**/*.ts', 'config/**/*.ts'],
    outdir: 'dist',
    outbase: '.',
    chunkNames: 'compiled-in/[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    plugins: [keepApart({ present, compiledIn })],
    logLevel: 'silent',
    metafile: true,
  });
  await Promise.all(outputFiles.map(writeChanged));
  for (const path of FOR_BROWSERS) {
    const file = { path: join(ROOT, 'dist', path), text: await readFile(join(ROOT, path), 'utf8') };
    await writeChanged(file);
  }
  const licences = join(ROOT, 'dist', 'compiled-in', 'LICENCES.txt');
  await writeChanged({
    path: licences,
    text: await readLicences(ROOT, Object.keys(metafile.inputs)),
  });
};

/** Sent as they are. */
const FOR_BROWSERS = ['src/http/openapi/page-script.js'];

type Kept = { present: ReadonlySet<string>; compiledIn: readonly string[] };

/** Leaves as imports our own files, Node's modules and the packages that are there at run time. */
const keepApart = ({ present, compiledIn }: Kept): Plugin => ({
  name: 'keep-apart',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === RESOLVING) return undefined;
      const isOurs = !importer.includes('node_modules');
      if (path.startsWith('.')) return isOurs ? { path, external: true } : undefined;
      if (isBuiltin(path)) return { path, external: true };
      const name = toPackageName(path);
      if (isOurs && !present.has(name) && !compiledIn.includes(name)) {
        return { errors: [{ text: `${name} is not in "dependencies".` }] };
      }
      if (!present.has(name)) return undefined;
      const found = await bundler.resolve(path, {
        kind,
        importer,
        resolveDir,
        pluginData: RESOLVING,
      });
      // A copy that a compiled-in package brings along is of another version than ours.
      const isNested = found.path.split('node_modules').length > 2;
      return isNested ? undefined : { path, external: true };
    });
  },
});

const RESOLVING = 'resolving';

const toPackageName = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

// What was written for CommonJS asks for Node's own modules by a function that ES modules lack; on the first line, for the source maps.
const REQUIRE = `import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url); `;

/** A process that runs from `dist/` meanwhile never reads half a file. */
const writeChanged = async ({ path, text }: Pick<OutputFile, 'path' | 'text'>): Promise<void> => {
  const wanted = text.includes('var __require =') ? REQUIRE + text : text;
  if ((await readFile(path, 'utf8').catch(() => null)) === wanted) return;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, wanted);
  await rename(unfinished, path);
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
