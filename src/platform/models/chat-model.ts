import { AppError } from '../../shared/errors.js';
import { estimateUsage, type ParsedReply } from './chat-reply.js';
import { costOf, type ModelPrices } from './meter-model.js';
import type {
  ChatCallOptions,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatUsage,
  DecisionRequest,
} from './model.js';
import type { ChatEndpoint, Provider, Refused, Sent } from './providers/provider.js';
import { removeThoughts } from './reasoning-tags.js';
import { DEFAULT_RETRY_POLICY, withRetries, type RetryPolicy } from './with-retries.js';

export type ChatModelOptions = ChatEndpoint & {
  provider: Provider;
  /** The name under which results, metrics and degradations report this endpoint. */
  backend: string;
  /** `auto`: the best way to ask for decisions that the endpoint does not refuse. */
  protocol: string;
  prices: ModelPrices;
  retry?: Partial<RetryPolicy>;
  onRetry?: (reason: string) => void;
};

type Asked = ChatRequest | DecisionRequest;
type Answer = ParsedReply & { usage: ChatUsage; protocol: string };

/** The chat model of one endpoint. A text that somebody reads along comes as it was written; otherwise thoughts are removed. */
export const createChatModel = (options: ChatModelOptions): ChatModel => {
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

  return { model, provider: options.provider.name, complete };
};

const sumUsage = (left: ChatUsage, right: ChatUsage): ChatUsage => ({
  promptTokens: left.promptTokens + right.promptTokens,
  completionTokens: left.completionTokens + right.completionTokens,
});

/** Asks one endpoint, learns what it refuses, and leaves that out of later calls. */
const createAsk = (options: ChatModelOptions) => {
  const wire = options.provider.openChat(options);
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
          (signal) => wire.exchange(sent, { signal, onText }),
          { ...call, policy, kind: 'model', onRetry: options.onRetry },
          (error) => wire.isContextExceeded(error) || wire.adaptTo(error, sent) !== undefined,
        );
        known = new Set([...known, ...refused]);
        return { ...reply, usage: reply.usage ?? (await estimateUsage(request, reply)), protocol };
      } catch (error) {
        if (wire.isContextExceeded(error)) {
          const trimmed = current === asked ? trimConversation(asked) : undefined;
          if (trimmed === undefined) {
            const tooLong = 'The prompt is longer than the model can read.';
            throw new AppError('model_context_exceeded', tooLong, { cause: error });
          }
          current = trimmed;
        } else {
          const learnt = wire.adaptTo(error, sent);
          if (learnt === undefined) throw error;
          refused = learnt;
        }
      }
    }
  };
};

/** The way to ask for decisions that the endpoint has not refused yet. */
const protocolFor = (refused: Refused): string => {
  if (!refused.has('json_schema')) return 'structured';
  return refused.has('tools') ? 'react' : 'tools';
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
