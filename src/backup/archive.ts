import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf, syncFolder } from '../platform/files/disk.js';
import {
  BackupRefusal,
  createArchiveReader,
  notOrdinary,
  type ArchivedFile,
  type OpenPart,
} from './archive-reader.js';
import { zipLines } from './archived-lines.js';

export type Archive = ReturnType<typeof openArchive>;

/**
 * The folder of a backup. Its contents are only readable by its owner (0700, 0600), hashed when written, and durable when it is finished.
 */
export const openArchive = (folder: string) => {
  const made = new Set<string>([folder]);
  const pathOf = (path: string) => join(folder, path);
  const create = async (path: string): Promise<FileHandle> => {
    const parent = dirname(pathOf(path));
    if (!made.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 });
    for (let around = parent; !made.has(around); around = dirname(around)) made.add(around);
    return open(pathOf(path), 'wx', 0o600);
  };
  return {
    ...createArchiveReader({ name: folder, open: openIn(folder), close: async () => undefined }),
    /** A new folder, or an empty one. */
    prepare: () => prepare(folder),
    writeLines: async (path: string, batches: AsyncIterable<readonly string[]>) => {
      const zipped = zipLines(batches);
      const file = await save(await create(path), zipped.content);
      return { path, ...file, lines: zipped.lines() };
    },
    write: async (path: string, source: Readable): Promise<ArchivedFile> => ({
      path,
      ...(await save(await create(path), source)),
    }),
    remove: (path: string): Promise<void> => rm(pathOf(path), { recursive: true, force: true }),
    /** Writes the last file, which exists only if everything else is on the disk. */
    finish: async (path: string, text: string): Promise<void> => {
      const unfinished = `${path}.part`;
      await save(await create(unfinished), Readable.from([text]));
      for (const parent of made) await syncFolder(parent);
      await syncFolder(dirname(folder));
      await rename(pathOf(unfinished), pathOf(path));
      await syncFolder(folder);
    },
    /** Deletes everything that was written. */
    discard: async (): Promise<void> => {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    },
  };
};

const prepare = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.length > 0) throw new BackupRefusal(`${folder} is not empty: choose a new folder.`);
  await chmod(folder, 0o700);
};

const save = async (
  file: FileHandle,
  source: Readable,
): Promise<{ sizeBytes: number; sha256: string }> => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const piece of source as AsyncIterable<Uint8Array | string>) {
      hash.update(piece);
      sizeBytes += Buffer.byteLength(piece);
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
};

/** The parts of a folder. */
const openIn =
  (folder: string): OpenPart =>
  async (path) => {
    const file = await openInside(folder, path);
    const { size } = await file.stat();
    return {
      sizeBytes: size,
      read: async () => file.createReadStream(),
      close: () => file.close(),
    };
  };

/** Only opens regular files in the archive's own folder: a link leads to files of others, and a pipe never ends. */
const openInside = async (folder: string, path: string): Promise<FileHandle> => {
  const own = await realpath(folder);
  if ((await realpath(dirname(join(folder, path)))) !== dirname(join(own, path))) {
    throw notOrdinary(folder, path);
  }
  // A link itself is refused (ELOOP), and opening a pipe does not wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(own, path), flags).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? notOrdinary(folder, path, error) : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw notOrdinary(folder, path);
};
