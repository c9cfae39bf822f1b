import type { ReasoningEffort } from '../../shared/model-choice.js';
import type { ParsedReply } from './chat-reply.js';
import { EndpointError } from './endpoint.js';
import type { ChatRequest } from './model.js';

/** Extra tokens for reasoning by effort; `default` if the model decides itself. */
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
 * Detects from replies whether a model reasons before it writes. Such a model gets extra tokens, and low effort for everything but answers.
 * Only reasoning that the endpoint reports counts, because a user or a document can put `<think>` into a text.
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

/** True if the endpoint refused the request because `max_tokens` was too high. */
export const asksForTooMany = (error: unknown): boolean =>
  error instanceof EndpointError && TOO_MANY.test(error.message);
