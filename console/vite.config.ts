import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const HERE = import.meta.dirname;
const BUILT = join(HERE, '..', 'dist', 'console');

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Each file twice more, compressed as far as it goes, so that the server compresses nothing. */
const compressAll = (): Plugin => ({
  name: 'compress-all',
  apply: 'build',
  closeBundle: async () => {
    await copyFile(join(HERE, 'routes.json'), join(BUILT, 'routes.json'));
    const assets = await readdir(join(BUILT, 'assets'));
    const files = ['index.html', ...assets.map((name) => join('assets', name))];
    await Promise.all(files.map((name) => compress(join(BUILT, name))));
  },
});

const compress = async (path: string): Promise<void> => {
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
  plugins: [compressAll()],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: 'es2022',
    // A small picture inside of a page would be an address that no cache knows.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
