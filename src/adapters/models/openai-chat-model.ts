import { AppError } from '../../domain/errors.js';
import type { CallOptions, ChatModel, ChatRequest, ChatResult } from '../../ports/models.js';
import { ALL_ABILITIES, adaptTo, toChatParams } from './chat-params.js';
import { parseChatReply } from './chat-reply.js';
import type { ParsedReply } from './chat-reply.js';
import { shapeRequest } from './shape-request.js';
import { createOpenAiClient } from './create-openai-client.js';
import type { Endpoint } from './create-openai-client.js';
import { costOf } from './model-price.js';
import type { ModelPrices } from './model-price.js';
import { CHAT_FAILURES, toAppError } from './vendor-errors.js';
import { DEFAULT_RETRY_POLICY, withRetries } from './with-retries.js';
import type { RetryPolicy } from './with-retries.js';

export type ChatModelOptions = Endpoint & {
  /** The name under which results, metrics and degradations report this endpoint. */
  backend: string;
  model: string;
  prices: ModelPrices;
  retry?: Partial<RetryPolicy>;
};

/** Two steps down in format, one in temperature, one in the name of the limit. */
const MAX_ADAPTATIONS = 4;

const sum = (left: ParsedReply, right: ParsedReply): ParsedReply => ({
  ...right,
  usage: {
    promptTokens: left.usage.promptTokens + right.usage.promptTokens,
    completionTokens: left.usage.completionTokens + right.usage.completionTokens,
  },
});

const refuseEmpty = (reply: ParsedReply, request: ChatRequest): void => {
  // Where a schema was asked for, the caller's parser refuses it and may ask for a repair.
  const mayBeEmpty = request.responseSchema !== undefined || reply.toolCalls.length > 0;
  if (reply.content === '' && !mayBeEmpty) {
    throw new AppError('model_invalid_output', 'The model answered with nothing.');
  }
};

/** One OpenAI-compatible endpoint. It learns what the endpoint refuses, and leaves that out of later calls. */
export const createOpenAiChatModel = (options: ChatModelOptions): ChatModel => {
  const { backend, model, prices } = options;
  const client = createOpenAiClient(options);
  const policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
  let abilities = ALL_ABILITIES;

  const ask = async (request: ChatRequest, call: CallOptions): Promise<ParsedReply> => {
    let tried = abilities;
    for (let adaptations = 0; ; adaptations += 1) {
      try {
        const reply: unknown = await withRetries(
          (signal) =>
            client.chat.completions.create(toChatParams(model, request, tried), { signal }),
          { ...call, policy, codes: CHAT_FAILURES },
          (error) => adaptTo(error, tried, request) !== undefined,
        );
        abilities = tried;
        return parseChatReply(reply);
      } catch (error) {
        const next = adaptations < MAX_ADAPTATIONS ? adaptTo(error, tried, request) : undefined;
        if (next === undefined) throw toAppError(error, CHAT_FAILURES);
        tried = next;
      }
    }
  };

  const complete: ChatModel['complete'] = async (asked, call): Promise<ChatResult> => {
    const request = shapeRequest(asked, 'structured');
    const first = await ask(request, call);
    const reply =
      first.finishReason === 'length'
        ? sum(first, await ask({ ...request, maxTokens: 2 * request.maxTokens }, call))
        : first;
    refuseEmpty(reply, request);
    const { content, toolCalls, usage, finishReason } = reply;
    const costUsd = costOf(reply.model ?? model, usage, prices) ?? costOf(model, usage, prices);
    return {
      content,
      toolCalls,
      usage,
      costUsd,
      finishReason,
      model: reply.model ?? model,
      backend,
      protocol: 'structured',
      switched: false,
    };
  };

  return { model, complete };
};
