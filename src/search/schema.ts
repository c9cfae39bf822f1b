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
  /** The score of the reranker where one ordered the results: comparable within one search only. */
  rerank: z.number().optional(),
});
type Scores = z.infer<typeof Scores>;

export type SearchRecord = {
  /** Told of every call of the embedder and the reranker. */
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
  /** Documents that the conversation is about: their passages are likelier answers to a question that depends on it. */
  focus?: readonly DocumentId[] | undefined;
  /** The question as the turn understood it; of another query the search makes its own. */
  question?: Question | undefined;
  /** The question's language, which decides how much the dense leg's vote counts; detected from the queries unless given. */
  language?: string | undefined;
  /** Told how many hits were dropped, for the scope may not read them now or the filter excludes them. */
  recordOutOfScope?: ((count: number) => void) | undefined;
  signal: AbortSignal;
};

/** Offsets in a text: `text.slice(start, end)`. */
export type Span = { start: number; end: number };

/**
 * `score` = RRF ÷ its maximum for the active legs, 0..1. `relevance` is the probability that the passage answers, `coverage` the share of
 * the question's words it contains; `evidence`: relevant enough to answer from.
 */
export type FoundChunk = {
  chunk: ReadableChunk;
  score: number;
  scores: Scores;
  relevance: number;
  coverage: number;
  evidence: boolean;
  /** Lines of its content that the embedder found to be nearest to the question, where it was asked. */
  nearest?: Span;
};

export type ChunkSearchOutcome = {
  /** Top K of what the reader may see, best first: as the reranker has it, else as fused. */
  results: FoundChunk[];
  /** The level that the results reach. */
  outcome: SearchOutcome;
  /** Words that were found nowhere, and what they were read as. */
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

/** The reason why a search did or did not bring a document. */
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
  /** The position of its best passage, from 1: among the results, else among 500 candidates; null where it is not even there. */
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
  /** The relevance that it would need for an answer to show it. */
  needed: z.number().nullable(),
  /** The passage with the same text that stands for it. */
  mergedInto: z.object({ documentId: DocumentId, chunkId: ChunkId }).nullable(),
  corrections: z.array(Correction),
  /** Each word of the question as it is looked up and corrected, its share of the whole, and how far the passage has it, 0..1. */
  words: z.array(z.object({ forms: z.array(z.string()), share: z.number(), found: z.number() })),
});
export type Explanation = z.infer<typeof Explanation>;

export type SearchSettings = {
  candidatesPerLeg: number;
  weights: {
    lexical: number;
    dense: number;
    /** An embedder that knows only English must not vote on Chinese: weight per language of the question. */
    denseByLanguage: Readonly<Record<string, number>>;
  };
  /** The weights of the embedder and the reranker in the relevance of passages, by the language that they were calibrated in. */
  calibration: Calibration;
  /** The calibration that ships for the embedder, where there is one and the operator has none. */
  measured?: MeasuredModel | null;
  /** There is an embedder, and a calibration neither of ours nor of the operator's. */
  isUncalibrated?: boolean;
  /** The coverage of the question's words from which a memory is evidence. */
  minCoverage: number;
  /** Cosine from which the embedder alone makes a memory evidence; null without an embedder. */
  minDenseScore: number | null;
  /** The time that the embedder may take before its ranking is dropped. */
  embedTimeoutMs: number;
  /** The time that the reranker may take before the fused order is kept. */
  rerankTimeoutMs: number;
};
