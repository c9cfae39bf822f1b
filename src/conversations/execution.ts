import { z } from 'zod';
import { Citation } from '../citations/citation.js';
import { Statement } from '../citations/statement.js';
import { Degradation, ModelCall, NodeExecution } from '../shared/execution.js';
import { Correction } from '../shared/correction.js';
import { AssistantId, ChunkId, ExecutionId, MemoryId, SessionId, UserId } from '../shared/ids.js';
import { Rating, Feedback, textBeforeRepair } from './schema.js';

/** A workspace file that a tool created or changed, with its download address. */
export const MadeFile = z.object({ name: z.string(), url: z.string() });
export type MadeFile = z.infer<typeof MadeFile>;

export const ToolCallRecord = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  ok: z.boolean(),
  summary: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  durationMs: z.number(),
  cached: z.boolean(),
  files: z.array(MadeFile),
});
export type ToolCallRecord = z.infer<typeof ToolCallRecord>;

const ExecutionStatus = z.enum(['running', 'success', 'partial', 'degraded', 'error', 'cancelled']);
/** `unavailable`: the documents could not be searched, which says nothing about their contents. */
export const ResponseType = z.enum([
  ...(['answer', 'closest', 'clarification', 'not_found', 'unavailable'] as const),
]);
export type ResponseType = z.infer<typeof ResponseType>;
export const StopReason = z.enum([
  'answered',
  'closest',
  'clarification',
  'max_iterations',
  'deadline',
  'not_found',
  'unavailable',
]);
export type StopReason = z.infer<typeof StopReason>;

/** `extractive`: consists of sentences of sources, results of tools, or fixed texts; no model wrote any of it. */
export const GeneratedBy = z.enum(['extractive', 'model']);
export type GeneratedBy = z.infer<typeof GeneratedBy>;

/** How an answer was produced, as shown with the answer. */
export const AnswerOutcome = z.object({
  status: ExecutionStatus,
  responseType: ResponseType,
  generatedBy: GeneratedBy.nullable(),
  notice: z.string().nullable(),
  degraded: z.array(Degradation),
  corrections: z
    .array(Correction)
    .describe('Only corrections whose word is in a cited passage that the reader may still see.'),
  toolCalls: z.array(
    ToolCallRecord.pick({ id: true, name: true, ok: true, durationMs: true, cached: true }),
  ),
});
export type AnswerOutcome = z.infer<typeof AnswerOutcome>;

/** `unused`: the source counted as evidence, but no answer was written from it. */
const SourceOutcome = z.enum(['cited', 'in_prompt', 'over_budget', 'unused']);
const CandidateOutcome = z.enum([...SourceOutcome.options, 'below_relevance']);

const ReceiptSource = z.object({
  type: z.enum(['document', 'memory', 'tool']),
  chunkId: ChunkId.nullable(),
  memoryId: MemoryId.nullable(),
  toolCallId: z.string().nullable(),
  coverage: z.number().nullable(),
  outcome: SourceOutcome,
});

/** Explains how an answer was produced. Candidates are stored as ids and scores; their text is joined for the reader. */
export const Receipt = z.object({
  queries: z.array(z.string()),
  /** Words of the queries that no document contains, and what they were corrected to. */
  corrections: z.array(Correction).default([]),
  decisions: z.array(
    z.object({
      iteration: z.int(),
      decision: z.string(),
      reasoning: z.string(),
      tools: z.array(z.string()),
      confidence: z.number().nullable(),
      protocol: z.string(),
    }),
  ),
  candidates: z.array(
    z.object({
      chunkId: ChunkId,
      scores: z.object({
        dense: z.number().optional(),
        lexical: z.number().optional(),
        fused: z.number(),
        rerank: z.number().optional(),
      }),
      coverage: z.number(),
      /** Older data has no relevance. */
      relevance: z.number().optional(),
      outcome: CandidateOutcome,
    }),
  ),
  /** All evidence in the order of the prompt, including results of tools and memories. */
  sources: z.array(ReceiptSource).default([]),
  /** The number of markers written by the model that named no source. */
  droppedMarkers: z.int(),
  /** The number of claims that lost their marker by the tenant's policy, because their source does not support them. */
  droppedCitations: z.int().default(0),
  /** The number of index hits that the reader may not see now, or that the filter of the search excludes. */
  outOfScope: z.int().default(0),
});
export type Receipt = z.infer<typeof Receipt>;

