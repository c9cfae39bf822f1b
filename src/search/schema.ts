import { z } from 'zod';
import { DocumentStatus, type Metadata, type ReadableChunk } from '../documents/index.js';
import { ChunkId, DocumentId } from '../shared/ids.js';
import type { Degradation, ModelCall } from '../shared/execution.js';
import { Correction } from '../shared/correction.js';
import type { Calibration, MeasuredModel, SearchOutcome } from '../evidence/index.js';
import type { Question } from '../questions/index.js';

/**
 * active: took part · inert: nothing is indexed, or there is no term to search · off: not configured · failed: left out, see `degraded`.
 */
export const LegState = z.enum(['active', 'inert', 'off', 'failed']);
export type LegState = z.infer<typeof LegState>;
export const LegStates = z.object({ dense: LegState, lexical: LegState });
export type LegStates = z.infer<typeof LegStates>;

const Scores = z.object({
  dense: z.number().optional(),
  lexical: z.number().optional(),
  fused: z.number(),
  /** The reranker's score, if it ordered the results; only comparable within one search. */
  rerank: z.number().optional(),
});
type Scores = z.infer<typeof Scores>;

export type SearchRecord = {
  /** Called for each call of the embedder or the reranker. */
  record?: ((call: ModelCall) => void) | undefined;
};

type Filter = {
  documentIds?: readonly DocumentId[] | undefined;
  metadata?: Metadata | undefined;
  language?: string | undefined;
};

export type ChunkSearch = SearchRecord & {
  queries: readonly string[];
  topK: number;
  minScore?: number | undefined;
  filter?: Filter | undefined;
  /** Documents that the conversation is about: their passages are more likely to answer a question that depends on the conversation. */
  focus?: readonly DocumentId[] | undefined;
  /** The question as interpreted by the turn; a search for another query interprets it itself. */
  question?: Question | undefined;
  /** The question's language, which determines the weight of the dense ranking; by default it is detected from the queries. */
  language?: string | undefined;
  /** Called with the number of hits that were left out because the scope may not read them now or the filter excludes them. */
  recordOutOfScope?: ((count: number) => void) | undefined;
  signal: AbortSignal;
};

/** Offsets in a text: `text.slice(start, end)`. */
export type Span = { start: number; end: number };

/**
 * `score`: RRF divided by its maximum for the active rankings, 0..1. `relevance`: the probability that the passage answers the question.
 * `coverage`: the share of the question's words in it. `evidence`: true if it is relevant enough to answer from.
 */
export type FoundChunk = {
  chunk: ReadableChunk;
  score: number;
  scores: Scores;
  relevance: number;
  coverage: number;
  evidence: boolean;
  /** Lines of the content that the embedder found nearest to the question, if it was asked. */
  nearest?: Span;
};

export type ChunkSearchOutcome = {
  /** The best K passages that the reader may see, best first: in the reranker's order, otherwise in fused order. */
  results: FoundChunk[];
  /** The highest level of the results. */
  outcome: SearchOutcome;
  /** Words that no document contains, and what they were corrected to. */
  corrections: Correction[];
  legs: LegStates;
  degraded: Degradation[];
  reindexing: { done: number; total: number } | null;
};

export const SearchResult = z.object({
  chunkId: ChunkId,
  documentId: DocumentId,
  title: z.string(),
  chapter: z.string().nullable(),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  content: z.string(),
  score: z.number(),
  scores: Scores,
  /** The probability that the passage answers the question. */
  relevance: z.number().min(0).max(1),
  /** True if the passage is relevant enough to answer from. */
  evidence: z.boolean(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** Explains why a search did or did not return a document. */
export const Explanation = z.object({
  documentId: DocumentId,
  title: z.string(),
  status: DocumentStatus,
  outcome: z.enum([
    'found',
    'not_indexed',
    'outside_filter',
    'no_common_word',
    'not_among_candidates',
    'below_relevance',
    'merged',
    'cut_by_top_k',
    'cut_by_budget',
  ]),
  /**
   * The position of the document's best passage, counted from 1: among the results, or otherwise among 500 candidates; null if it is not
   * even among those.
   */
  position: z.int().nullable(),
  passage: z
    .object({
      chunkId: ChunkId,
      chapter: z.string().nullable(),
      pageStart: z.int().nullable(),
      pageEnd: z.int().nullable(),
      relevance: z.number().nullable(),
      scores: Scores,
    })
    .nullable(),
  /** The relevance that the document would need to be shown in an answer. */
  needed: z.number().nullable(),
  /** The passage of another document with the same text, which is shown instead. */
  mergedInto: z.object({ documentId: DocumentId, chunkId: ChunkId }).nullable(),
  corrections: z.array(Correction),
  /** Each word of the question as looked up and corrected, its share of the total weight, and how well the passage matches it, 0..1. */
  words: z.array(z.object({ forms: z.array(z.string()), share: z.number(), found: z.number() })),
});
export type Explanation = z.infer<typeof Explanation>;

export type SearchSettings = {
  candidatesPerLeg: number;
  weights: {
    lexical: number;
    dense: number;
    /** The weight for each language of the question: an embedder that knows only English must not influence Chinese questions. */
    denseByLanguage: Readonly<Record<string, number>>;
  };
  /** The weights of the embedder and the reranker for the relevance of passages, by the language in which they were calibrated. */
  calibration: Calibration;
  /** The built-in calibration of the embedder, if there is one and the operator has not set another. */
  measured?: MeasuredModel | null;
  /** True if there is an embedder, but no calibration for it, neither built-in nor set by the operator. */
  isUncalibrated?: boolean;
  /** The minimum share of the question's words for a memory to count as evidence. */
  minCoverage: number;
  /** From this cosine, a memory counts as evidence even if it shares no words with the question; null without an embedder. */
  minDenseScore: number | null;
  /** The time limit of the embedder; after it, its ranking is left out. */
  embedTimeoutMs: number;
  /** The time limit of the reranker; after it, the fused order is used. */
  rerankTimeoutMs: number;
};
