import { z } from 'zod';
import { Citation, Statement } from '../citations/index.js';
import type { ChatUsage } from '../platform/models/model.js';
import { Degradation } from '../shared/execution.js';
import { ExecutionId, SessionId } from '../shared/ids.js';
import type { Answer } from './ask.js';
import { findMarked, toUrlCitation } from './citations.js';

const Annotation = z
  .object({
    type: z.literal('url_citation'),
    url_citation: z.object({
      start_index: z.int(),
      end_index: z.int(),
      title: z.string(),
      url: z.string(),
    }),
  })
  .meta({ id: 'OpenAiAnnotation' });
type Annotation = z.infer<typeof Annotation>;

const Usage = z.object({
  prompt_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});
type Usage = z.infer<typeof Usage>;

/** Our own answer's fields in addition to its text; OpenAI clients keep unknown fields. */
export const OwnAnswer = z
  .object({
    executionId: ExecutionId,
    sessionId: SessionId.nullable(),
    citations: z.array(Citation),
    statements: z
      .array(Statement)
      .describe('Positions in the text of the answer, including markers.'),
    degraded: z.array(Degradation),
    answer: z
      .string()
      .optional()
      .describe('For a structured answer: the text with markers from which it was made.'),
  })
  .meta({ id: 'OpenAiOwnAnswer' });
type OwnAnswer = z.infer<typeof OwnAnswer>;

const FinishReason = z
  .enum(['stop', 'length', 'content_filter'])
  .describe('`length`: a limit of length or time cut the answer; `content_filter`: the model did.');
type FinishReason = z.infer<typeof FinishReason>;

export const Completion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        finish_reason: FinishReason,
        logprobs: z.null(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          annotations: z.array(Annotation),
        }),
      }),
    ),
    usage: Usage,
    knowledge_router: OwnAnswer.optional(),
  })
  .meta({ id: 'OpenAiChatCompletion' });
export type Completion = z.infer<typeof Completion>;

export const Chunk = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion.chunk'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        delta: z.object({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          annotations: z.array(Annotation).optional(),
        }),
        logprobs: z.null(),
        finish_reason: FinishReason.nullable(),
      }),
    ),
    usage: Usage.optional(),
    knowledge_router: OwnAnswer.optional(),
  })
  .meta({
    id: 'OpenAiChatChunk',
    description: 'An unnamed data line; the last one is `[DONE]`.',
  });
type Chunk = z.infer<typeof Chunk>;

/** Identifies the completion that a chunk belongs to. */
export type Heading = { id: string; created: number; model: string };

/** The content of a completion, produced by a turn or a task. */
export type Said = {
  text: string;
  annotations: Annotation[];
  usage: Usage;
  finishReason: FinishReason;
  /** Null for a task. */
  own: OwnAnswer | null;
};

export const toSaid = (answer: Answer, base: string): Said => ({
  text: textOfAnswer(answer),
  annotations: findMarked(answer).map((marked) => ({
    type: 'url_citation',
    url_citation: toUrlCitation(marked, { base, executionId: answer.executionId }),
  })),
  usage: toUsage(usageOf(answer)),
  finishReason: finishReasonOf(answer),
  own: toOwnAnswer(answer),
});

/** A structured answer is complete, even if the text that it was made from is not. */
export const finishReasonOf = ({ degraded, structured }: Answer): FinishReason => {
  const cut = degraded.find(({ effect }) => effect === 'incomplete_answer');
  if (cut === undefined || structured !== undefined) return 'stop';
  return cut.reason === 'content_filtered' ? 'content_filter' : 'length';
};

export const toOwnAnswer = (answer: Answer): OwnAnswer => {
  const { executionId, sessionId, citations, statements, degraded, structured } = answer;
  const unstructured = structured && { answer: answer.answer };
  return { executionId, sessionId, citations, statements, degraded, ...unstructured };
};

export const textOfAnswer = ({ answer, structured }: Answer): string => structured?.text ?? answer;

/** Tokens of the turn, and of structuring its answer. */
export const usageOf = ({ usage, structured }: Answer) => ({
  promptTokens: usage.promptTokens + (structured?.promptTokens ?? 0),
  cachedTokens: usage.cachedTokens + (structured?.cachedTokens ?? 0),
  completionTokens: usage.completionTokens + (structured?.completionTokens ?? 0),
});

export const toUsage = (used: ChatUsage): Usage => ({
  prompt_tokens: used.promptTokens,
  prompt_tokens_details: { cached_tokens: used.cachedTokens ?? 0 },
  completion_tokens: used.completionTokens,
  total_tokens: used.promptTokens + used.completionTokens,
});

export const toCompletion = (heading: Heading, said: Said): Completion => ({
  id: heading.id,
  object: 'chat.completion',
  created: heading.created,
  model: heading.model,
  choices: [
    {
      index: 0,
      finish_reason: said.finishReason,
      logprobs: null,
      message: {
        role: 'assistant',
        content: said.text,
        refusal: null,
        annotations: said.annotations,
      },
    },
  ],
  usage: said.usage,
  ...(said.own && { knowledge_router: said.own }),
});

type Delta = Chunk['choices'][number]['delta'];

export const FIRST_DELTA: Delta = { role: 'assistant', content: '' };

const toChunk = (heading: Heading, rest: Omit<Chunk, keyof Heading | 'object'>): Chunk => ({
  id: heading.id,
  object: 'chat.completion.chunk',
  created: heading.created,
  model: heading.model,
  ...rest,
});

export const toDelta = (heading: Heading, delta: Delta): Chunk =>
  toChunk(heading, { choices: [{ index: 0, delta, logprobs: null, finish_reason: null }] });

/**
 * Everything after the text: its citations, its end with our own object, and the usage if requested; a chunk without choices breaks clients
 * that did not request it.
 */
export const toLastChunks = (
  heading: Heading,
  { annotations, usage, finishReason, own }: Said,
  { withUsage }: { withUsage: boolean },
): Chunk[] => [
  ...(annotations.length === 0 ? [] : [toDelta(heading, { annotations })]),
  toChunk(heading, {
    choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: finishReason }],
    ...(own && { knowledge_router: own }),
  }),
  ...(withUsage ? [toChunk(heading, { choices: [], usage })] : []),
];
