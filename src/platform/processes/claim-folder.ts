import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOf } from './process-start.js';

export type FolderClaim = { release(): Promise<void> };

/** Another server, which still runs, works on the folder. */
class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

const LOCK = 'server.lock';

/**
 * Makes this process the one server of a data folder, until it lets go of it or ends, however it ends: the lock of a process that was
 * killed counts for nothing. Rejects with FolderInUse while another has it.
 */
export const claimFolder = async (folder: string): Promise<FolderClaim> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, LOCK);
  const draft = asideOf(lock);
  const holder = `${process.pid}\n${(await startOf(process.pid)) ?? ''}\n`;
  await writeFile(draft, holder, { mode: 0o600, flag: 'wx' });
  try {
    while (!(await appears(draft, lock))) await removeAbandoned(lock, folder);
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await read(lock)) === holder) await rm(lock, { force: true });
    },
  };
};

const asideOf = (lock: string): string => `${lock}.${randomBytes(6).toString('hex')}`;

/** A link appears whole or not at all, and never over an existing file. */
const appears = async (draft: string, lock: string): Promise<boolean> => {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if (isExisting(error)) return false;
    throw error;
  }
};

const removeAbandoned = async (lock: string, folder: string): Promise<void> => {
  const holder = await read(lock);
  if (holder === null) return;
  const [pid = '', startedAt = ''] = holder.split('\n');
  if (startedAt !== '' && (await startOf(Number.parseInt(pid, 10))) === startedAt) {
    throw new FolderInUse(
      `DATA_DIR: another server, process ${pid}, works on ${folder}: end that one first, or give this one a folder of its own.`,
    );
  }
  const aside = asideOf(lock);
  await rename(lock, aside).catch(() => undefined);
  const removed = await read(aside);
  // Another start was quicker: what has been taken away is its lock.
  if (removed !== null && removed !== holder) await appears(aside, lock);
  await rm(aside, { force: true });
};

const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

const isExisting = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
