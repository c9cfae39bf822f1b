import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, isAppError } from '../../shared/errors.js';
import type { FileStore, ScopedFiles, StoredFile } from './file-store.js';
import { syncFolder } from './sync-folder.js';

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNFINISHED = '.part';

/** One folder per tenant; a file's name is a random UUID, so that no path ever stems from a client. */
export const createFolderFileStore = ({ root }: { root: string }): FileStore => ({
  for: ({ tenantId }) => filesIn(join(root, tenantId)),
  check: async () => {
    const probe = join(root, `.check-${randomUUID()}`);
    try {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await (await open(probe, 'wx')).close();
      await rm(probe);
    } catch (error) {
      throw new AppError('insufficient_storage', 'The file folder cannot be written.', {
        cause: error,
      });
    }
  },
});

const filesIn = (folder: string): ScopedFiles => ({
  write: (source, { maxBytes }) => write(folder, source, maxBytes),
  pathOf: async (key) => {
    const path = join(folder, requireKey(key));
    const found = await stat(path).catch(() => null);
    if (found === null) throw new AppError('file_missing', 'The file is missing.');
    return path;
  },
  read: async (key) => {
    const file = await open(join(folder, requireKey(key))).catch((cause: unknown) => {
      throw new AppError('file_missing', 'The file is missing.', { cause });
    });
    return file.createReadStream();
  },
  replace: async (key, by) => {
    await rename(join(folder, requireKey(by)), join(folder, requireKey(key)));
    await syncFolder(folder);
  },
  delete: async (key) => {
    await rm(join(folder, requireKey(key)), { force: true });
  },
  listOlderThan: (ageMs) => listOlderThan(folder, ageMs),
});

const write = async (folder: string, source: Readable, maxBytes: number): Promise<StoredFile> => {
  const key = randomUUID();
  const unfinished = join(folder, `${key}${UNFINISHED}`);
  try {
    await makeFolder(folder);
    const file = await open(unfinished, 'wx', 0o600);
    try {
      const written = await copy(source, file, maxBytes);
      await file.sync();
      await file.close();
      await rename(unfinished, join(folder, key));
      await syncFolder(folder);
      return { key, ...written };
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    source.destroy();
    await rm(unfinished, { force: true });
    await rm(join(folder, key), { force: true });
    throw toStorageError(error);
  }
};

const makeFolder = async (folder: string): Promise<void> => {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstMade !== undefined) await syncFolder(dirname(firstMade));
};

const copy = async (
  source: Readable,
  file: FileHandle,
  maxBytes: number,
): Promise<Omit<StoredFile, 'key'>> => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of source as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    sizeBytes += bytes.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    hash.update(bytes);
    await writeAll(file, bytes);
  }
  return { sha256: hash.digest('hex'), sizeBytes };
};

const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `The file is larger than ${maxBytes} bytes.`);

const writeAll = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  let written = 0;
  while (written < bytes.byteLength) {
    written += (await file.write(bytes, written)).bytesWritten;
  }
};

const toStorageError = (error: unknown): unknown => {
  if (isAppError(error)) return error;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('insufficient_storage', 'There is no room left for files.', {
      cause: error,
    });
  }
  return error;
};

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const requireKey = (key: string): string => {
  if (!KEY.test(key)) throw new AppError('file_missing', 'The file is missing.');
  return key;
};

/** Also what a process that died left half written: a `.part` file is nobody's once it is old. */
async function* listOlderThan(folder: string, ageMs: number): AsyncGenerator<string> {
  let entries, before;
  try {
    before = (await nowIn(folder)) - ageMs;
    entries = await opendir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtimeMs > before) continue;
    if (entry.name.endsWith(UNFINISHED)) await rm(path, { force: true });
    else if (KEY.test(entry.name)) yield entry.name;
  }
}

/** By the clock that dates the files: the process's own may be an hour off, and a new file must not pass for an old one. */
const nowIn = async (folder: string): Promise<number> => {
  const probe = join(folder, `${randomUUID()}${UNFINISHED}`);
  const file = await open(probe, 'wx', 0o600);
  try {
    return (await file.stat()).mtimeMs;
  } finally {
    await file.close();
    await rm(probe, { force: true });
  }
};
