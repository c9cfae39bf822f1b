import { z } from 'zod';
import type { Assistant } from '../assistants/index.js';
import { Citation, Statement } from '../citations/index.js';
import { GeneratedBy, ResponseType, StopReason, ToolCallRecord } from '../conversations/index.js';
import { SUPPORTED_LANGUAGES } from '../language/index.js';
import { MemoryRecord } from '../memories/index.js';
import { ofDocuments, SearchFilter } from '../search/index.js';
import { Correction } from '../shared/correction.js';
import type { DocumentFilter } from '../shared/document-filter.js';
import { Degradation, NodeName, NodeStatus } from '../shared/execution.js';
import { ExecutionId, MessageId, SessionId } from '../shared/ids.js';
import type { ModelChoice } from '../shared/model-choice.js';
import { narrowScope, type UserScope } from '../shared/scope.js';
import { CitationStyle, toolNamesField } from '../tenancy/index.js';

export const ChatOptions = z.strictObject({
  language: z.enum(SUPPORTED_LANGUAGES).optional(),
  citationStyle: CitationStyle.optional(),
  /** Tools with side effects that this request allows, if the tenant's policy does too. */
  tools: toolNamesField.optional(),
  /** Limits the answer to these documents, whichever tool reads them. */
  filter: SearchFilter.optional(),
  /** Records what every node changes in the state, for administrators. */
  debug: z.boolean().optional(),
});
export type ChatOptions = z.infer<typeof ChatOptions>;

/** The scope of a turn: only what the API key, the assistant and the request all allow. */
export const toTurnScope = (
  scope: UserScope,
  { filter }: Pick<Assistant, 'filter'>,
  { options }: Pick<TurnInput, 'options'>,
): UserScope => narrowScope(narrowScope(scope, filter, { from: 'assistant' }), filterOf(options));

/** The documents to which the request limits its answer; null for everything that the user may read. */
const filterOf = ({ filter }: Pick<ChatOptions, 'filter'>): DocumentFilter | null =>
  ofDocuments(filter);

/** The input of a turn. The message is trimmed and 1..MAX_QUERY_CHARS long. */
export type TurnInput = {
  message: string;
  sessionId?: SessionId | undefined;
  /** The message of the session that the question follows; null if it follows none; unset for the latest message. */
  parentMessageId?: MessageId | null | undefined;
  /** The assistant's id or slug; the default assistant answers if none is named. */
  assistantId?: string | undefined;
  options: ChatOptions;
  /** The model and parameters that the caller asked for; the caller's right to choose them was checked before. */
  choice?: ModelChoice | undefined;
  /** The calling program's instructions for the answer. Our own rules and those of the organisation take precedence. */
  wishes?: string | undefined;
  /** The language of the calling program; the user's own language takes precedence. */
  interfaceLanguage?: string | undefined;
};

/** Earlier messages of a conversation that is stored by the calling program. */
export type ToldMessage = { role: 'user' | 'assistant'; content: string };

const ProposedMemory = MemoryRecord.pick({ id: true, content: true, confirmBy: true }).meta({
  id: 'ProposedMemory',
  description: 'Waits for `POST /v1/memories/:id/confirm` and is deleted at `confirmBy`.',
});

export const ChatAnswer = z.object({
  executionId: ExecutionId,
  sessionId: SessionId,
  messageId: MessageId,
  status: z.enum(['success', 'partial', 'degraded', 'error']),
  responseType: ResponseType,
  stopReason: StopReason,
  /** `extractive`: quoted, returned by tools, or a fixed text; no model wrote it. */
  generatedBy: GeneratedBy,
  notice: z
    .string()
    .nullable()
    .describe(
      'The sentence that says that no language model wrote this, as it stands in `answer` unless the citation style is `none`; else null.',
    ),
  answer: z.string(),
  language: z.string(),
  confidence: z.number().nullable(),
  grounding: z.number().nullable(),
  citations: z.array(Citation),
  statements: z
    .array(Statement)
    .describe("The model's statements in order, each with its verdict."),
  /** Words of the question that no document contains, and what they were corrected to. */
  corrections: z.array(Correction),
  toolCalls: z.array(ToolCallRecord.omit({ summary: true, error: true })),
  /** Memories that are used only after the user confirms them. */
  proposedMemories: z.array(ProposedMemory),
  degraded: z.array(Degradation),
  usage: z.object({
    promptTokens: z.int(),
    cachedTokens: z
      .int()
      .describe("Prompt tokens read from the endpoints' caches; 0 if they reported none."),
    completionTokens: z.int(),
    costUsd: z.number().nullable(),
  }),
  timings: z.object({
    totalMs: z.number(),
    nodes: z.array(
      z.object({
        node: NodeName,
        iteration: z.int(),
        durationMs: z.number(),
        status: NodeStatus,
      }),
    ),
  }),
});
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/** An answer of which only figures, ids and codes are stored, but no text. */
export const UnstoredAnswer = ChatAnswer.extend({
  sessionId: z.null(),
  messageId: z.null(),
});
export type UnstoredAnswer = z.infer<typeof UnstoredAnswer>;
