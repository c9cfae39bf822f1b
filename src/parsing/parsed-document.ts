import { z } from 'zod';
import { PageToRead } from './ocr/schema.js';
import { DocumentWarning } from '../shared/document-warnings.js';

/** A place in a block's text at which another page begins. */
const PageStart = z.object({ at: z.int().min(0), page: z.int().min(1) });
export type PageStart = z.infer<typeof PageStart>;

const Kind = z.enum(['heading', 'paragraph', 'list', 'table', 'code']);
/** What a heading is the name of, if it is more than a chapter. */
const Part = z.enum(['sheet', 'slide']);

/**
 * A piece of a document in reading order. Lists, tables and code contain one item, row or line per text line; a table's first row is its
 * header.
 */
export const Block = z.object({
  text: z.string(),
  kind: Kind,
  level: z.int().min(1).optional(),
  opens: Part.optional(),
  page: z.int().min(1).optional(),
  /** A paragraph whose line breaks were meant: an address, a poem. */
  keepsLines: z.literal(true).optional(),
  /** No evidence for anything: contents, navigation, a licence. It is part of the text but of no passage. */
  isBoilerplate: z.literal(true).optional(),
  /** The page of each line, if a table runs over several pages. */
  linePages: z.array(z.int().min(1)).optional(),
  /** Read in a picture by an OCR engine, with its confidence from 0 to 100. */
  ocr: z.literal(true).optional(),
  confidence: z.number().min(0).max(100).optional(),
  /** The pages after the first, if a paragraph or a list runs over several. */
  pageStarts: z.array(PageStart).optional(),
});
export type Block = z.infer<typeof Block>;

/** The blocks of a file whose pages are not certain: a wrong page number is worse than none. */
export const withoutPages = (blocks: readonly Block[]): Block[] =>
  blocks.map(({ page: _page, linePages: _pages, pageStarts: _starts, ...block }) => block);

/** A block and its place in the document's normalised text. */
export type PlacedBlock = Block & { charStart: number; charEnd: number };

/** What a part of the normalised text is. It may begin before the passage that lists it, and end after it. */
const BlockPlace = z.object({
  kind: Kind,
  level: z.int().min(1).optional(),
  opens: Part.optional(),
  ocr: z.literal(true).optional(),
  confidence: z.number().min(0).max(100).optional(),
  charStart: z.int().min(0),
  charEnd: z.int().min(1),
});
export type BlockPlace = z.infer<typeof BlockPlace>;

/**
 * A passage of the normalised text; it has at most as many tokens as the limit and never crosses chapters. `content` is
 * `text.slice(charStart, charEnd)`. In the later parts of a split table, the header row and a newline come before that; in those of split
 * code, the lines that enclose them.
 */
export const DocumentChunk = z.object({
  index: z.int().min(0),
  content: z.string().min(1),
  chapter: z.string().nullable(),
  headingPath: z.array(z.string()),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  charStart: z.int().min(0),
  charEnd: z.int().min(1),
  tokenCount: z.int().min(1),
  language: z.string(),
  contentHash: z.string(),
  /** The blocks that it contains, in full or in part, in order. */
  blocks: z.array(BlockPlace),
});
export type DocumentChunk = z.infer<typeof DocumentChunk>;

/** A chunk with the analyzer's terms, joined by spaces. They are made where the file is parsed, to keep the work off the event loop. */
export const AnalyzedChunk = DocumentChunk.extend({ terms: z.string() });
export type AnalyzedChunk = z.infer<typeof AnalyzedChunk>;

/** The parser's result for ingestion: one normalised text and its chunks. `pageCount` is null if the format has no pages. */
export const ParsedDocument = z.object({
  /** The name of the parser that read the file. */
  format: z.string(),
  text: z.string(),
  /** The title that the file gives itself; null if it gives none. */
  title: z.string().nullable(),
  pageCount: z.int().nullable(),
  language: z.string(),
  chunks: z.array(DocumentChunk),
  /** The parts of the file that could not be read, or not with certainty. */
  warnings: z.array(DocumentWarning),
  /** Pages whose pictures an engine has to read first, if such pages were requested; the text does not include them. */
  toRead: z.array(PageToRead).optional(),
});
export type ParsedDocument = z.infer<typeof ParsedDocument>;

export type AnalyzedDocument = Omit<ParsedDocument, 'chunks'> & { chunks: AnalyzedChunk[] };
