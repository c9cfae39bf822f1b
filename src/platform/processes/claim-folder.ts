import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startOf } from './process-start.js';

export type FolderClaim = { release(): Promise<void> };

/** Another server, which is still running, uses the folder. */
class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

const LOCK = 'server.lock';

/**
 * Makes this process the only server of a data folder until it releases the claim or ends, however it ends: the lock of a killed process is
 * ignored. Rejects with FolderInUse while another process has the folder.
 */
export const claimFolder = async (folder: string): Promise<FolderClaim> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, LOCK);
  const draft = `${lock}.${randomBytes(6).toString('hex')}`;
  const holder = `${process.pid}\n${(await startOf(process.pid)) ?? ''}\n`;
  await writeFile(draft, holder, { mode: 0o600, flag: 'wx' });
  try {
    while (!(await appears(draft, lock))) await removeAbandoned({ draft, lock, folder });
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await read(lock)) === holder) await rm(lock, { force: true });
    },
  };
};

/** A link appears complete or not at all, and never overwrites an existing file. */
const appears = async (draft: string, lock: string): Promise<boolean> => {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if (isExisting(error)) return false;
    throw error;
  }
};

/** Interval for checking which process is removing an abandoned lock. */
const LOOK_AGAIN_MS = 10;

type Claimed = { draft: string; lock: string; folder: string };

/**
 * A guard lets one process at a time remove an abandoned lock: if two had read the same lock, the later one would remove the lock that a
 * third has created since.
 */
const removeAbandoned = async ({ draft, lock, folder }: Claimed): Promise<void> => {
  const holder = await read(lock);
  if (holder === null) return;
  if (await runs(holder)) {
    const [pid = ''] = holder.split('\n');
    throw new FolderInUse(
      `DATA_DIR: another server, process ${pid}, works on ${folder}: end that one first, or give this one a folder of its own.`,
    );
  }
  const guard = `${lock}.guard`;
  if (!(await appears(draft, guard))) {
    const other = await read(guard);
    if (other !== null && !(await runs(other))) await rm(guard, { force: true });
    await delay(LOOK_AGAIN_MS);
    return;
  }
  try {
    if ((await read(lock)) === holder) await rm(lock, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
};

const runs = async (holder: string): Promise<boolean> => {
  const [pid = '', startedAt = ''] = holder.split('\n');
  return startedAt !== '' && (await startOf(Number.parseInt(pid, 10))) === startedAt;
};

const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

const isExisting = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
