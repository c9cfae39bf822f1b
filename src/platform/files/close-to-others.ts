import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../telemetry/telemetry.js';
import { codeOf } from './disk.js';

const OTHERS = 0o077;
const OWNER_ONLY = 0o700;

/**
 * Makes sure that no other user of this machine can enter the data folder. Closes what is open, with a warning. If the folder belongs to
 * another user (the root of a volume, which Kubernetes gives to a group), it stays as it is and each entry of ours is closed.
 */
export const closeToOthers = async (
  dataDir: string,
  logger: Pick<Logger, 'warn'>,
): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY });
  const mode = await openTo(dataDir);
  if (mode === 0) return;
  if (await close(dataDir)) {
    logger.warn({ mode: toOctal(mode) }, 'DATA_DIR was open to others, and has been closed');
    return;
  }
  const entries = await readdir(dataDir);
  let closed = 0;
  for (const name of entries) {
    const path = join(dataDir, name);
    if ((await openTo(path)) !== 0 && (await close(path))) closed += 1;
  }
  logger.warn(
    { mode: toOctal(mode), closed },
    'DATA_DIR belongs to somebody else and is open to others; what lies in it is closed',
  );
};

/** The permissions of group and others; none if the path has disappeared. */
const openTo = async (path: string): Promise<number> => {
  const facts = await stat(path).catch(() => null);
  return facts === null ? 0 : facts.mode & OTHERS;
};

const REFUSED = new Set<unknown>(['EPERM', 'EACCES', 'EROFS', 'ENOTSUP']);

/** False if the system refuses; a path that disappeared counts as closed. */
const close = async (path: string): Promise<boolean> => {
  try {
    const { mode } = await stat(path);
    await chmod(path, mode & OWNER_ONLY);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    if (REFUSED.has(codeOf(error))) return false;
    throw error;
  }
};

const toOctal = (mode: number): string => mode.toString(8).padStart(3, '0');
