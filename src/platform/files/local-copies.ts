import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, toDiskError } from './disk.js';

export type LocalCopies = Awaited<ReturnType<typeof openLocalCopies>>;

/**
 * Local copies of remote files, kept while they are read by path. There are never more than are worked on at once; those of killed
 * processes are removed when the next process opens the folder.
 */
export const openLocalCopies = async (folder: string) => {
  await removeLeftOvers(folder);
  return {
    lend: async <Result>(
      content: Readable,
      use: (path: string) => Promise<Result>,
    ): Promise<Result> => {
      const path = join(folder, toName(process.pid));
      try {
        await save(content, { folder, path });
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
};

const save = async (
  content: Readable,
  { folder, path }: { folder: string; path: string },
): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    content.destroy();
    throw toDiskError(error);
  }
};

/** Names identify the owner: replicas may share a data folder, and process ids are only meaningful on one machine. */
const toName = (pid: number): string => `${hostname()}~${pid}~${randomUUID()}`;

/** Longer than any read; only for files of a machine that has been renamed since. */
const MAX_AGE_MS = 86_400_000;

const removeLeftOvers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const [machine, pid] = name.split('~');
    const isDead = machine === hostname() && !isRunning(Number(pid));
    const found = await stat(path).catch(() => null);
    if (isDead || (found !== null && found.mtimeMs < Date.now() - MAX_AGE_MS)) {
      await rm(path, { force: true });
    }
  }
};

/** False for our own process id: it belonged to an earlier process. */
const isRunning = (pid: number): boolean => {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};
