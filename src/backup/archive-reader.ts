import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { codeOf } from '../platform/files/disk.js';
import { unzipLines } from './archived-lines.js';

/** A foreseen failure of a backup or a restore. The message is for the person who runs it. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}

export type ArchivedFile = { path: string; sizeBytes: number; sha256: string };

/** `read` is called at most once and closes the part; otherwise `close` does. */
type OpenedPart = {
  sizeBytes: number;
  read: () => Promise<Readable>;
  close: () => Promise<void>;
};

/** Rejects with ENOENT if the part does not exist. */
export type OpenPart = (path: string) => Promise<OpenedPart>;

type Source = { name: string; open: OpenPart; close: () => Promise<void> };

export type ArchiveReader = ReturnType<typeof createArchiveReader>;

/** Reads the parts of an archive, whatever contains them, as untrusted data. */
export const createArchiveReader = ({ name, open, close }: Source) => {
  const read = (path: string): Readable => readPart(open, path);
  return {
    /** The name of its folder or file, for messages. */
    name,
    /** Null if the part does not exist. */
    readText: async (path: string): Promise<string | null> => {
      const part = await open(path).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      return part === null ? null : readText(name, { part, path });
    },
    read,
    readLines: (path: string) =>
      unzipLines(read(path), (fault, cause) =>
        damaged(
          fault.startsWith('holds')
            ? `${name} ${fault}: ${path}`
            : `${name} is damaged: ${path} ${fault}`,
          cause,
        ),
      ),
    /** Refuses a part that differs from what was written, by name. */
    verify: (file: ArchivedFile) => verify(name, read(file.path), file),
    close,
  };
};

/** Limits the size of a text that is read as a whole. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

const readPart = (open: OpenPart, path: string): Readable => {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    const part = await open(path);
    yield* (await part.read()) as AsyncIterable<Buffer>;
  };
  return Readable.from(pieces(), { objectMode: false });
};

const readText = async (
  name: string,
  { part, path }: { part: OpenedPart; path: string },
): Promise<string> => {
  if (part.sizeBytes <= MAX_TEXT_BYTES) return (await buffer(await part.read())).toString('utf8');
  await part.close();
  throw damaged(`${name} is not as it was written: ${path} is too long`);
};

const verify = async (
  name: string,
  content: Readable,
  { path, sizeBytes, sha256 }: ArchivedFile,
): Promise<void> => {
  const hash = createHash('sha256');
  let readBytes = 0;
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      hash.update(piece);
      readBytes += piece.byteLength;
      if (readBytes > sizeBytes) break;
    }
  } catch (error) {
    if (error instanceof BackupRefusal) throw error;
    throw damaged(`${name} is damaged: ${path} cannot be read`, error);
  }
  if (readBytes === sizeBytes && hash.digest('hex') === sha256) return;
  throw damaged(`${name} is damaged: ${path} is not what was written`);
};

export const notOrdinary = (name: string, path: string, cause?: unknown): BackupRefusal =>
  damaged(`${name} is not as it was written: ${path} is not an ordinary file in it`, cause);

export const damaged = (what: string, cause?: unknown): BackupRefusal =>
  new BackupRefusal(`The backup in ${what}. Nothing was changed.`, { cause });
