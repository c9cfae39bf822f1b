import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.js';
import { codeOf } from './disk.js';
import type { FileStore } from './file-store.js';

type Floor = {
  /** Everything in it needs room, even where the files themselves are stored elsewhere. */
  folder: string;
  minFreeBytes: number;
  /** Measures the disk that holds the folder; only tests pass another measure. */
  readFreeBytes?: (folder: string) => Promise<number>;
};

/** The same store, which takes no more files when the disk is nearly full: the database and the index go on with what is left. */
export const withDiskFloor = (store: FileStore, floor: Floor): FileStore => ({
  for: (scope) => {
    const files = store.for(scope);
    return {
      ...files,
      write: async (source, options) => {
        try {
          await requireRoomOnDisk(floor);
        } catch (error) {
          source.destroy();
          throw error;
        }
        return files.write(source, options);
      },
    };
  },
  check: async () => {
    await store.check();
    await requireRoomOnDisk(floor);
  },
  close: () => store.close(),
});

/** Rejects with `insufficient_storage` where the disk that holds the folder is nearly full. */
export const requireRoomOnDisk = async ({
  folder,
  minFreeBytes,
  readFreeBytes = freeBytesOf,
}: Floor): Promise<void> => {
  if ((await readFreeBytes(folder)) < minFreeBytes) throw noRoom();
};

const noRoom = (): AppError =>
  new AppError('insufficient_storage', 'There is no space left for files.');

/** The bytes that an ordinary user may still write on the disk that holds the folder, or will hold it once it is made. */
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
