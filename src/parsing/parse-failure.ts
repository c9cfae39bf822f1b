import { AppError, isAppError, type ErrorCode } from '../shared/errors.js';

/** Limits on what one file may cost; far above any real document. */
export const PARSER_LIMITS = {
  pages: 5_000,
  characters: 20_000_000,
  pageCharacters: 200_000,
  /** A picture file with more pixels is never decoded: four bytes each, several times over. */
  picturePixels: 50_000_000,
  blocks: 500_000,
  lines: 1_000_000,
  markdownLines: 100_000,
  /** Without a heading. */
  markdownLinesInOne: 20_000,
  /** Lines of a file of separated values. */
  tableRows: 500_000,
  /** Paragraphs of a text, which blank lines separate. */
  paragraphs: 100_000,
  depth: 500,
  archiveEntries: 5_000,
  /** All XML that is read from a file is in memory at once. */
  archivePartBytes: 40 * 1024 * 1024,
  archiveTotalBytes: 1024 * 1024 * 1024,
  archiveRatio: 200,
} as const;

/** The reasons why a document could not be read, each with a sentence that explains to the admin what to do. */
export const PARSE_FAILURES = {
  unsupported_format: 'This kind of file is not supported, or its content does not match its name.',
  holds_other_files:
    'The file is an archive of other files. Send a mailbox (mbox) to POST /v1/documents/batch as `archive`: each mail becomes a document. A winmail.dat is a mail that Outlook has packed: unpack it and upload its files, or ask the sender for a plain mail.',
  document_empty: 'The file contains no text; check that the right file was uploaded.',
  document_encrypted:
    'The file is protected by a password; remove the protection and upload it again.',
  document_corrupt:
    'The file is damaged; open it in its own program, save it again and upload the new copy.',
  document_image_only:
    'The file holds only pictures, and no text was read in them. If text recognition is off on this server (setting OCR), ask its operator to install it, or run it on the file and upload the result.',
  archive_too_large:
    'The file unpacks to more than the allowed size; remove embedded media or split the document.',
  document_too_complex:
    'The file has too deep a structure, or more than 5,000 pages, 50 megapixels in a picture, 20 million characters, 1 million lines, 100,000 paragraphs, 500,000 rows of CSV, or 100,000 lines of Markdown (20,000 without a heading); split it into smaller documents.',
  parser_timeout:
    'Reading the file took longer than allowed; split it or save it in a simpler format.',
  parser_out_of_memory:
    'Reading the file needed more memory than allowed; split it or remove large embedded content.',
  parser_crashed:
    'The program that reads files stopped unexpectedly on this one; save it again in another format and upload that.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type ParseFailureCode = keyof typeof PARSE_FAILURES;

export const isParseFailureCode = (code: string): code is ParseFailureCode =>
  Object.hasOwn(PARSE_FAILURES, code);

export const parseFailure = (code: ParseFailureCode, cause?: unknown): AppError =>
  new AppError(code, PARSE_FAILURES[code], { cause });

/** The code of an error that is a parse failure, else undefined. */
export const toParseFailureCode = (error: unknown): ParseFailureCode | undefined =>
  isAppError(error) && isParseFailureCode(error.code) ? error.code : undefined;

/** A file was stopped because it took too long, in its own time: time that a busy machine took from it does not count. */
export class ParserTimeout extends AppError {
  /** True if it had the full time limit, not only that of a first try. */
  readonly hadWholeLimit: boolean;

  constructor({ hadWholeLimit }: { hadWholeLimit: boolean }) {
    super('parser_timeout', PARSE_FAILURES.parser_timeout);
    this.hadWholeLimit = hadWholeLimit;
  }
}

/** Not caused by the file: the machine had no time for its reader, or the reader did not start. */
export const readerHeldUp = (cause: unknown): AppError =>
  new AppError('server_busy', 'The machine is too busy to read files now.', {
    cause,
    retryAfterSec: RETRY_AFTER_SEC,
  });

const RETRY_AFTER_SEC = 10;
