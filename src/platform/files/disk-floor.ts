import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.js';
import { codeOf } from './disk.js';
import type { FileStore } from './file-store.js';

type Floor = {
  /** Its contents need room even if the files themselves are stored elsewhere. */
  folder: string;
  minFreeBytes: number;
  /** Measures the free space of the disk that holds the folder; only tests pass another function. */
  readFreeBytes?: (folder: string) => Promise<number>;
};

/** The same store, but it refuses new files when the disk is nearly full, which leaves room for the database and the index. */
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

/** Rejects with `insufficient_storage` if the disk that holds the folder is nearly full. */
export const requireRoomOnDisk = async ({
  folder,
  minFreeBytes,
  readFreeBytes = freeBytesOf,
}: Floor): Promise<void> => {
  if ((await readFreeBytes(folder)) < minFreeBytes) throw noRoom();
};

const noRoom = (): AppError =>
  new AppError('insufficient_storage', 'There is no space left for files.');

/** The bytes that an ordinary user may still write on the disk that holds the folder, or would hold it. */
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
