import type { Block } from './parsed-document.js';

/** Bounds on what one file may cost; far above any honest document. */
export const PARSER_LIMITS = {
  pages: 5_000,
  characters: 20_000_000,
  pageCharacters: 200_000,
  blocks: 500_000,
  depth: 500,
  archiveEntries: 5_000,
  /** The XML that is read costs mammoth about 15 times its size in memory. */
  archivePartBytes: 40 * 1024 * 1024,
  archiveTotalBytes: 1024 * 1024 * 1024,
  archiveRatio: 200,
} as const;

export type ParserInput = { bytes: Buffer; filename: string };

/** Blocks in reading order; `pageCount` is null where the format knows no pages. Pictures tell a scan from an empty file. */
type ParserOutput = { blocks: Block[]; pageCount: number | null; hasPictures?: boolean };

/** Reads one format. Fails with a parse failure where the file is at fault. */
export type Parser = (input: ParserInput) => Promise<ParserOutput>;
