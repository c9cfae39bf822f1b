import { constants } from 'node:fs';
import { access, lstat, open, realpath } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { z } from 'zod';
import { AppError, notFound } from '../../../shared/errors.js';
import { SourceFailed, type Check, type OpenSource, type SourceKind } from '../../kind.js';
import { walk } from './walk.js';

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
 * A folder that is mounted in the server. Nothing is followed that leads out of it: symbolic links are findings, and what lies behind one
 * that came between listing and reading is not read. Names that begin with a dot are left out.
 */
export const folder: SourceKind<Settings> = {
  name: 'folder',
  settings: Settings,
  problems: ({ path }, { folders }) =>
    folders.some((allowed) => isWithin(allowed, path))
      ? []
      : [{ path: 'settings.path', message: 'must lie in a folder that the operator allows' }],
  open: ({ path }) => openFolder(path),
};

const isWithin = (outer: string, path: string): boolean =>
  path === outer || path.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);

const openFolder = (path: string): OpenSource => ({
  test: async () => [await checkFolder(path)],
  list: (signal) => walk(path, signal),
  read: async ({ externalId }) => {
    const file = await openWithin(path, externalId);
    return file.createReadStream();
  },
});

const checkFolder = async (path: string): Promise<Check> => {
  const name = 'read the folder';
  try {
    const found = await lstat(path);
    if (!found.isDirectory()) return { name, ok: false, message: 'That is no folder.' };
    await access(path, constants.R_OK | constants.X_OK);
    return { name, ok: true, message: 'It can be listed and read.' };
  } catch {
    return { name, ok: false, message: 'There is no such folder, or the server may not read it.' };
  }
};

/** Opens a file of the folder; what a link leads to is compared with what was opened, so that none that came meanwhile is followed. */
const openWithin = async (root: string, externalId: string) => {
  const path = join(root, externalId);
  if (!isWithin(root, path)) throw notFound();
  const file = await open(
    path,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch((cause: unknown) => {
    throw toReadError(cause);
  });
  try {
    const [opened, home, real] = [await file.stat(), await realpath(root), await realpath(path)];
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
