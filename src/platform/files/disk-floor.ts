import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.js';
import { codeOf } from './disk.js';
import type { FileStore } from './file-store.js';

type Floor = {
  /** Whatever lies in it needs room, also where the files themselves lie elsewhere. */
  folder: string;
  minFreeBytes: number;
  /** Of the disk that holds the folder; another measure is for tests. */
  readFreeBytes?: (folder: string) => Promise<number>;
};

/** The same store, which takes no more files when the disk is nearly full: the database and the index go on with what is left. */
export const withDiskFloor = (
  store: FileStore,
  { folder, minFreeBytes, readFreeBytes = freeBytesOf }: Floor,
): FileStore => ({
  for: (scope) => {
    const files = store.for(scope);
    return {
      ...files,
      write: async (source, options) => {
        const freeBytes = await readFreeBytes(folder);
        if (freeBytes >= minFreeBytes) return files.write(source, options);
        source.destroy();
        throw noRoom();
      },
    };
  },
  check: async () => {
    await store.check();
    if ((await readFreeBytes(folder)) < minFreeBytes) throw noRoom();
  },
  close: () => store.close(),
});

const noRoom = (): AppError =>
  new AppError('insufficient_storage', 'There is no room left for files.');

/** What an ordinary user may still write on the disk that holds the folder, or will hold it once it is made. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    return freeBytesOf(above);
  }
};
