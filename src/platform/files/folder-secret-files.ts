import { mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { codeOf, syncFolder } from './disk.js';

/** Small texts that only this process's user may read. Names are ours, never a client's. */
export type SecretFiles = {
  read(name: string): Promise<string | null>;
  /** Written completely or not at all, durable when it resolves, readable by its owner only (0600). */
  write(name: string, text: string): Promise<void>;
  /** False if there is none; if several callers remove it at once, exactly one gets true. */
  remove(name: string): Promise<boolean>;
  pathOf(name: string): string;
};

export const createFolderSecretFiles = ({ root }: { root: string }): SecretFiles => {
  const pathOf = (name: string) => join(root, name);
  return {
    pathOf,
    read: async (name) => {
      try {
        return await readFile(pathOf(name), 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    write: async (name, text) => {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        await writeDurably(unfinished, text);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    remove: async (name) => {
      try {
        // Unlike rm, this fails for all but one of several concurrent callers.
        await unlink(pathOf(name));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
      await syncFolder(dirname(pathOf(name)));
      return true;
    },
  };
};

const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};
