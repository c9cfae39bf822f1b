import { stat } from 'node:fs/promises';
import { openArchive } from './archive.js';
import type { ArchiveReader } from './archive-reader.js';
import { openZip } from './zip-reader.js';

/** Reads a folder, as backups are, or a file, as exports over the API are; it is closed however the reading ends. */
export const withArchive = async <Result>(
  path: string,
  read: (archive: ArchiveReader) => Promise<Result>,
): Promise<Result> => {
  const found = await stat(path).catch(() => null);
  const archive = found?.isFile() === true ? await openZip(path) : openArchive(path);
  try {
    return await read(archive);
  } finally {
    await archive.close();
  }
};