export const ExecutionRecord = z.object({
  id: ExecutionId,
  userId: UserId,
  sessionId: SessionId.nullable().describe(
    'Null where the caller keeps the conversation: then no word of the turn is stored.',
  ),
  assistantId: AssistantId.nullable().describe('The one that answered; it may have been deleted.'),
  status: ExecutionStatus,
  responseType: ResponseType.nullable(),
  stopReason: StopReason.nullable(),
  /** Null if there is no answer, and in older data. */
  generatedBy: GeneratedBy.nullable(),
  notice: z
    .string()
    .nullable()
    .describe('The sentence saying that no language model wrote this, or the part below it.'),
  errorCode: z.string().nullable(),
  iterationCount: z.int(),
  workflowPath: z.array(z.string()),
  language: z.string().nullable(),
  confidence: z.number().nullable(),
  grounding: z.number().nullable(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  costUsd: z.number().nullable(),
  degraded: z.array(Degradation),
  receipt: Receipt.nullable(),
  startedAt: z.date(),
  completedAt: z.date().nullable(),
  totalMs: z.number().nullable(),
});
export type ExecutionRecord = z.infer<typeof ExecutionRecord>;

/** An execution in a list: figures and codes, without the text of question or answer. */
export const ExecutionSummary = ExecutionRecord.omit({
  workflowPath: true,
  receipt: true,
  notice: true,
}).extend({
  rating: Rating.nullable(),
});
export type ExecutionSummary = z.infer<typeof ExecutionSummary>;

const CandidateText = z.object({
  documentId: z.uuid(),
  title: z.string(),
  chapter: z.string().nullable(),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  content: z.string(),
});

/** A receipt as shown to its reader: texts are current if the reader may see them, null otherwise. */
export const ExecutionReceipt = ExecutionRecord.omit({ receipt: true })
  .extend({
    question: z.string().nullable(),
    answer: z.string().nullable(),
    citations: z.array(Citation),
    statements: z.array(Statement),
    textBeforeRepair,
    receipt: Receipt.extend({
      queries: z.array(z.string()).nullable(),
      /** Only corrections whose word occurs in a text that the reader may see. */
      corrections: z.array(Correction).nullable(),
      decisions: z.array(
        Receipt.shape.decisions.element.extend({ reasoning: z.string().nullable() }),
      ),
      candidates: z.array(
        Receipt.shape.candidates.element.extend({ text: CandidateText.nullable() }),
      ),
      /** Contains the current text of a document or memory if the reader may see it; texts from tools are not stored. */
      sources: z.array(
        ReceiptSource.extend({ title: z.string().nullable(), content: z.string().nullable() }),
      ),
    }).nullable(),
    nodes: z.array(NodeExecution.omit({ executionId: true })),
    toolCalls: z.array(
      ToolCallRecord.extend({
        arguments: ToolCallRecord.shape.arguments.nullable(),
        summary: z.string().nullable(),
        files: ToolCallRecord.shape.files.nullable(),
      }),
    ),
    modelCalls: z.array(ModelCall),
    feedback: Feedback.nullable(),
    /**
     * Changes to the turn's state if state logging was on, for admins: codes, ids and lengths, because texts are removed before logging.
     */
    stateDiffs: z.array(z.object({ position: z.int(), changes: z.unknown() })).nullable(),
  })
  .meta({ id: 'Execution' });
export type ExecutionReceipt = z.infer<typeof ExecutionReceipt>;
