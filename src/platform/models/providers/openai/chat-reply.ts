import { z } from 'zod';
import { AppError } from '../../../../shared/errors.js';
import { AnsweringModel, Tokens, toUsage, type ParsedReply } from '../../chat-reply.js';
import type { Collector } from '../../chat-stream.js';
import { EndpointError, findReportedError } from '../../endpoint.js';
import type { FinishReason } from '../../model.js';

const ReportedUsage = z
  .object({
    prompt_tokens: Tokens,
    completion_tokens: Tokens,
    prompt_tokens_details: z.object({ cached_tokens: Tokens }).nullish().catch(null),
    completion_tokens_details: z.object({ reasoning_tokens: Tokens }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

// Only what we use: endpoints add fields of their own and omit ones that they do not support.
const Text = z.string().nullish();
const Lenient = Text.catch(null);
/** Text, or parts; Mistral's reasoning models mark some parts as reasoning. */
const Part = z.object({ text: Lenient, thinking: z.unknown().optional() });
const Content = z.union([
  Text,
  z.array(z.union([Part, z.string().transform((text) => ({ text, thinking: undefined }))])),
]);
type Content = z.infer<typeof Content>;
/** Reasoning separate from the content: the field of DeepSeek and vLLM, the one of OpenRouter and Ollama, and OpenRouter's list. */
const Thinking = z.object({
  reasoning_content: Lenient,
  reasoning: Lenient,
  reasoning_details: z
    .array(z.object({ text: Lenient, summary: Lenient, data: Lenient }).catch({}))
    .nullish()
    .catch(null),
});
const Id = z.union([z.string(), z.number().transform(String)]).nullish();
/** JSON as a string; some servers send the object itself. */
const Arguments = z
  .union([
    z.string(),
    z.record(z.string(), z.unknown()).transform((given) => JSON.stringify(given)),
  ])
  .nullish();
const ToolCall = z.object({
  id: Id,
  function: z.object({ name: z.string(), arguments: Arguments }),
});
const Message = Thinking.extend({
  content: Content,
  refusal: Text,
  tool_calls: z.array(ToolCall).nullish(),
});
type Written = Pick<z.infer<typeof Message>, 'content' | 'refusal' | keyof typeof Thinking.shape>;
const Reply = z.object({
  model: AnsweringModel,
  choices: z.array(z.object({ finish_reason: Text, message: Message })).min(1),
  usage: ReportedUsage,
});

/** A piece of a tool call in a stream. */
const ToolCallDelta = z.object({
  index: z.int().optional().catch(undefined),
  id: Id,
  function: z.object({ name: Text, arguments: Arguments }).nullish(),
});
type ToolCallDelta = z.infer<typeof ToolCallDelta>;
const Delta = Message.extend({ tool_calls: z.array(ToolCallDelta).nullish() });
const Chunk = z.object({
  model: AnsweringModel,
  choices: z.array(z.object({ finish_reason: Text, delta: Delta.nullish() })).nullish(),
  usage: ReportedUsage,
});

/** Finish reasons of various servers, in lower case. */
const FINISH_REASONS = new Map<string, FinishReason>([
  ...['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence'].map(
    (name) => [name, 'stop'] as const,
  ),
  ...['length', 'max_tokens'].map((name) => [name, 'length'] as const),
  ...['tool_calls', 'function_call', 'tool_use'].map((name) => [name, 'tool_calls'] as const),
  ...[
    'content_filter',
    'content_filtered',
    'refusal',
    'sensitive',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
  ].map((name) => [name, 'content_filter'] as const),
]);

/** The first choice of a reply; rejects anything that is not a chat completion, such as a proxy's HTML page sent with status 200. */
export const parseChatReply = (value: unknown): ParsedReply => {
  const failure = findReportedError(value);
  if (failure !== undefined) throw failure;
  const reply = Reply.safeParse(value);
  const choice = reply.data?.choices[0];
  if (!reply.success || choice === undefined) {
    throw new AppError('model_invalid_output', 'The endpoint did not answer with a completion.', {
      cause: reply.error,
    });
  }
  const { message, finish_reason: finishReason } = choice;
  throwIfFailed(finishReason);
  const toolCalls = (message.tool_calls ?? []).map((call, position) => ({
    id: call.id ?? `call_${position}`,
    name: call.function.name,
    argumentsJson: call.function.arguments ?? '{}',
  }));
  return {
    content: textOf(message),
    toolCalls,
    usage: readUsage(reply.data.usage),
    finishReason: toFinishReason(finishReason ?? 'stop'),
    model: reply.data.model,
    thoughtChars: lengthOfThoughts(message),
  };
};

const textOf = ({ content, refusal }: Pick<Written, 'content' | 'refusal'>): string => {
  const text = Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : content;
  return text == null || text === '' ? (refusal ?? '') : text;
};

/** Characters of reasoning; a server may send the same text in several fields. */
const lengthOfThoughts = ({ content, ...written }: Written): number => {
  const details = written.reasoning_details ?? [];
  return Math.max(
    ...[written.reasoning_content, written.reasoning].map((thoughts) => (thoughts ?? '').length),
    sum(details.flatMap(({ text, summary, data }) => [text, summary, data])),
    sum(
      Array.isArray(content)
        ? content.map(({ thinking }) => thinking && JSON.stringify(thinking))
        : [],
    ),
  );
};

const sum = (texts: readonly unknown[]): number =>
  texts.reduce<number>((total, text) => total + (typeof text === 'string' ? text.length : 0), 0);

/** Collects the chunks of a streamed completion. */
export const createCollector = (): Collector => {
  const calls: Call[] = [];
  let content = '';
  let argumentChars = 0;
  let thoughtChars = 0;
  let hasChoice = false;
  let finishReason: string | undefined;
  let model: string | undefined;
  let usage: ParsedReply['usage'] = null;

  const addToolCall = (delta: ToolCallDelta): void => {
    const call = callOf(calls, delta);
    const added = delta.function?.arguments ?? '';
    if (call.name === '') call.name = delta.function?.name ?? '';
    call.argumentsJson += added;
    argumentChars += added.length;
  };

  return {
    add: (value) => {
      const chunk = parseChunk(value);
      const choice = chunk.choices?.[0];
      model ??= chunk.model;
      usage = readUsage(chunk.usage) ?? usage;
      if (choice === undefined) return '';
      hasChoice = true;
      finishReason = choice.finish_reason ?? finishReason;
      throwIfFailed(choice.finish_reason);
      if (choice.delta == null) return '';
      choice.delta.tool_calls?.forEach(addToolCall);
      thoughtChars += lengthOfThoughts(choice.delta);
      const text = textOf(choice.delta);
      content += text;
      return text;
    },
    argumentChars: () => argumentChars,
    thoughtChars: () => thoughtChars,
    toReply: () => {
      if (!hasChoice) {
        throw new AppError('model_invalid_output', 'The endpoint streamed nothing.');
      }
      const toolCalls = calls.map(({ id, name, argumentsJson }, position) => ({
        id: id || `call_${position}`,
        name,
        argumentsJson: argumentsJson || '{}',
      }));
      // A stream that ends without a finish reason may have been cut off, so this is not "stop".
      return {
        content,
        toolCalls,
        usage,
        model,
        thoughtChars,
        finishReason: toFinishReason(finishReason ?? ''),
      };
    },
  };
};

const toFinishReason = (reported: string): FinishReason =>
  FINISH_REASONS.get(reported.toLowerCase()) ?? 'other';

/** OpenRouter reports a failed provider with the finish reason `error`, sometimes in the middle of a reply. */
const throwIfFailed = (finishReason: string | null | undefined): void => {
  if (finishReason !== 'error') return;
  throw new EndpointError('The reply ended with an error.', { kind: 'broken' });
};

const readUsage = (reported: z.infer<typeof ReportedUsage>): ParsedReply['usage'] =>
  reported == null
    ? null
    : toUsage({
        promptTokens: reported.prompt_tokens,
        completionTokens: reported.completion_tokens,
        cachedTokens: Math.min(
          reported.prompt_tokens_details?.cached_tokens ?? 0,
          reported.prompt_tokens,
        ),
        thoughtTokens: reported.completion_tokens_details?.reasoning_tokens ?? 0,
      });

const parseChunk = (value: unknown): z.infer<typeof Chunk> => {
  const { data, error: cause } = Chunk.safeParse(value);
  if (data !== undefined) return data;
  const message = 'The endpoint streamed something other than an answer.';
  throw new AppError('model_invalid_output', message, { cause });
};

type Call = { index: number | undefined; id: string; name: string; argumentsJson: string };

/** The call that a piece belongs to. */
const callOf = (calls: Call[], { index, id }: ToolCallDelta): Call => {
  const open = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
  // Some endpoints give every call index 0 or none, and distinguish them only by their ids.
  const isNew = open === undefined || (id && id !== open.id);
  if (!isNew) return open;
  const call = { index, id: id ?? '', name: '', argumentsJson: '' };
  calls.push(call);
  return call;
};
