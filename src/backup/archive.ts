import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  chmod,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../platform/files/disk.js';

/** A foreseen end of a backup or a restore. The message is for whoever runs it. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}

type ArchivedFile = { path: string; sizeBytes: number; sha256: string };

export type Archive = ReturnType<typeof openArchive>;

/** The folder of a backup. What is in it is for its owner's eyes alone (0700, 0600), hashed when written, and durable when it is finished. */
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
    folder,
    /** A new folder, or an empty one. */
    prepare: () => prepare(folder),
    writeLines: async (path: string, batches: AsyncIterable<readonly string[]>) => {
      let lines = 0;
      const text = async function* (): AsyncGenerator<string> {
        for await (const batch of batches) {
          lines += batch.length;
          yield `${batch.join('\n')}\n`;
        }
      };
      const zipped = through(Readable.from(text()), createGzip({ level: GZIP_LEVEL }));
      const file = await save(await create(path), zipped);
      return { path, ...file, lines };
    },
    write: async (path: string, source: Readable): Promise<ArchivedFile> => ({
      path,
      ...(await save(await create(path), source)),
    }),
    remove: (path: string): Promise<void> => rm(pathOf(path), { recursive: true, force: true }),
    /** Writes the last file: it is there when everything else is on the disk. */
    finish: async (path: string, text: string): Promise<void> => {
      const unfinished = `${path}.part`;
      await save(await create(unfinished), Readable.from([text]));
      for (const parent of made) await syncFolder(parent);
      await syncFolder(dirname(folder));
      await rename(pathOf(unfinished), pathOf(path));
      await syncFolder(folder);
    },
    /** Takes back everything that was written. */
    discard: async (): Promise<void> => {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    },
    readText: (path: string): Promise<string | null> =>
      readFile(pathOf(path), 'utf8').catch(() => null),
    read: (path: string): Readable => createReadStream(pathOf(path)),
    readLines: (path: string) => readLines(pathOf(path)),
    /** Refuses a file that is not what was written, by its name. */
    verify: (file: ArchivedFile) => verify(folder, file),
  };
};

const GZIP_LEVEL = 4;

/** A failure of either shows where the result is read. */
const through = (source: Readable, change: Transform): Transform =>
  pipeline(source, change, () => undefined);

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

/** So much text is handed on at a time, unless a single line is longer. */
const BATCH_LENGTH = 1024 * 1024;

async function* readLines(path: string): AsyncGenerator<string[]> {
  const text = through(createReadStream(path), createGunzip()).setEncoding('utf8');
  let batch: string[] = [];
  let length = 0;
  // Pieces of a line that has not ended; joined once, for a line may be very long.
  let begun: string[] = [];
  for await (const piece of text as AsyncIterable<string>) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    for (const next of others) {
      batch.push(begun.join(''));
      begun = [next];
    }
    length += piece.length;
    if (length < BATCH_LENGTH || batch.length === 0) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

const verify = async (folder: string, { path, sizeBytes, sha256 }: ArchivedFile): Promise<void> => {
  const hash = createHash('sha256');
  let readBytes = 0;
  try {
    for await (const piece of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      hash.update(piece);
      readBytes += piece.byteLength;
    }
  } catch (error) {
    throw damaged(`${folder} is damaged: ${path} cannot be read`, error);
  }
  if (readBytes === sizeBytes && hash.digest('hex') === sha256) return;
  throw damaged(`${folder} is damaged: ${path} is not what was written`);
};

const damaged = (what: string, cause?: unknown): BackupRefusal =>
  new BackupRefusal(`The backup in ${what}. Nothing was changed.`, { cause });
