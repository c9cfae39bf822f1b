import { AppError } from '../../shared/errors.js';
import { removeThoughts } from './reasoning-tags.js';
import type {
  ChatCallOptions,
  ChatModel,
  ChatRequest,
  ChatResult,
  ChatUsage,
  DecisionProtocolName,
  DecisionRequest,
} from './model.js';
import {
  adaptTo,
  ALL_ABILITIES,
  leastOf,
  MAX_ADAPTATIONS,
  protocolFor,
  type Abilities,
  type Sent,
} from './chat-abilities.js';
import { createChatExchange } from './chat-exchange.js';
import type { ParsedReply } from './chat-reply.js';
import { isContextExceeded, trimConversation } from './context-length.js';
import { createOpenAiClient, type Endpoint } from './create-openai-client.js';
import { estimateUsage } from './estimate-usage.js';
import { costOf, type ModelPrices } from './model-price.js';
import { shapeRequest } from './shape-request.js';
import { CHAT_FAILURES, toAppError } from './vendor-errors.js';
import { DEFAULT_RETRY_POLICY, withRetries, type RetryPolicy } from './with-retries.js';

export type ChatModelOptions = Endpoint & {
  /** The name under which results, metrics and degradations report this endpoint. */
  backend: string;
  model: string;
  /** `auto`: the best way to ask for decisions that the endpoint does not refuse. */
  protocol: DecisionProtocolName | 'auto';
  prices: ModelPrices;
  /** The longest silence within a stream. */
  streamIdleMs: number;
  retry?: Partial<RetryPolicy>;
  onRetry?: (reason: string) => void;
};

type Asked = ChatRequest | DecisionRequest;
type Answer = ParsedReply & { usage: ChatUsage; protocol: DecisionProtocolName };

/** One OpenAI-compatible endpoint. What somebody reads along comes as it was written; otherwise thoughts are removed. */
export const createOpenAiChatModel = (options: ChatModelOptions): ChatModel => {
  const { backend, model, prices } = options;
  const ask = createAsk(options);

  const askWithRoom = async (asked: Asked, call: ChatCallOptions): Promise<Answer> => {
    const first = await ask(asked, call);
    const isRead = call.onText !== undefined && first.content !== '';
    if (first.finishReason !== 'length' || isRead) return first;
    try {
      const second = await ask({ ...asked, maxTokens: 2 * asked.maxTokens }, call);
      return withUsageOf(second, first);
    } catch (error) {
      if (call.signal.aborted || call.onText !== undefined) throw error;
      // Half an answer that says it is one is worth more than none.
      return first;
    }
  };

  const complete: ChatModel['complete'] = async (asked, call): Promise<ChatResult> => {
    const answer = await askWithRoom(asked, call);
    const content =
      call.onText === undefined ? removeThoughts(answer.content).trim() : answer.content;
    refuseEmpty({ ...answer, content }, asked);
    const { toolCalls, usage, finishReason, protocol } = answer;
    const answering = answer.model ?? model;
    const costUsd = costOf(answering, usage, prices) ?? costOf(model, usage, prices);
    return {
      content,
      toolCalls,
      usage,
      costUsd,
      finishReason,
      model: answering,
      backend,
      protocol,
      switched: false,
    };
  };

  return { model, complete };
};

/** Asks one endpoint, learns what it refuses, and leaves that out of later calls. */
const createAsk = (options: ChatModelOptions) => {
  const client = createOpenAiClient(options);
  const exchange = createChatExchange({
    client,
    model: options.model,
    idleMs: options.streamIdleMs,
  });
  const policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
  let known = ALL_ABILITIES;

  const protocolOf = (abilities: Abilities): DecisionProtocolName =>
    options.protocol === 'auto' ? protocolFor(abilities) : options.protocol;

  const send = (sent: Sent, call: ChatCallOptions): Promise<ParsedReply> =>
    withRetries(
      (signal) => exchange(sent, { signal, onText: call.onText }),
      { ...call, policy, codes: CHAT_FAILURES, onRetry: options.onRetry },
      (error) => isContextExceeded(error) || adaptTo(error, sent) !== undefined,
    );

  return async (asked: Asked, call: ChatCallOptions): Promise<Answer> => {
    let abilities = known;
    let current = asked;
    for (let adaptations = 0; ; adaptations += 1) {
      const protocol = protocolOf(abilities);
      const request = shapeRequest(current, protocol);
      const isStreamed = call.onText !== undefined && abilities.stream;
      const sent = { request, abilities, isStreamed };
      try {
        const reply = await send(sent, call);
        known = leastOf(known, abilities);
        return { ...reply, usage: reply.usage ?? (await estimateUsage(request, reply)), protocol };
      } catch (error) {
        if (isContextExceeded(error)) {
          const trimmed = current === asked ? trimConversation(asked) : undefined;
          if (trimmed === undefined) throw tooLong(error);
          current = trimmed;
          continue;
        }
        const next = adaptations < MAX_ADAPTATIONS ? adaptTo(error, sent) : undefined;
        if (next === undefined) throw toAppError(error, CHAT_FAILURES);
        abilities = next;
      }
    }
  };
};

const tooLong = (cause: unknown): AppError =>
  new AppError('model_context_exceeded', 'The prompt is longer than the model can read.', {
    cause,
  });

const withUsageOf = (answer: Answer, earlier: Answer): Answer => ({
  ...answer,
  usage: {
    promptTokens: earlier.usage.promptTokens + answer.usage.promptTokens,
    completionTokens: earlier.usage.completionTokens + answer.usage.completionTokens,
  },
});

const refuseEmpty = ({ content, toolCalls }: Answer, asked: Asked): void => {
  // Where a form was asked for, the caller's parser refuses it and may ask for a repair.
  const mayBeEmpty = toolCalls.length > 0 || 'shapeFor' in asked || 'responseSchema' in asked;
  if (content === '' && !mayBeEmpty) {
    throw new AppError('model_invalid_output', 'The model answered with nothing.');
  }
};
