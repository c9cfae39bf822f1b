import { extname } from 'node:path';
import { AppError } from '../shared/errors.js';
import { readArchive } from './archive.js';
import { decodeText, isSurelyBinary } from './decode-text.js';
import { refuseManyLines, TEXT_LIMITS } from './line-limits.js';
import { parseFailure, PARSE_FAILURES, type ParseFailureCode } from './parse-failure.js';
import type { Parser, ParserInput } from './parser.js';
import { Readable } from 'node:stream';
import { withSampleFirst } from '../shared/async.js';

/**
 * Combines what the parsers of a list declare. A file is offered first to the parsers that check its bytes, then to those that check its
 * archive, then to those that check its text, each time in the order of the list: a parser for any text comes last.
 */
export const createParserRegistry = (parsers: readonly Parser[]) => {
  const labels = parsers.map(({ label }) => label);
  const allLabels = `${labels.slice(0, -1).join(', ')} or ${labels.at(-1) ?? ''}`;
  const failureSentence = (code: ParseFailureCode): string =>
    code === 'unsupported_format'
      ? PARSE_FAILURES[code].replace(/\.$/u, `; upload ${allLabels}.`)
      : PARSE_FAILURES[code];
  return {
    names: parsers.map(({ name }) => name),
    mimeTypeOf: (format: string): string =>
      parsers.find(({ name }) => name === format)?.mimeType ?? 'application/octet-stream',
    /** The sentence shown to readers about a file that could not be read; for an unsupported file it lists the supported formats. */
    failureSentence,
    /** Bytes that are being uploaded; they end with `unsupported_format` and that sentence if no parser reads such a file. */
    onlyReadable: createOnlyReadable(
      parsers,
      () => new AppError('unsupported_format', failureSentence('unsupported_format')),
    ),
    /** False for a file extension (in lower case) that no plain text has. */
    mayBePlainText: (extension: string): boolean =>
      parsers.some(
        (parser) => parser.isPlainText === true && parser.extensions.includes(extension),
      ),
    /** True for the content of a plain text; archives are not opened. */
    isPlainText: async (input: ParserInput): Promise<boolean> =>
      !input.bytes.subarray(0, 4).equals(ZIP_MARK) &&
      (await findParser(parsers, input))?.isPlainText === true,
    /** The parser for a file, by its content. The file name decides between text formats, and must not promise another kind of file. */
    parserOf: async (input: ParserInput): Promise<Parser> => {
      const parser = await findParser(parsers, input);
      if (parser === undefined) throw parseFailure('unsupported_format');
      return parser;
    },
  };
};

const findParser = async (
  parsers: readonly Parser[],
  { bytes, filename }: ParserInput,
): Promise<Parser | undefined> => {
  if (bytes.length === 0) throw parseFailure('document_empty');
  const byBytes = parsers.find(({ recognises }) => recognises.bytes?.(bytes));
  if (byBytes) return byBytes;
  if (startsWith(bytes, TNEF_MARK)) throw parseFailure('holds_other_files');
  if (bytes.subarray(0, 8).equals(OLE_MARK)) {
    const isLocked = bytes.includes(ENCRYPTED_PACKAGE);
    throw parseFailure(isLocked ? 'document_encrypted' : 'unsupported_format');
  }
  if (bytes.subarray(0, 4).equals(ZIP_MARK)) {
    const archive = await readArchive(bytes, /^mimetype$/);
    return parsers.find(({ recognises }) => recognises.archive?.(archive));
  }
  const extension = extname(filename).toLowerCase();
  // Such a name on a text is a disguise or a mistake.
  const isNoText = ({ recognises, extensions }: Parser): boolean =>
    !recognises.text && extensions.includes(extension);
  if (NOT_TEXT.test(extension) || parsers.some(isNoText)) throw parseFailure('unsupported_format');
  const text = decodeText(bytes);
  refuseManyLines(text, TEXT_LIMITS);
  const sample = text.slice(0, SAMPLE_LENGTH);
  if (sample.trim() === '') throw parseFailure('document_empty');
  return parsers.find(({ recognises }) => recognises.text?.({ text, sample, extension }));
};

/** File names of formats that no parser reads and that are not text. */
const NOT_TEXT = /^\.(?:doc|dot|ppt|xls|epub|zip|gz|7z|rar|tar|exe|dll|so|gif|bmp|svg|mp[34]|msg)$/;

const SAMPLE_LENGTH = 64 * 1024;

/**
 * Passes a file's bytes on while they arrive, and fails as soon as they show a kind of file that no parser reads. It only looks for marks
 * and counts bytes, because it runs where requests are served. The content of an archive or a text is checked later by its parser.
 */
const createOnlyReadable =
  (parsers: readonly Parser[], unread: () => Error) =>
  (source: Readable): Readable =>
    Readable.from(watch(source, parsers, unread), { objectMode: false });

/** Mark of a winmail.dat, in which Outlook packs a mail and its files. */
const TNEF_MARK = Buffer.from('789f3e22', 'hex');
const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** In a file that looks like an old Office file, this is the sign of a newer one with a password. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

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
      if (startsWith(piece, TNEF_MARK)) throw parseFailure('holds_other_files');
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
