import type { ReasoningEffort } from '../../shared/model-choice.js';
import type { ParsedReply } from './chat-reply.js';
import type { ChatRequest } from './model.js';
import { removeThoughts } from './reasoning-tags.js';

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
 * little thought wherever it writes no answer.
 */
export const createThinking = () => {
  let thinks = false;
  let hasRoom = true;
  return {
    learn: ({ content, thoughtChars, usage }: ParsedReply): void => {
      thinks ||=
        thoughtChars > 0 || (usage?.thoughtTokens ?? 0) > 0 || removeThoughts(content) !== content;
    },
    /** The endpoint has no room for so many tokens; false if none were added. */
    giveLess: ({ reasoningEffort }: ChatRequest): boolean => {
      const hadRoom = hasRoom && (thinks || reasoningEffort !== undefined);
      hasRoom = false;
      return hadRoom;
    },
    prepare: (request: ChatRequest): ChatRequest => {
      if (!thinks && request.reasoningEffort === undefined) return request;
      const effort = request.reasoningEffort ?? (request.purpose === 'answer' ? undefined : 'low');
      const room = hasRoom ? ROOM[effort ?? 'default'] : 0;
      return { ...request, reasoningEffort: effort, maxTokens: request.maxTokens + room };
    },
  };
};
