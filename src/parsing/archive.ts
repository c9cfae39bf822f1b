import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';
import { isAppError } from '../shared/errors.js';
import { parseFailure, PARSER_LIMITS, type ParseFailureCode } from './parse-failure.js';

export type Archive = {
  /** Every entry, read or not. */
  names: string[];
  contents: Map<string, Buffer>;
};

/** Unpacks only the wanted entries into memory, within the limits; an archive inside the archive is never opened. */
export const readArchive = async (bytes: Buffer, wantedNames: RegExp): Promise<Archive> => {
  const options = { lazyEntries: true, strictFileNames: false };
  const zip = await openBuffer(bytes, options).catch(toFailure);
  const entries = await listEntries(zip, refusalOf);
  const contents = new Map<string, Buffer>();
  let left: number = PARSER_LIMITS.archivePartBytes;
  for (const entry of entries.filter(({ fileName }) => wantedNames.test(fileName))) {
    const content = await readEntry(zip, entry, left).catch(toFailure);
    left -= content.length;
    contents.set(entry.fileName, content);
  }
  return { names: entries.map(({ fileName }) => fileName), contents };
};

/** The archive's directory, checked for count, total size and ratio; nothing is unpacked. */
export const listEntries = async (zip: ZipFile, refusalOf: RefusalOf): Promise<Entry[]> => {
  const entries: Entry[] = [];
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      bytes += entry.uncompressedSize;
      const refusal = refusalOf(entry, { count: entries.length, bytes });
      if (refusal) reject(parseFailure(refusal));
      else zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', (error: Error) => reject(parseFailure('document_corrupt', error)));
    zip.readEntry();
  });
  return entries;
};

/** Returns the reason to refuse an archive at this entry, given what its directory has claimed so far; undefined if there is no reason. */
type RefusalOf = (
  entry: Entry,
  claimed: { count: number; bytes: number },
) => ParseFailureCode | undefined;

const ENCRYPTED_FLAG = 0x1;

export const isEncrypted = ({ generalPurposeBitFlag }: Entry): boolean =>
  (generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0;

const RATIO_APPLIES_ABOVE_BYTES = 1024 * 1024;

/** The limits for every archive: entries, size and ratio. */
export const exceedsBounds: RefusalOf = (
  { compressedSize, uncompressedSize },
  { count, bytes },
) => {
  const { archiveRatio, archiveEntries, archiveTotalBytes } = PARSER_LIMITS;
  const isExpanding =
    uncompressedSize > RATIO_APPLIES_ABOVE_BYTES &&
    uncompressedSize > compressedSize * archiveRatio;
  const isTooLarge = count > archiveEntries || bytes > archiveTotalBytes;
  return isExpanding || isTooLarge ? 'archive_too_large' : undefined;
};

/** If one part of a document has a password, the document cannot be read in full. */
const refusalOf: RefusalOf = (entry, claimed) =>
  isEncrypted(entry) ? 'document_encrypted' : exceedsBounds(entry, claimed);

const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);

const toFailure = (error: unknown): never => {
  throw isAppError(error) ? error : parseFailure('document_corrupt', error);
};

const readEntry = async (zip: ZipFile, entry: Entry, limit: number): Promise<Buffer> => {
  const open: (entry: Entry) => Promise<Readable> = promisify(zip.openReadStream.bind(zip));
  const parts: Buffer[] = [];
  let size = 0;
  // The size in the directory is only a claim; the bytes that come out are what counts.
  for await (const part of await open(entry)) {
    const buffer = part as Buffer;
    size += buffer.length;
    if (size > limit) throw parseFailure('archive_too_large');
    parts.push(buffer);
  }
  return Buffer.concat(parts);
};
