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
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { codeOf, syncFolder } from '../platform/files/disk.js';

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
    /** Null where there is no such file. */
    readText: async (path: string): Promise<string | null> => {
      const file = await openInside(folder, path).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      return file === null ? null : readText(folder, { file, path });
    },
    read: (path: string): Readable => readInside(folder, path),
    readLines: (path: string) => readLines(folder, path),
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

/** Of a text that is read as a whole. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
/** Of a row; PostgreSQL holds no longer value than four times this. */
const MAX_LINE_LENGTH = 256 * 1024 * 1024;
/** So much text is handed on at a time, unless a single line is longer. */
const BATCH_LENGTH = 1024 * 1024;

/** An ordinary file of the archive's own folder: what a link leads to belongs to somebody else, and a pipe never ends. */
const openInside = async (folder: string, path: string): Promise<FileHandle> => {
  const own = await realpath(folder);
  if ((await realpath(dirname(join(folder, path)))) !== dirname(join(own, path))) {
    throw notOrdinary(folder, path);
  }
  // A link itself is refused (ELOOP), and nobody waits for somebody to write into a pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(own, path), flags).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? notOrdinary(folder, path, error) : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw notOrdinary(folder, path);
};

const notOrdinary = (folder: string, path: string, cause?: unknown): BackupRefusal =>
  damaged(`${folder} is not as it was written: ${path} is no ordinary file in it`, cause);

const readInside = (folder: string, path: string): Readable => {
  const read = async function* (): AsyncGenerator<Buffer> {
    const file = await openInside(folder, path);
    yield* file.createReadStream() as AsyncIterable<Buffer>;
  };
  return Readable.from(read(), { objectMode: false });
};

const readText = async (
  folder: string,
  { file, path }: { file: FileHandle; path: string },
): Promise<string> => {
  const { size } = await file.stat();
  if (size <= MAX_TEXT_BYTES) return (await buffer(file.createReadStream())).toString('utf8');
  await file.close();
  throw damaged(`${folder} is not as it was written: ${path} is too long`);
};

async function* readLines(folder: string, path: string): AsyncGenerator<string[]> {
  const text = through(readInside(folder, path), createGunzip()).setEncoding('utf8');
  let batch: string[] = [];
  let length = 0;
  // Pieces of a line that has not ended; joined once, for a line may be very long.
  let begun: string[] = [];
  let begunLength = 0;
  try {
    for await (const piece of text as AsyncIterable<string>) {
      const [first = '', ...others] = piece.split('\n');
      begun.push(first);
      begunLength += first.length;
      if (begunLength > MAX_LINE_LENGTH) throw damaged(`${folder} holds too long a row: ${path}`);
      for (const next of others) {
        batch.push(begun.join(''));
        begun = [next];
        begunLength = next.length;
      }
      length += piece.length;
      if (length < BATCH_LENGTH || batch.length === 0) continue;
      yield batch;
      batch = [];
      length = 0;
    }
  } catch (error) {
    if (!isOfZlib(error)) throw error;
    throw damaged(`${folder} is damaged: ${path} cannot be unpacked`, error);
  }
  if (begunLength > 0) throw damaged(`${folder} is damaged: ${path} ends within a row`);
  if (batch.length > 0) yield batch;
}

const isOfZlib = (error: unknown): boolean => String(codeOf(error)).startsWith('Z_');

const verify = async (folder: string, { path, sizeBytes, sha256 }: ArchivedFile): Promise<void> => {
  const hash = createHash('sha256');
  let readBytes = 0;
  try {
    for await (const piece of readInside(folder, path) as AsyncIterable<Buffer>) {
      hash.update(piece);
      readBytes += piece.byteLength;
      if (readBytes > sizeBytes) break;
    }
  } catch (error) {
    if (error instanceof BackupRefusal) throw error;
    throw damaged(`${folder} is damaged: ${path} cannot be read`, error);
  }
  if (readBytes === sizeBytes && hash.digest('hex') === sha256) return;
  throw damaged(`${folder} is damaged: ${path} is not what was written`);
};

const damaged = (what: string, cause?: unknown): BackupRefusal =>
  new BackupRefusal(`The backup in ${what}. Nothing was changed.`, { cause });
