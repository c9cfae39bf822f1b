import { APIError, type OpenAI } from 'openai';
import { Stream } from 'openai/streaming';
import { onAbort } from '../../shared/async.js';
import type {
  ChatCallOptions,
  ChatMessage,
  ChatRequest,
  DecisionRequest,
  ChatModel,
  ChatResult,
  ChatUsage,
} from './model.js';
import {
  toChatParams,
  adaptTo,
  ALL_ABILITIES,
  leastOf,
  MAX_ADAPTATIONS,
  protocolFor,
  type Sent,
  type Abilities,
} from './chat-abilities.js';
import { mostOf, parseChatReply, estimateUsage, type ParsedReply } from './chat-reply.js';
import { readChatStream } from './chat-stream.js';
import { AppError } from '../../shared/errors.js';
import { removeThoughts } from './reasoning-tags.js';
import { createOpenAiClient, type Endpoint } from './create-openai-client.js';
import { costOf, type ModelPrices } from './meter-model.js';
import { CHAT_FAILURES, toAppError } from './with-retries.js';
import { DEFAULT_RETRY_POLICY, withRetries, type RetryPolicy } from './with-retries.js';

export type ChatModelOptions = Endpoint & {
  /** The name under which results, metrics and degradations report this endpoint. */
  backend: string;
  model: string;
  /** `auto`: the best way to ask for decisions that the endpoint does not refuse. */
  protocol: string;
  prices: ModelPrices;
  /** The longest silence within a stream. */
  streamIdleMs: number;
  retry?: Partial<RetryPolicy>;
  onRetry?: (reason: string) => void;
};

type Asked = ChatRequest | DecisionRequest;
type Answer = ParsedReply & { usage: ChatUsage; protocol: string };

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

  const protocolOf = (abilities: Abilities): string =>
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

type Options = { client: OpenAI; model: string; idleMs: number };
type Try = Pick<ChatCallOptions, 'signal' | 'onText'>;

/** One request and its reply, streamed where somebody reads along and the endpoint can. */
type Exchange = (sent: Sent, options: Try) => Promise<ParsedReply>;

const createChatExchange = ({ client, model, idleMs }: Options): Exchange => {
  const deliver = async (
    value: unknown,
    { request }: Sent,
    { onText }: Try,
  ): Promise<ParsedReply> => {
    const reply = cutEndless(parseChatReply(value), request);
    if (reply.content !== '') await onText?.(reply.content);
    return reply;
  };

  const stream = async (
    sent: Sent,
    { signal, onText = () => undefined }: Try,
  ): Promise<ParsedReply> => {
    const controller = new AbortController();
    const stopListening = onAbort(signal, () => {
      controller.abort();
    });
    const params = {
      ...toChatParams(model, sent),
      stream: true as const,
      ...(sent.abilities.streamUsage && { stream_options: { include_usage: true } }),
    };
    try {
      const response = await client.chat.completions
        .create(params, { signal: controller.signal })
        .asResponse();
      if (isOnePiece(response)) {
        const value: unknown = JSON.parse(await response.text());
        return await deliver(value, sent, { signal, onText });
      }
      const { maxTokens } = sent.request;
      const chunks: AsyncIterable<unknown> = Stream.fromSSEResponse(response, controller, client);
      return await readChatStream(chunks, { maxTokens, idleMs, signal, onText });
    } finally {
      stopListening();
      // Closes the connection wherever reading stopped before the end.
      controller.abort();
    }
  };

  return async (sent, options) =>
    sent.isStreamed
      ? stream(sent, options)
      : deliver(
          await client.chat.completions.create(toChatParams(model, sent), options),
          sent,
          options,
        );
};

/** An answer is checked word by word, without a pause: one without an end would hold up everybody. Half a character goes with the rest. */
const cutEndless = (reply: ParsedReply, { purpose, maxTokens }: Sent['request']): ParsedReply => {
  const most = mostOf(maxTokens);
  if (purpose !== 'answer' || reply.content.length <= most) return reply;
  const content = reply.content.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return { ...reply, content, finishReason: 'length' };
};

/** Some endpoints answer in one piece although a stream was asked for, and proxies with a page. */
const isOnePiece = (response: Response): boolean =>
  /json|html/i.test(response.headers.get('content-type') ?? '');

const TOO_LONG_STATUSES = new Set([400, 413, 422, 500]);
// OpenAI, vLLM, Ollama, llama.cpp, Anthropic's and Google's compatible endpoints, in this order.
const TOO_LONG_WORDING =
  /maximum context length|context window|context length|exceeds? the (?:available |model'?s? )?context|prompt is too long|input (?:is too long|token count)|too many (?:input )?tokens/i;

/** True for a refusal because the prompt is longer than the model can read. */
const isContextExceeded = (error: unknown): boolean => {
  if (!(error instanceof APIError)) return false;
  if (error.code === 'context_length_exceeded') return true;
  return TOO_LONG_STATUSES.has(Number(error.status)) && TOO_LONG_WORDING.test(error.message);
};

/** The request with less of the conversation before it; undefined when nothing can be left out. */
const trimConversation = (
  asked: ChatRequest | DecisionRequest,
): ChatRequest | DecisionRequest | undefined => {
  if (!('shapeFor' in asked)) {
    const messages = dropOlderHalf(asked.messages);
    return messages && { ...asked, messages };
  }
  if (dropOlderHalf(asked.shapeFor('structured').messages) === undefined) return undefined;
  return {
    ...asked,
    shapeFor: (protocol) => {
      const shape = asked.shapeFor(protocol);
      return { ...shape, messages: dropOlderHalf(shape.messages) ?? shape.messages };
    },
  };
};

type Messages = readonly ChatMessage[];

/** Drops the older half of the conversation before the question; undefined when there is none. */
const dropOlderHalf = (messages: Messages): Messages | undefined => {
  const history = messages.flatMap(({ isHistory }, index) => (isHistory ? [index] : []));
  if (history.length === 0) return undefined;
  const dropped = new Set(history.slice(0, Math.ceil(history.length / 2)));
  return messages.filter((_, index) => !dropped.has(index));
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

/** The request as this endpoint is to get it. */
export const shapeRequest = (
  request: ChatRequest | DecisionRequest,
  protocol: string,
): ChatRequest => {
  if (!('shapeFor' in request)) return request;
  const { shapeFor, ...common } = request;
  return { ...common, ...shapeFor(protocol) };
};
