import { constants } from 'node:fs';
import { access, lstat, open, realpath } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { z } from 'zod';
import { AppError, isAppError, notFound } from '../../../shared/errors.js';
import {
  isWithin,
  SourceFailed,
  type Check,
  type OpenSource,
  type SourceKind,
} from '../../kind.js';

const Settings = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(2000)
    .refine((path) => isAbsolute(path) && !path.includes('\0'), 'must be an absolute path')
    .transform((path) => normalize(path).replace(/(?<=.)\/+$/u, ''))
    .describe(
      'A folder of the machine that the server runs on, in one that the operator allows (`SOURCE_FOLDERS`).',
    ),
});
type Settings = z.output<typeof Settings>;

/**
 * A folder that is mounted in the server. Nothing that leads out of it is followed: symbolic links become findings, and if a link replaces
 * a file between listing and reading, its target is not read. Names that begin with a dot are left out.
 */
export const folder: SourceKind<Settings> = {
  name: 'folder',
  settings: Settings,
  places: ({ folders }) => folders,
  problems: ({ path }, { folders }) =>
    folders.some((allowed) => isWithin(allowed, path))
      ? []
      : [{ path: 'settings.path', message: 'must lie in a folder that the operator allows' }],
  open: ({ path }, { folders }) => openFolder(path, folders),
};

const openFolder = (path: string, folders: readonly string[]): OpenSource => ({
  test: async () => [await checkFolder(path, folders)],
  list: async function* (signal) {
    const { walk } = await import('./walk.js');
    yield* walk(await toHome(path, folders), signal);
  },
  look: async ({ externalId }) => {
    try {
      const file = await openWithin(await toHome(path, folders), externalId);
      await file.close();
      return { path: externalId };
    } catch (error) {
      if (isAppError(error)) return null;
      throw error;
    }
  },
  read: async ({ externalId }) => {
    const file = await openWithin(await toHome(path, folders), externalId);
    return file.createReadStream();
  },
});

/** The real path of the folder. A link in its path may lead out of what the operator allows, which is `refused`. */
const toHome = async (path: string, folders: readonly string[]): Promise<string> => {
  const home = await realpath(path).catch((cause: unknown) => {
    throw new SourceFailed('cut_short', 'The folder does not exist.', { cause });
  });
  const allowed = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  if (allowed.some((outer) => isWithin(outer, home))) return home;
  throw new SourceFailed(
    'refused',
    'The folder is a link to a place that the operator does not allow.',
  );
};

const checkFolder = async (path: string, folders: readonly string[]): Promise<Check> => {
  const name = 'read the folder';
  try {
    const home = await toHome(path, folders);
    if (!(await lstat(home)).isDirectory())
      return { name, ok: false, message: 'This is not a folder.' };
    await access(home, constants.R_OK | constants.X_OK);
    return { name, ok: true, message: 'The folder can be listed and read.' };
  } catch (error) {
    const message = 'The folder does not exist, or the server may not read it.';
    return { name, ok: false, message: error instanceof SourceFailed ? error.message : message };
  }
};

/** Opens a file of the folder and checks that it is the file at its path, so that a link created after the listing is not followed. */
const openWithin = async (home: string, externalId: string) => {
  const path = join(home, externalId);
  if (!isWithin(home, path)) throw notFound();
  const file = await open(
    path,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch((cause: unknown) => {
    throw toReadError(cause);
  });
  try {
    const [opened, real] = [await file.stat(), await realpath(path)];
    const there = await lstat(real);
    const isSame = there.ino === opened.ino && there.dev === opened.dev;
    if (!opened.isFile() || !isSame || !isWithin(home, real)) throw notFound();
    return file;
  } catch (error) {
    await file.close();
    throw error instanceof AppError ? error : toReadError(error);
  }
};

const toReadError = (cause: unknown): Error => {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return notFound();
  if (code === 'EACCES' || code === 'EPERM') {
    return new AppError('forbidden', 'The server may not read this file.', { cause });
  }
  return new SourceFailed('unreachable', 'The folder cannot be read.', { cause });
};
