import { Readable } from 'node:stream';
import { withSampleFirst } from '../shared/async.js';
import { isSurelyBinary } from './decode-text.js';
import type { Parser } from './parser.js';

/**
 * Passes a file's bytes on while they arrive, and fails as soon as they show a kind of file that no parser reads. It only looks for marks
 * and counts bytes, for it runs where requests are served: what an archive or a text is, its parser finds out.
 */
export const createOnlyReadable =
  (parsers: readonly Parser[], unread: () => Error) =>
  (source: Readable): Readable =>
    Readable.from(watch(source, parsers, unread), { objectMode: false });

export const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
export const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** In a file that looks like one of old Office programs it tells a newer one with a password. */
export const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

const BEGINNING_BYTES = 64 * 1024;

async function* watch(
  source: AsyncIterable<Uint8Array>,
  parsers: readonly Parser[],
  unread: () => Error,
): AsyncGenerator<Buffer> {
  let isOld: boolean | undefined;
  let isLocked = false;
  let end = Buffer.alloc(0);
  for await (const piece of withSampleFirst(source, BEGINNING_BYTES)) {
    if (isOld === undefined) {
      isOld = startsWith(piece, OLE_MARK);
      if (!isOld && !mayBeRead(piece.subarray(0, BEGINNING_BYTES), parsers)) throw unread();
    }
    if (isOld && !isLocked) {
      const joined = Buffer.concat([end, piece]);
      isLocked = joined.includes(ENCRYPTED_PACKAGE);
      end = joined.subarray(1 - ENCRYPTED_PACKAGE.length);
    }
    if (piece.length > 0) yield piece;
  }
  if (isOld && !isLocked) throw unread();
}

const mayBeRead = (beginning: Buffer, parsers: readonly Parser[]): boolean =>
  !isSurelyBinary(beginning) ||
  startsWith(beginning, ZIP_MARK) ||
  parsers.some(({ recognises }) => (recognises.begins ?? recognises.bytes)?.(beginning));

const startsWith = (bytes: Buffer, mark: Buffer): boolean =>
  bytes.subarray(0, mark.length).equals(mark);
