import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { writeNotice } from './notice.js';

const HERE = import.meta.dirname;
export const BUILT = join(HERE, '..', 'dist', 'console');

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Each file twice more, compressed as far as it goes, so that the server compresses nothing. */
const compressAll = (): Plugin => ({
  name: 'compress-all',
  apply: 'build',
  closeBundle: async () => {
    const assets = await readdir(join(BUILT, 'assets'));
    const files = ['index.html', ...assets.map((name) => join('assets', name))];
    await Promise.all(files.map((name) => compress(join(BUILT, name))));
  },
});

/** The addresses of the table of screens, which the server answers with the page. */
const writeRoutes = (): Plugin => ({
  name: 'write-routes',
  apply: 'build',
  closeBundle: async () => {
    const screens = await readFile(join(HERE, 'src', 'screens.ts'), 'utf8');
    const paths = [...screens.matchAll(/path: '([^']+)'/gu)].map(([, path]) => path);
    await writeFile(join(BUILT, 'routes.json'), JSON.stringify(paths));
  },
});

/** Writes a file twice more, compressed as far as it goes. */
export const compress = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.gz`, await toGzip(bytes, { level: 9 }));
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }));
};

export default defineConfig({
  root: HERE,
  base: '/',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [writeNotice(BUILT), writeRoutes(), compressAll()],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: 'es2022',
    // A small picture inside of a page would be an address that no cache knows.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
