import type { ReasoningEffort } from '../../shared/model-choice.js';
import type { ParsedReply } from './chat-reply.js';
import { EndpointError } from './endpoint.js';
import type { ChatRequest } from './model.js';

/** Tokens for thoughts beside those of the text, by how much the model is to think; without a word about that it decides itself. */
const ROOM: Readonly<Record<ReasoningEffort | 'default', number>> = {
  none: 0,
  minimal: 1_000,
  low: 2_000,
  medium: 8_000,
  default: 8_000,
  high: 16_000,
  xhigh: 32_000,
};

/**
 * Learns from replies whether the model of an endpoint thinks before it writes. Such a model gets room for its thoughts, and is asked for
 * little thought wherever it writes no answer. Only what the endpoint itself reports counts: marks in a text may be somebody's words.
 */
export const createThinking = () => {
  let thinks = false;
  return {
    learn: ({ thoughtChars, usage }: ParsedReply): void => {
      thinks ||= thoughtChars > 0 || (usage?.thoughtTokens ?? 0) > 0;
    },
    prepare: (request: ChatRequest, { hasRoom }: { hasRoom: boolean }): ChatRequest => {
      if (!thinks && request.reasoningEffort === undefined) return request;
      const effort = request.reasoningEffort ?? (request.purpose === 'answer' ? undefined : 'low');
      const room = hasRoom ? ROOM[effort ?? 'default'] : 0;
      return { ...request, reasoningEffort: effort, maxTokens: request.maxTokens + room };
    },
  };
};

const TOO_MANY =
  /max_?(?:completion_|output_|new_)?tokens.*(?:large|most|less|exceed|maximum|greater)/is;

/** True for a refusal because the reply was to be longer than the model can write. */
export const asksForTooMany = (error: unknown): boolean =>
  error instanceof EndpointError && TOO_MANY.test(error.message);
