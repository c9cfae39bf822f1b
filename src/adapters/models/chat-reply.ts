import { z } from 'zod';
import { AppError } from '../../domain/errors.js';
import { removeThoughts } from '../../domain/remove-thoughts.js';
import type { ChatResult, ChatToolCall } from '../../ports/models.js';

const Tokens = z.int().nonnegative().catch(0);

// Only what we use: an endpoint may add what it likes and leave out what it does not know.
const Reply = z.object({
  model: z.string().min(1).optional().catch(undefined),
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
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish().catch(null),
});

export type ParsedReply = Pick<ChatResult, 'content' | 'toolCalls' | 'usage' | 'finishReason'> & {
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
    content: removeThoughts(message.content ?? message.refusal ?? '').trim(),
    toolCalls,
    usage: {
      promptTokens: reply.data.usage?.prompt_tokens ?? 0,
      completionTokens: reply.data.usage?.completion_tokens ?? 0,
    },
    finishReason: FINISH_REASONS.get(finishReason ?? 'stop') ?? 'other',
    model: reply.data.model,
  };
};
