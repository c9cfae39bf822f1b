import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from './disk.js';

const LastBackup = z.object({
  finishedAt: z.coerce.date(),
  /** Files missing from the backup because the store did not have them. */
  unreadableFiles: z.int().min(0),
});
export type LastBackup = z.infer<typeof LastBackup>;

const NAME = 'last-backup.json';

/** Records when the last backup ended, where servers and commands with the same data folder can read it. */
export const recordBackup = async (dataDir: string, backup: LastBackup): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = join(dataDir, `${NAME}.${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(draft, JSON.stringify(backup), { mode: 0o600, flag: 'wx' });
    await rename(draft, join(dataDir, NAME));
  } finally {
    await rm(draft, { force: true });
  }
};

/** Null if no backup has been made; rejects if the record cannot be read. */
export const readLastBackup = async (dataDir: string): Promise<LastBackup | null> => {
  try {
    return LastBackup.parse(JSON.parse(await readFile(join(dataDir, NAME), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};
