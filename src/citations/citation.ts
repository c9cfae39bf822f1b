import { z } from 'zod';
import { DocumentWarning } from '../shared/document-warnings.js';
import { ChunkId, DocumentId, MemoryId } from '../shared/ids.js';
import { Verdict } from './statement.js';

/** The weakest verdict of the statements that a citation supports. `fuzzy` occurs in older data, which has no verdicts. */
export const Verification = z.enum([...Verdict.options, 'fuzzy', 'stale']);
export type Verification = z.infer<typeof Verification>;

const SourceType = z.enum(['document', 'memory', 'tool']);

/** A decisive word of a quotation, as offsets in its text with an exclusive end. */
export const Highlight = z.object({ start: z.int(), end: z.int() });
export type Highlight = z.infer<typeof Highlight>;

/** A citation as stored: ids, spans and scores, never text. */
export const StoredCitation = z.object({
  number: z.int(),
  type: SourceType,
  documentId: DocumentId.nullable(),
  documentVersion: z.int().nullable(),
  chunkId: ChunkId.nullable(),
  memoryId: MemoryId.nullable(),
  toolCallId: z.string().nullable(),
  charStart: z.int().nullable(),
  charEnd: z.int().nullable(),
  score: z.number().nullable(),
  verification: Verification,
  highlights: z.array(Highlight),
});
export type StoredCitation = z.infer<typeof StoredCitation>;

/**
 * A citation as returned: the stored one joined with the current text that its reader may see. Spans are offsets in the document's
 * normalised text.
 */
export const Citation = z.object({
  number: z.int(),
  type: SourceType,
  documentId: DocumentId.optional(),
  chunkId: ChunkId.optional(),
  memoryId: MemoryId.optional(),
  toolCallId: z.string().optional(),
  url: z
    .string()
    .optional()
    .describe(
      'Of a document, its original at the source that it came from; of a tool, what it read.',
    ),
  readAt: z.date().optional().describe('When a source last read the document from its original.'),
  title: z.string().optional(),
  chapter: z.string().nullable().optional(),
  pageStart: z.int().nullable().optional(),
  pageEnd: z.int().nullable().optional(),
  /** Warnings of the document that concern this passage: part of it could not be read, or it contains instructions for an AI assistant. */
  warnings: z.array(DocumentWarning).optional(),
  /** True if the quote was read from a picture by text recognition; the confidence is that of its least certain part, from 0 to 100. */
  ocr: z.literal(true).optional(),
  ocrConfidence: z.number().optional(),
  charStart: z.int().nullable().optional(),
  charEnd: z.int().nullable().optional(),
  quote: z.string().nullable(),
  score: z.number().nullable(),
  verification: Verification,
  /** The question's words in the quote, if the server chose the quote; empty if a model wrote the answer. */
  highlights: z.array(Highlight),
});
export type Citation = z.infer<typeof Citation>;

/** The name under which a source is cited if citations use names. */
export type SourceName = {
  type: z.infer<typeof SourceType>;
  /** The title of a document, or the name of a tool. */
  title?: string | undefined;
  pageStart?: number | null | undefined;
  pageEnd?: number | null | undefined;
  /** True for the output of code that a model wrote. */
  isOfCode?: boolean;
  /** True if none of the source counts as evidence, because a model produced it. */
  isUnchecked?: boolean;
};

/** A source that an answer may cite; its position in the list is its number, starting at [1]. */
export type CitableSource = {
  /** Sources with the same key are shown as one citation: a page or section of a document, a memory, a tool call. */
  key: string;
  content: string;
  /** ISO 639-1 code of the content's language, which determines stems, negations and units. */
  language: string;
  name?: SourceName;
  /** The position of the content in the document's normalised text; absent for memories and tool results. */
  span?: { charStart: number; charEnd: number };
  /** Share of the question's terms that the source covers, 0..1. */
  coverage?: number;
  /** Probability that the source answers the question, 0..1. */
  relevance?: number;
  /** True for a tool's result: figures with few words, often in a different language from the answer. */
  isValue?: boolean;
  /** True for a calculator's result from numbers that the model did not make up: each line is a calculation with its result at the end. */
  isCalculation?: boolean;
  /**
   * The part of the content that is allowed to support a claim, and the text whose links stay active; if absent, all of the content is used
   * for both.
   */
  basis?: { content: string; links: string };
};

export type Quote = { quote: string; charStart: number | null; charEnd: number | null };

export type CheckedCitation = Quote & {
  /** The citation's number in the text of the answer, counted from 1 in order of appearance. */
  number: number;
  /** The source that supports the claims best among those merged under this number. */
  sourceIndex: number;
  /** All the sources merged under this number. */
  sourceIndexes: readonly number[];
  verification: Verdict;
  /** Offsets in the quote of the decisive words. */
  highlights: readonly Highlight[];
};
