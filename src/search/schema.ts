import { z } from 'zod';
import { DocumentStatus, type Metadata, type ReadableChunk } from '../documents/index.js';
import { ChunkId, DocumentId } from '../shared/ids.js';
import type { Degradation, ModelCall } from '../shared/execution.js';
import { Correction } from '../shared/correction.js';
import type { Calibration, MeasuredModel, SearchOutcome } from '../evidence/index.js';
import type { Question } from '../questions/index.js';

/** active: took part · inert: nothing indexed or no term to search · off: not configured · failed: dropped, see `degraded`. */
export const LegState = z.enum(['active', 'inert', 'off', 'failed']);
export type LegState = z.infer<typeof LegState>;
export const LegStates = z.object({ dense: LegState, lexical: LegState });
export type LegStates = z.infer<typeof LegStates>;

const Scores = z.object({
  dense: z.number().optional(),
  lexical: z.number().optional(),
  fused: z.number(),
  /** The reranker's score if it ordered the results: comparable within one search only. */
  rerank: z.number().optional(),
});
type Scores = z.infer<typeof Scores>;

export type SearchRecord = {
  /** Called with every call of the embedder and the reranker. */
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
  /** Documents that the conversation is about: their passages are likelier to answer a question that depends on it. */
  focus?: readonly DocumentId[] | undefined;
  /** The question as interpreted by the turn; for another query the search interprets it itself. */
  question?: Question | undefined;
  /** The question's language, which determines the weight of the dense ranking; by default detected from the queries. */
  language?: string | undefined;
  /** Called with the number of dropped hits, which the scope may not read now or the filter excludes. */
  recordOutOfScope?: ((count: number) => void) | undefined;
  signal: AbortSignal;
};

/** Offsets in a text: `text.slice(start, end)`. */
export type Span = { start: number; end: number };

/**
 * `score`: RRF divided by its maximum for the active rankings, 0..1. `relevance`: the probability that the passage answers. `coverage`: the
 * share of the question's words in it. `evidence`: relevant enough to answer from.
 */
export type FoundChunk = {
  chunk: ReadableChunk;
  score: number;
  scores: Scores;
  relevance: number;
  coverage: number;
  evidence: boolean;
  /** Lines of its content that the embedder found nearest to the question, if it was asked. */
  nearest?: Span;
};

export type ChunkSearchOutcome = {
  /** The top K of what the reader may see, best first: in the reranker's order, else in fused order. */
  results: FoundChunk[];
  /** The level that the results reach. */
  outcome: SearchOutcome;
  /** Words that occur nowhere, and what they were corrected to. */
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
  /** Probability that the passage answers the question. */
  relevance: z.number().min(0).max(1),
  /** Relevant enough to answer from. */
  evidence: z.boolean(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** Why a search did or did not return a document. */
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
  /** The position of its best passage, from 1: among the results, else among 500 candidates; null if it is not even there. */
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
  /** The relevance that it would need to be shown in an answer. */
  needed: z.number().nullable(),
  /** The passage with the same text that represents it. */
  mergedInto: z.object({ documentId: DocumentId, chunkId: ChunkId }).nullable(),
  corrections: z.array(Correction),
  /** Each word of the question as looked up and corrected, its share of the total, and how well the passage matches it, 0..1. */
  words: z.array(z.object({ forms: z.array(z.string()), share: z.number(), found: z.number() })),
});
export type Explanation = z.infer<typeof Explanation>;

export type SearchSettings = {
  candidatesPerLeg: number;
  weights: {
    lexical: number;
    dense: number;
    /** The weight per language of the question: an embedder that knows only English must not influence Chinese questions. */
    denseByLanguage: Readonly<Record<string, number>>;
  };
  /** The weights of the embedder and the reranker in the relevance of passages, by the language that they were calibrated in. */
  calibration: Calibration;
  /** The embedder's built-in calibration, if there is one and the operator has not set one. */
  measured?: MeasuredModel | null;
  /** There is an embedder, but neither a built-in calibration nor one of the operator. */
  isUncalibrated?: boolean;
  /** The coverage of the question's words from which a memory counts as evidence. */
  minCoverage: number;
  /** The cosine from which the embedder alone makes a memory evidence; null without an embedder. */
  minDenseScore: number | null;
  /** How long the embedder may take before its ranking is dropped. */
  embedTimeoutMs: number;
  /** How long the reranker may take before the fused order is kept. */
  rerankTimeoutMs: number;
};
