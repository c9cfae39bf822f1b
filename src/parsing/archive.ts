import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';
import type { AppError } from '../shared/errors.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

export type Archive = {
  /** Every entry, read or not. */
  names: string[];
  contents: Map<string, Buffer>;
};

/** Unpacks only the wanted entries into memory, within the limits; an archive inside the archive is never opened. */
export const readArchive = async (bytes: Buffer, wantedNames: RegExp): Promise<Archive> => {
  const zip = await openZip(bytes);
  const entries = await listEntries(zip);
  const names = entries.map(({ fileName }) => fileName);
  const wanted = entries.filter(({ fileName }) => wantedNames.test(fileName));
  const contents = new Map<string, Buffer>();
  let left: number = PARSER_LIMITS.archivePartBytes;
  for (const entry of wanted) {
    try {
      const content = await readEntry(zip, entry, left);
      left -= content.length;
      contents.set(entry.fileName, content);
    } catch (error) {
      throw error instanceof Error && error.name === 'AppError'
        ? error
        : parseFailure('document_corrupt', error);
    }
  }
  return { names, contents };
};

const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);

const openZip = async (bytes: Buffer): Promise<ZipFile> => {
  try {
    return await openBuffer(bytes, { lazyEntries: true, strictFileNames: false });
  } catch (error) {
    throw parseFailure('document_corrupt', error);
  }
};

/** The archive's directory, checked for count, total size and ratio; nothing is unpacked. */
const listEntries = async (zip: ZipFile): Promise<Entry[]> => {
  const entries: Entry[] = [];
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      bytes += entry.uncompressedSize;
      const refusal = refusalOf(entry, { count: entries.length, bytes });
      if (refusal) reject(refusal);
      else zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', (error: Error) => reject(parseFailure('document_corrupt', error)));
    zip.readEntry();
  });
  return entries;
};

const ENCRYPTED_FLAG = 0x1;
const RATIO_APPLIES_ABOVE_BYTES = 1024 * 1024;

const refusalOf = (
  entry: Entry,
  { count, bytes }: { count: number; bytes: number },
): AppError | undefined => {
  if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0)
    return parseFailure('document_encrypted');
  const isExpanding =
    entry.uncompressedSize > RATIO_APPLIES_ABOVE_BYTES &&
    entry.uncompressedSize > entry.compressedSize * PARSER_LIMITS.archiveRatio;
  const isTooLarge =
    count > PARSER_LIMITS.archiveEntries || bytes > PARSER_LIMITS.archiveTotalBytes;
  return isExpanding || isTooLarge ? parseFailure('archive_too_large') : undefined;
};

const readEntry = async (zip: ZipFile, entry: Entry, limit: number): Promise<Buffer> => {
  const open: (entry: Entry) => Promise<Readable> = promisify(zip.openReadStream.bind(zip));
  const parts: Buffer[] = [];
  let size = 0;
  // The size in the directory is only a claim; what counts is what comes out.
  for await (const part of await open(entry)) {
    const buffer = part as Buffer;
    size += buffer.length;
    if (size > limit) throw parseFailure('archive_too_large');
    parts.push(buffer);
  }
  return Buffer.concat(parts);
};
