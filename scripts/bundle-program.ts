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
  /** Must end in a folder called `dist`. */
  outdir: string;
  /** Further entry files, as paths from the root of the repository. */
  others?: readonly string[];
  /** Other texts of sources, by their paths from the root of the repository. */
  changed?: ReadonlyMap<string, string>;
};

/**
 * Bundles the program: one file for each process or thread, at the path of its source, and in `compiled-in/` the code that they share or
 * load on first use. A start then reads a tenth as many files. Packages in `dependencies` stay packages, except those in `compiledIn`: we
 * use about a hundredth of them, and an installation would otherwise contain clients for other databases, tables of other tokenizers and
 * a command line that their peer dependencies bring in.
 */
export const bundleProgram = async ({
  outdir,
  others = [],
  changed = new Map(),
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
    plugins: [keepApart({ present, compiledIn }), keepPlaces(changed)],
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

/** Scripts for browsers, which are copied unchanged. */
const FOR_BROWSERS = ['src/http/openapi/page-script.js'];

const PROCESSES = ['src/server.ts', 'workers/*.ts'];
/** `npm run test:production` loads these directly to check that they work in an image. */
const BY_THEMSELVES = ['sandbox/sandbox.ts', 'calculator/calculator.ts'].map(
  (file) => `src/platform/isolated/${file}`,
);
/** Matches a call that starts a process or a thread from a file in the same folder. */
const STARTS = /(?:entryBeside|describeThread)\(\s*'(?<name>[\w-]+)', import\.meta\.url/gu;

/** Finds the entry files of processes and threads by the calls that start them. */
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

/** Makes `import.meta.url` the address that a source would have if it were not bundled, because it names other files relative to that. */
const keepPlaces = (changed: ReadonlyMap<string, string>): Plugin => ({
  name: 'keep-places',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = relative(ROOT, path);
      const text = changed.get(source) ?? (await readFile(path, 'utf8'));
      if (path.includes('node_modules')) return undefined;
      if (!changed.has(source) && !text.includes('import.meta.url')) return undefined;
      const file = source.replace(/\.ts$/u, '.js');
      const place = `import.meta.url.replace(/^(.*\\/dist\\/).*$/u, '$1${file}')`;
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', place) };
    });
  },
});

type Kept = { present: ReadonlySet<string>; compiledIn: readonly string[] };

/** Keeps imports of Node's modules, and of packages that are installed at run time, out of the bundle. */
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
        // A bundled package may have its own copy, which is a different version.
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

// CommonJS code calls `require` for Node's modules, which ES modules do not have. It goes on the first line so that source maps stay valid.
const REQUIRE = `import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url); `;

const withRequire = (text: string): string =>
  text.includes('var __require =') ? REQUIRE + text : text;
