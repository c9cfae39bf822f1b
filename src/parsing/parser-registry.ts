import { extname } from 'node:path';
import { AppError } from '../shared/errors.js';
import { readArchive } from './archive.js';
import { decodeText } from './decode-text.js';
import { refuseManyLines, TEXT_LIMITS } from './line-limits.js';
import { parseFailure, PARSE_FAILURES, type ParseFailureCode } from './parse-failure.js';
import type { Parser, ParserInput } from './parser.js';
import { createOnlyReadable, ENCRYPTED_PACKAGE, OLE_MARK, ZIP_MARK } from './readable-bytes.js';

/**
 * Combines what the parsers of a list declare. A file is offered first to the parsers that look at its bytes, then to those that look
 * at its archive, then to those that look at its text, each time in the order of the list: a parser of any text comes last.
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
    /** The sentence that a reader sees about a file that could not be read; for an unsupported file it lists the supported formats. */
    failureSentence,
    /** Bytes that are being uploaded; they break off with `unsupported_format`, and that sentence, where no parser reads such a file. */
    onlyReadable: createOnlyReadable(
      parsers,
      () => new AppError('unsupported_format', failureSentence('unsupported_format')),
    ),
    /** False for a name, by its ending in lower case, that no plain text has. */
    mayBePlainText: (extension: string): boolean =>
      parsers.some(
        (parser) => parser.isPlainText === true && parser.extensions.includes(extension),
      ),
    /** True for the content of a plain text; looks into no archive. */
    isPlainText: async (input: ParserInput): Promise<boolean> =>
      !input.bytes.subarray(0, 4).equals(ZIP_MARK) &&
      (await findParser(parsers, input))?.isPlainText === true,
    /** The parser of a file by its content; the name breaks ties among text formats and may not promise another kind of file. */
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

/** Names of files that no parser reads and that are no text. */
const NOT_TEXT =
  /^\.(?:doc|dot|ppt|xls|epub|zip|gz|7z|rar|tar|exe|dll|so|png|jpe?g|gif|webp|tiff?|bmp|svg|mp[34]|msg)$/;

const SAMPLE_LENGTH = 64 * 1024;
