import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.js';
import { codeOf, syncFolder, toDiskError } from './disk.js';
import { isFileKey, requireFileKey } from './file-key.js';
import type { FileStore, OpenFileStore, ScopedFiles, StoredFile } from './file-store.js';
import { receive } from './receive.js';

const UNFINISHED = '.part';

/** One folder per tenant; a file's name is a random UUID, so that no path is derived from client input. */
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
  close: async () => undefined,
});

/** A folder under the data folder; needs no setting. */
export const folder = {
  name: 'folder',
  variables: {},
  problems: (): string[] => [],
  isChosen: (): boolean => true,
  open: async (_env: unknown, { dataDir }: OpenFileStore): Promise<FileStore> =>
    createFolderFileStore({ root: join(dataDir, 'files') }),
};

const filesIn = (folder: string): ScopedFiles => ({
  write: (source, { maxBytes }) => write(folder, source, maxBytes),
  read: async (key) => {
    const file = await open(join(folder, requireFileKey(key))).catch((cause: unknown) => {
      throw new AppError('file_missing', 'The file is missing.', { cause });
    });
    return file.createReadStream();
  },
  withLocalCopy: async (key, use) => {
    const path = join(folder, requireFileKey(key));
    const found = await stat(path).catch(() => null);
    if (found === null) throw new AppError('file_missing', 'The file is missing.');
    return use(path);
  },
  replace: async (key, by) => {
    await rename(join(folder, requireFileKey(by)), join(folder, requireFileKey(key)));
    await syncFolder(folder);
  },
  delete: async (key) => {
    await rm(join(folder, requireFileKey(key)), { force: true });
  },
  listOlderThan: (ageMs) => listOlderThan(folder, ageMs),
});

const write = async (folder: string, source: Readable, maxBytes: number): Promise<StoredFile> => {
  const key = randomUUID();
  const unfinished = join(folder, `${key}${UNFINISHED}`);
  const opened: FileHandle[] = [];
  const keep = (handle: FileHandle): FileHandle => {
    opened.push(handle);
    return handle;
  };
  try {
    const names = keep(await openFolder(folder));
    const file = keep(await open(unfinished, 'wx', 0o600));
    const received = receive(source, { maxBytes });
    for await (const bytes of received.bytes as AsyncIterable<Uint8Array>)
      await writeAll(file, bytes);
    await file.sync();
    await rename(unfinished, join(folder, key));
    // A rename is durable only once its folder is synced.
    await names.sync();
    return { key, ...received.digest() };
  } catch (error) {
    source.destroy();
    await rm(unfinished, { force: true });
    await rm(join(folder, key), { force: true });
    throw toDiskError(error);
  } finally {
    // The data is durable already, so nobody waits for the handles to close.
    for (const handle of opened) handle.close().catch(() => undefined);
  }
};

/** Creates the folder on failure only, because a tenant has its first file only once. */
const openFolder = async (folder: string): Promise<FileHandle> => {
  try {
    return await open(folder, 'r');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeFolder(folder);
    return open(folder, 'r');
  }
};

const makeFolder = async (folder: string): Promise<void> => {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstMade !== undefined) await syncFolder(dirname(firstMade));
};

const writeAll = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  let written = 0;
  while (written < bytes.byteLength) {
    written += (await file.write(bytes, written)).bytesWritten;
  }
};

/** Also removes what a dead process left half written: an old `.part` file belongs to nobody. */
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
    else if (isFileKey(entry.name)) yield entry.name;
  }
}

/** Reads the clock that dates the files: the process's own may be an hour off, and a new file must not seem old. */
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
