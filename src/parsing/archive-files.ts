import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../shared/errors.js';
import type { ArchivedFile } from './archived-file.js';
import { exceedsBounds, isEncrypted, listEntries } from './archive.js';
import { parseFailure } from './parse-failure.js';

/**
 * Lends the mails of a mailbox (mbox) or the files of a ZIP archive, in their order. Each is read from where it is; nothing is unpacked to
 * disk. Folders are left out, and so are the extra files that macOS and Windows add. If an archive exceeds the limits or is not an archive
 * at all, it fails as a whole before any of it is read. An archive inside an archive is never opened.
 */
export const withArchivedFiles = async <Result>(
  path: string,
  use: (files: readonly ArchivedFile[]) => Promise<Result>,
): Promise<Result> => {
  if (await isMailbox(path)) {
    const { listMails } = await import('./mailbox-files.js');
    return use(await listMails(path));
  }
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;
  const zip = await openPromise(path, options).catch(toDamaged);
  try {
    return await use(toFiles(zip, await listEntries(zip, exceedsBounds)));
  } finally {
    zip.close();
  }
};

const MAILBOX_MARK = 'From ';

const isMailbox = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAILBOX_MARK.length));
    return buffer.toString('latin1', 0, bytesRead) === MAILBOX_MARK;
  } finally {
    await file.close();
  }
};

const toFiles = (zip: ZipFile, entries: readonly Entry[]): ArchivedFile[] => {
  const seen = new Set<string>();
  return entries.flatMap((entry): ArchivedFile[] => {
    const path = nameOf(entry);
    if (path.endsWith('/') || path.endsWith('\\') || BESIDE_FILES.test(path)) return [];
    const isTwice = seen.has(path);
    seen.add(path);
    const refusal = isTwice ? refused('is in the archive twice') : refusalOf(entry, path);
    if (refusal !== null) return [{ path, refusal }];
    return [{ path, open: () => openEntry(zip, entry) }];
  });
};

/** Resource forks and folder settings of macOS, thumbnails and folder settings of Windows. */
const BESIDE_FILES = /^__MACOSX\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/iu;

const UTF8_FLAG = 0x800;

/**
 * Follows the archive's own rule. Names that are UTF-8 without saying so, as macOS writes them, are tried as UTF-8 before code page 437.
 */
const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string => {
  const isMarked = (generalPurposeBitFlag & UTF8_FLAG) !== 0;
  const utf8 = isMarked ? null : tryUtf8(fileNameRaw);
  return utf8 ?? getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
};

const tryUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const TYPE_OF_FILE = 0o170000;
const ORDINARY_FILE = 0o100000;

const refusalOf = (entry: Entry, path: string): AppError | null => {
  if (isEncrypted(entry)) return parseFailure('document_encrypted');
  const type = (entry.externalFileAttributes >>> 16) & TYPE_OF_FILE;
  if (type !== 0 && type !== ORDINARY_FILE) return refused('is not an ordinary file');
  if (path.includes('\ufffd')) return refused('has a name that cannot be decoded');
  return /\.zip$/iu.test(path) ? parseFailure('unsupported_format') : null;
};

const refused = (reason: string): AppError =>
  new AppError('validation_failed', `The file ${reason}.`, {
    errors: [{ path: 'file', message: reason }],
  });

/** Opens an entry. Its bytes are counted against the size that the directory claims; any error in them means that the file is damaged. */
const openEntry = async (zip: ZipFile, entry: Entry): Promise<Readable> => {
  const stream = await zip.openReadStreamPromise(entry).catch(toDamaged);
  // The reader of the stream gets this error too. Without a listener, a failure before that would end the process.
  stream.on('error', () => undefined);
  return Readable.from(unpacked(stream), { objectMode: false });
};

async function* unpacked(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    toDamaged(error);
  }
}

const toDamaged = (error: unknown): never => {
  throw parseFailure('document_corrupt', error);
};
