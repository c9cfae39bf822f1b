import type { DocumentWarning } from '../shared/document-warnings.js';
import type { OcrRequest, PageToRead } from './ocr/schema.js';
import type { Archive } from './archive.js';
import type { Block } from './parsed-document.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

export type ParserInput = {
  bytes: Buffer;
  filename: string;
  /** Set if an engine reads pictures. */
  ocr?: OcrRequest | undefined;
};

/** Blocks in reading order; `pageCount` is null if the format has no pages. Pictures distinguish a scan from an empty file. */
type ParserOutput = {
  blocks: Block[];
  pageCount: number | null;
  hasPictures?: boolean;
  /** The title that the file gives itself. */
  title?: string | null | undefined;
  /** The parts of the file that could not be read, or not with certainty. */
  warnings?: readonly DocumentWarning[];
  /** Pages whose pictures are to be read, and were not yet. */
  toRead?: readonly PageToRead[];
};

/** A text file: the whole text, its beginning, and its file extension with the dot, in lower case. */
export type TextFile = { text: string; sample: string; extension: string };

/** How a format is recognised. A test may fail with a parse failure if the file is of no known format. */
type Recognition =
  | {
      bytes: (bytes: Buffer) => boolean;
      /** For a file that is still arriving: false if its beginning shows that it has another format. Default: `bytes`. */
      begins?: (beginning: Buffer) => boolean;
      archive?: never;
      text?: never;
    }
  | { archive: (archive: Archive) => boolean; bytes?: never; begins?: never; text?: never }
  | { text: (file: TextFile) => boolean; bytes?: never; begins?: never; archive?: never };

/** One format, with everything that the rest of the program knows about it. */
export type Parser = {
  name: string;
  mimeType: string;
  /** The name of the format in sentences. */
  label: string;
  /** The file extensions; for a format that is not text, a text file must not have one of them. */
  extensions: readonly string[];
  recognises: Recognition;
  /** True for text that is read as it is: a small file of it does not need a process of its own. */
  isPlainText?: true;
  /** Fails with a parse failure if the file is at fault. Third-party packages are loaded here, because only parser children need them. */
  read: (input: ParserInput) => Promise<ParserOutput>;
};

/** Adds blocks to those read so far, up to the limit for a document. */
export const addBlocks = (blocks: Block[], added: readonly Block[]): void => {
  if (blocks.length + added.length > PARSER_LIMITS.blocks) {
    throw parseFailure('document_too_complex');
  }
  blocks.push(...added);
};

/** Lines of code, or of a table, below a list item: indented enough to be recognised as code. */
export const linesInItem = (lines: readonly string[], depth: number): string[] =>
  lines.map((line) => `${'  '.repeat(depth)}    ${line}`);

/** A text in one line, its white space as single spaces. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The words of a list that are separated by single spaces. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));
