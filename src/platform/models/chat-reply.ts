import type { ChatRequest, ChatUsage, ChatResult, ChatToolCall } from './model.js';
import { z } from 'zod';
import { AppError } from '../../shared/errors.js';

/** More than any model reads or writes; a larger figure is no count, and the ledger has no room for it. */
export const MAX_TOKENS = 100_000_000;
const Tokens = z.int().nonnegative().max(MAX_TOKENS).catch(0);

/** No answer within its limit has as many characters or pieces per token: only one that knows no end reaches this. */
const MOST_PER_TOKEN = 8;
const SLACK = 256;

/** A name that no model has is none: it would be stored with every call. */
export const AnsweringModel = z.string().min(1).max(200).optional().catch(undefined);

export const ReportedUsage = z
  .object({ prompt_tokens: Tokens, completion_tokens: Tokens })
  .nullish()
  .catch(null);

// Only what we use: an endpoint may add what it likes and leave out what it does not know.
const Reply = z.object({
  model: AnsweringModel,
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string().nullish(),
                function: z.object({ name: z.string(), arguments: z.string().nullish() }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: ReportedUsage,
});

export type ParsedReply = Pick<ChatResult, 'content' | 'toolCalls' | 'finishReason'> & {
  /** Null where the endpoint reports none. */
  usage: ChatUsage | null;
  model: string | undefined;
};

type FinishReason = ChatResult['finishReason'];

const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
]);

/** What the role and the borders of a message cost beside its text. */
const TOKENS_PER_MESSAGE = 4;

export const mostOf = (maxTokens: number): number => MOST_PER_TOKEN * maxTokens + SLACK;

export const toFinishReason = (reported: string): FinishReason =>
  FINISH_REASONS.get(reported) ?? 'other';

/** No prompt is of no tokens: an endpoint that says so does not count. */
export const toUsage = (reported: z.infer<typeof ReportedUsage>): ChatUsage | null =>
  reported == null || reported.prompt_tokens === 0
    ? null
    : { promptTokens: reported.prompt_tokens, completionTokens: reported.completion_tokens };

/** The first choice of a reply; rejects what is no chat completion, such as a proxy's HTML page sent with status 200. */
export const parseChatReply = (value: unknown): ParsedReply => {
  const reply = Reply.safeParse(value);
  const choice = reply.data?.choices[0];
  if (!reply.success || choice === undefined) {
    throw new AppError('model_invalid_output', 'The endpoint did not answer with a completion.', {
      cause: reply.error,
    });
  }
  const { message, finish_reason: finishReason } = choice;
  const toolCalls: ChatToolCall[] = (message.tool_calls ?? []).map((call, position) => ({
    id: call.id ?? `call_${position}`,
    name: call.function.name,
    argumentsJson: call.function.arguments ?? '{}',
  }));
  return {
    content: message.content ?? message.refusal ?? '',
    toolCalls,
    usage: toUsage(reply.data.usage),
    finishReason: toFinishReason(finishReason ?? 'stop'),
    model: reply.data.model,
  };
};

/**
 * Tokens as o200k counts them, for endpoints that report none: no usage would be a lie. Another tokenizer's model is off by some
 * per cent, more in scripts that it knows badly.
 */
export const estimateUsage = async (
  request: ChatRequest,
  reply: Pick<ParsedReply, 'content' | 'toolCalls'>,
): Promise<ChatUsage> => {
  // Loaded here, because most endpoints report their usage and the vocabulary takes time and room.
  const { countTokens } = await import('../../language/tokens.js');
  const prompt = [
    ...request.messages.map(({ content }) => content),
    ...(request.tools === undefined ? [] : [JSON.stringify(request.tools)]),
    ...(request.responseSchema === undefined ? [] : [JSON.stringify(request.responseSchema)]),
  ];
  const completion = [
    reply.content,
    ...reply.toolCalls.map(({ name, argumentsJson }) => `${name} ${argumentsJson}`),
  ];
  const sum = (texts: readonly string[]): number =>
    texts.reduce((total, text) => total + countTokens(text), 0);
  return {
    promptTokens: sum(prompt) + TOKENS_PER_MESSAGE * request.messages.length,
    completionTokens: sum(completion),
  };
};
