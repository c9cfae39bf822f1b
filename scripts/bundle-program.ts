import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The parts of package.json that we read. */
const Packages = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  compiledIn: z.array(z.string()),
});

type Bundle = {
  /** The name of its last folder is `dist`. */
  outdir: string;
  /** Files from the root that processes are started from, beside those of the product. */
  others?: readonly string[];
};

/**
 * Bundles the program for processes: a file for each that one is started from, under the path of its source, and in `compiled-in/` what they
 * share and what is loaded when it is first needed. A start reads a tenth of the files that the sources are. Packages of `dependencies` stay
 * packages. Those of them that `compiledIn` names are bundled, too, for a production tree would carry a hundred times what we use of
 * them: the clients of databases that we do not have, tables of other tokenizers, a command line that their peers bring along.
 */
export const bundleProgram = async ({
  outdir,
  others = [],
}: Bundle): Promise<{ files: Pick<OutputFile, 'path' | 'text'>[]; metafile: Metafile }> => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies, compiledIn } = Packages.parse(JSON.parse(text));
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const present = new Set(names.filter((name) => !compiledIn.includes(name)));
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...(await findEntries()), ...others],
    outdir,
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
    plugins: [keepApart({ present, compiledIn }), keepPlaces],
    logLevel: 'silent',
    metafile: true,
  });
  const scripts = FOR_BROWSERS.map(async (file) => ({
    path: join(outdir, file),
    text: await readFile(join(ROOT, file), 'utf8'),
  }));
  const files = outputFiles.map(({ path, text }) => ({ path, text: withRequire(text) }));
  return { files: [...files, ...(await Promise.all(scripts))], metafile };
};

/** Sent as they are. */
const FOR_BROWSERS = ['src/http/openapi/page-script.js'];

const PROCESSES = ['src/server.ts', 'workers/*.ts'];
/** Loaded by themselves where somebody looks whether they run, as `npm run test:production` does. */
const BY_THEMSELVES = ['sandbox/sandbox.ts', 'calculator/calculator.ts'].map(
  (file) => `src/platform/isolated/${file}`,
);
/** Names the entry of a process or a thread that stands beside the file. */
const STARTS = /(?:entryBeside|describeThread)\(\s*'(?<name>[\w-]+)', import\.meta\.url/gu;

/** The files that processes and threads are started from: the sources that start them name them. */
const findEntries = async (): Promise<string[]> => {
  const files = await readdir(join(ROOT, 'src'), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts')).map((file) => join('src', file));
  const started = sources.map(async (file) => {
    const text = await readFile(join(ROOT, file), 'utf8');
    const names = Array.from(text.matchAll(STARTS), ({ groups }) => groups?.['name'] ?? '');
    return names.map((name) => join(dirname(file), `${name}.ts`));
  });
  return [...PROCESSES, ...BY_THEMSELVES, ...(await Promise.all(started)).flat()];
};

/** Lets a source that asks where it lies hear where it would lie by itself: what it names from there lies there. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (path.includes('node_modules') || !text.includes('import.meta.url')) return undefined;
      const file = relative(ROOT, path).replace(/\.ts$/u, '.js');
      const place = `import.meta.url.replace(/^(.*\\/dist\\/).*$/u, '$1${file}')`;
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', place) };
    });
  },
};

type Kept = { present: ReadonlySet<string>; compiledIn: readonly string[] };

/** Leaves as imports Node's modules and the packages that are there at run time. */
const keepApart = ({ present, compiledIn }: Kept): Plugin => ({
  name: 'keep-apart',
  setup: (bundler) => {
    bundler.onResolve(
      { filter: /^[^.]/ },
      async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === RESOLVING) return undefined;
        if (isBuiltin(path)) return { path, external: true };
        const name = toPackageName(path);
        const isOurs = !importer.includes('node_modules');
        if (isOurs && !present.has(name) && !compiledIn.includes(name)) {
          return { errors: [{ text: `${name} is not in "dependencies".` }] };
        }
        if (!present.has(name)) return undefined;
        const options = { kind, importer, resolveDir, pluginData: RESOLVING };
        const found = await bundler.resolve(path, options);
        // A copy that a compiled-in package brings along is of another version than ours.
        const isNested = found.path.split('node_modules').length > 2;
        return isNested ? undefined : { path, external: true };
      },
    );
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

const withRequire = (text: string): string =>
  text.includes('var __require =') ? REQUIRE + text : text;
