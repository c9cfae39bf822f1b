import { APIError } from 'openai';
import type { ChatMessage, ChatRequest, DecisionRequest } from './model.js';

const REFUSING_STATUSES = new Set([400, 413, 422, 500]);
// OpenAI, vLLM, Ollama, llama.cpp, Anthropic's and Google's compatible endpoints, in this order.
const WORDING =
  /maximum context length|context window|context length|exceeds? the (?:available |model'?s? )?context|prompt is too long|input (?:is too long|token count)|too many (?:input )?tokens/i;

/** True for a refusal because the prompt is longer than the model can read. */
export const isContextExceeded = (error: unknown): boolean => {
  if (!(error instanceof APIError)) return false;
  if (error.code === 'context_length_exceeded') return true;
  return REFUSING_STATUSES.has(Number(error.status)) && WORDING.test(error.message);
};

type Messages = readonly ChatMessage[];

/** Drops the older half of the conversation before the question; undefined when there is none. */
const dropOlderHalf = (messages: Messages): Messages | undefined => {
  const history = messages.flatMap(({ isHistory }, index) => (isHistory ? [index] : []));
  if (history.length === 0) return undefined;
  const dropped = new Set(history.slice(0, Math.ceil(history.length / 2)));
  return messages.filter((_, index) => !dropped.has(index));
};

/** The request with less of the conversation before it; undefined when nothing can be left out. */
export const trimConversation = (
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
