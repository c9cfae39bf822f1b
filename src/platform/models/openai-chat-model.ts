import { APIError } from 'openai';
import { Stream } from 'openai/streaming';
import { onAbort } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import { adaptTo, protocolFor, toChatParams, type Refused, type Sent } from './chat-abilities.js';
import {
  estimateUsage,
  mostOf,
  parseChatReply,
  readChatStream,
  type ParsedReply,
} from './chat-reply.js';
import { createOpenAiClient, type Endpoint } from './create-openai-client.js';
import { costOf, type ModelPrices } from './meter-model.js';
import type {
  ChatCallOptions,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatUsage,
  DecisionRequest,
} from './model.js';
import { removeThoughts } from './reasoning-tags.js';
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
      return { ...second, usage: sumUsage(first.usage, second.usage) };
    } catch (error) {
      if (call.signal.aborted || call.onText !== undefined) throw error;
      // Half an answer that says it is one is worth more than none.
      return first;
    }
  };

  const complete: ChatModel['complete'] = async (asked, call) => {
    const {
      content: written,
      model: answering = model,
      ...answer
    } = await askWithRoom(asked, call);
    const content = call.onText === undefined ? removeThoughts(written).trim() : written;
    // Where a form was asked for, the caller's parser refuses it and may ask for a repair.
    const isForm = 'shapeFor' in asked || 'responseSchema' in asked;
    if (content === '' && answer.toolCalls.length === 0 && !isForm) {
      throw new AppError('model_invalid_output', 'The model answered with nothing.');
    }
    const costUsd = costOf(answering, answer.usage, prices) ?? costOf(model, answer.usage, prices);
    return { ...answer, content, costUsd, model: answering, backend, switched: false };
  };

  return { model, complete };
};

const sumUsage = (left: ChatUsage, right: ChatUsage): ChatUsage => ({
  promptTokens: left.promptTokens + right.promptTokens,
  completionTokens: left.completionTokens + right.completionTokens,
});

/** Asks one endpoint, learns what it refuses, and leaves that out of later calls. */
const createAsk = (options: ChatModelOptions) => {
  const exchange = createExchange(options);
  const policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
  let known: Refused = new Set();

  return async (asked: Asked, call: ChatCallOptions): Promise<Answer> => {
    const { onText } = call;
    let refused = known;
    let current = asked;
    for (;;) {
      const protocol = options.protocol === 'auto' ? protocolFor(refused) : options.protocol;
      const request = shapeRequest(current, protocol);
      const isStreamed = onText !== undefined && !refused.has('stream');
      const sent: Sent = { request, refused, isStreamed };
      try {
        const reply = await withRetries(
          (signal) => exchange(sent, { signal, onText }),
          { ...call, policy, kind: 'model', onRetry: options.onRetry },
          (error) => isContextExceeded(error) || adaptTo(error, sent) !== undefined,
        );
        known = new Set([...known, ...refused]);
        return { ...reply, usage: reply.usage ?? (await estimateUsage(request, reply)), protocol };
      } catch (error) {
        if (isContextExceeded(error)) {
          const trimmed = current === asked ? trimConversation(asked) : undefined;
          if (trimmed === undefined) {
            const tooLong = 'The prompt is longer than the model can read.';
            throw new AppError('model_context_exceeded', tooLong, { cause: error });
          }
          current = trimmed;
        } else {
          const learnt = adaptTo(error, sent);
          if (learnt === undefined) throw error;
          refused = learnt;
        }
      }
    }
  };
};

type Try = Pick<ChatCallOptions, 'signal' | 'onText'>;

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** One request and its reply, streamed where somebody reads along and the endpoint can. */
const createExchange = (options: ChatModelOptions) => {
  const client = createOpenAiClient({ ...options, maxBytes: MAX_ANSWER_BYTES });
  const { model, streamIdleMs: idleMs } = options;

  const deliver = async (value: unknown, { request }: Sent, { onText }: Try) => {
    const reply = cutEndless(parseChatReply(value), request);
    if (reply.content !== '') await onText?.(reply.content);
    return reply;
  };

  const stream = async (sent: Sent, { signal, onText = () => undefined }: Try) => {
    const controller = new AbortController();
    const stopListening = onAbort(signal, () => {
      controller.abort();
    });
    const params = {
      ...toChatParams(model, sent),
      stream: true as const,
      ...(!sent.refused.has('stream_usage') && { stream_options: { include_usage: true } }),
    };
    try {
      const response = await client.chat.completions
        .create(params, { signal: controller.signal })
        .asResponse();
      // Some endpoints answer in one piece although a stream was asked for, and proxies with a page.
      if (/json|html/i.test(response.headers.get('content-type') ?? '')) {
        return await deliver(JSON.parse(await response.text()), sent, { signal, onText });
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

  return async (sent: Sent, call: Try): Promise<ParsedReply> => {
    if (sent.isStreamed) return stream(sent, call);
    const { signal } = call;
    const reply = await client.chat.completions.create(toChatParams(model, sent), { signal });
    return deliver(reply, sent, call);
  };
};

/** An answer is checked word by word, without a pause: one without an end would hold up everybody. Half a character goes with the rest. */
const cutEndless = (reply: ParsedReply, { purpose, maxTokens }: Sent['request']): ParsedReply => {
  const most = mostOf(maxTokens);
  if (purpose !== 'answer' || reply.content.length <= most) return reply;
  const content = reply.content.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return { ...reply, content, finishReason: 'length' };
};

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
const trimConversation = (asked: Asked): Asked | undefined => {
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

/** The request as this endpoint is to get it. */
export const shapeRequest = (request: Asked, protocol: string): ChatRequest => {
  if (!('shapeFor' in request)) return request;
  const { shapeFor, ...common } = request;
  return { ...common, ...shapeFor(protocol) };
};
