import { promisify } from 'node:util';
import { open, type Entry, type Options, type ZipFile } from 'yauzl';
import {
  BackupRefusal,
  createArchiveReader,
  damaged,
  notOrdinary,
  type ArchiveReader,
} from './archive-reader.js';

/** Parts are read where they lie in the file, so that nothing is unpacked anywhere. */
export const openZip = async (path: string): Promise<ArchiveReader> => {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
  const zip = await openFile(path, options).catch((error: unknown) => {
    throw damaged(`${path} is no whole ZIP archive`, error);
  });
  try {
    const entries = await listEntries(path, zip);
    return createArchiveReader({
      name: path,
      open: (part) => openEntry(zip, entries.get(part), part),
      close: async () => zip.close(),
    });
  } catch (error) {
    zip.close();
    throw error;
  }
};

const openFile = promisify<string, Options, ZipFile>(open);

/** Each costs memory; a tenant has far fewer files. */
const MAX_ENTRIES = 2_000_000;

const listEntries = async (path: string, zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MAX_ENTRIES) throw damaged(`${path} holds too many files`);
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) reject(damaged(`${path} holds a file twice`));
      else if (!isOrdinary(entry)) reject(notOrdinary(path, JSON.stringify(entry.fileName)));
      else {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      }
    });
    zip.on('end', resolve);
    zip.on('error', (error: Error) => reject(damaged(`${path} is no whole ZIP archive`, error)));
    zip.readEntry();
  });
  return entries;
};

const TYPE_OF_FILE = 0o170000;
const ORDINARY_FILE = 0o100000;

/** True for a folder, whose name ends in a slash; for an ordinary file by its mode on Unix; and where the archive has no such mode. */
const isOrdinary = ({ externalFileAttributes, fileName }: Entry): boolean => {
  const type = (externalFileAttributes >>> 16) & TYPE_OF_FILE;
  return fileName.endsWith('/') || type === 0 || type === ORDINARY_FILE;
};

const openEntry = async (zip: ZipFile, entry: Entry | undefined, path: string) => {
  if (entry === undefined) {
    throw Object.assign(new Error(`There is no ${path}.`), { code: 'ENOENT' });
  }
  return {
    sizeBytes: entry.uncompressedSize,
    read: () =>
      zip.openReadStreamPromise(entry).catch((cause: unknown) => {
        throw new BackupRefusal(`${path} cannot be read. Nothing was changed.`, { cause });
      }),
    close: async () => undefined,
  };
};
