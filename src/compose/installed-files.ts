import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const migrationsFolder = (): string => join(packageRoot(), 'prisma', 'migrations');

/** The folder into which `npm run build` puts the web console. */
export const consoleFolder = (): string => join(packageRoot(), 'dist', 'console');

/** Reads the version in package.json. */
export const readVersion = (): string => {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
};

/** The folder with package.json, whether run from the sources or from `dist/`. */
const packageRoot = (): string => {
  const here = fileURLToPath(new URL('../..', import.meta.url));
  return here.endsWith(join('dist', '/')) ? join(here, '..') : here;
};
