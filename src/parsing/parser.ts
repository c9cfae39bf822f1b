import type { DocumentWarning } from '../shared/document-warnings.js';
import type { OcrRequest, PageToRead } from './ocr/schema.js';
import type { Archive } from './archive.js';
import type { Block } from './parsed-document.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

export type ParserInput = {
  bytes: Buffer;
  filename: string;
  /** Set where an engine reads pictures. */
  ocr?: OcrRequest | undefined;
};

/** Blocks in reading order; `pageCount` is null where the format knows no pages. Pictures tell a scan from an empty file. */
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

/** A text file: all of it, its beginning, and the ending of its name with the dot, in lower case. */
export type TextFile = { text: string; sample: string; extension: string };

/** By what a format is told from the others. A test may fail with a parse failure where the file is of nobody's format. */
type Recognition =
  | {
      bytes: (bytes: Buffer) => boolean;
      /** For a file that is still arriving: false where its beginning shows that it is of another format. Default: `bytes`. */
      begins?: (beginning: Buffer) => boolean;
      archive?: never;
      text?: never;
    }
  | { archive: (archive: Archive) => boolean; bytes?: never; begins?: never; text?: never }
  | { text: (file: TextFile) => boolean; bytes?: never; begins?: never; archive?: never };

/** One format, with all that the rest of the program knows of it. */
export type Parser = {
  name: string;
  mimeType: string;
  /** The name of the format in sentences. */
  label: string;
  /** The endings of its files' names; one of a format that is no text may not stand on a text. */
  extensions: readonly string[];
  recognises: Recognition;
  /** True for text that is read as it stands: a small file of it needs no process of its own. */
  isPlainText?: true;
  /** Fails with a parse failure where the file is at fault. Packages of vendors are loaded here, as only parser children need them. */
  read: (input: ParserInput) => Promise<ParserOutput>;
};

/** Adds to what was read so far, as long as a document may have so many blocks. */
export const addBlocks = (blocks: Block[], added: readonly Block[]): void => {
  if (blocks.length + added.length > PARSER_LIMITS.blocks) {
    throw parseFailure('document_too_complex');
  }
  blocks.push(...added);
};

/** Lines of code, or of a table, below an item of a list: indented as far as code is told by. */
export const linesInItem = (lines: readonly string[], depth: number): string[] =>
  lines.map((line) => `${'  '.repeat(depth)}    ${line}`);

/** A text in one line, its white space as single spaces. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The words of a list that are parted by single spaces. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));
