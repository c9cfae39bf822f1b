import { approximateTokens } from '../../language/index.js';
import { AppError } from '../../shared/errors.js';
import { TOKENS_PER_MESSAGE, toPromptTexts } from './chat-reply.js';
import type { ChatMessage, ChatRequest, DecisionRequest } from './model.js';

type Asked = ChatRequest | DecisionRequest;

/** Drops older messages until prompt and reply fit the context; throws `model_context_exceeded` if they still do not. */
export const fitContext = (
  asked: Asked,
  { protocol, contextTokens }: { protocol: string; contextTokens: number },
): Asked => {
  for (let current: Asked | undefined = asked; current; current = trimConversation(current)) {
    const request = shapeRequest(current, protocol);
    if (approximatePrompt(request) + request.maxTokens <= contextTokens) return current;
  }
  throw toTooLong();
};

/** Limits the reply to what the prompt leaves of the context, because tokens for reasoning are added after fitting. */
export const limitReply = (request: ChatRequest, contextTokens = Infinity): ChatRequest => {
  if (contextTokens === Infinity) return request;
  const left = contextTokens - approximatePrompt(request);
  return request.maxTokens > left ? { ...request, maxTokens: left } : request;
};

export const toTooLong = (cause?: unknown): AppError =>
  new AppError('model_context_exceeded', 'The prompt is longer than the model can read.', {
    cause,
  });

const approximatePrompt = (request: ChatRequest): number =>
  toPromptTexts(request).reduce((total, text) => total + approximateTokens(text), 0) +
  TOKENS_PER_MESSAGE * request.messages.length;

/** The request with less of the conversation before it; undefined if nothing can be left out. */
export const trimConversation = (asked: Asked): Asked | undefined => {
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

/** Drops the older half of the conversation before the question; undefined if there is none. */
const dropOlderHalf = (messages: Messages): Messages | undefined => {
  const history = messages.flatMap(({ isHistory }, index) => (isHistory ? [index] : []));
  if (history.length === 0) return undefined;
  const dropped = new Set(history.slice(0, Math.ceil(history.length / 2)));
  return messages.filter((_, index) => !dropped.has(index));
};

/** The request in the form that this endpoint gets. */
export const shapeRequest = (request: Asked, protocol: string): ChatRequest => {
  if (!('shapeFor' in request)) return request;
  const { shapeFor, ...common } = request;
  return { ...common, ...shapeFor(protocol) };
};
