import type { ChatToolDefinition } from '../../platform/models/model.js';
import type { ParsedDecision } from './decision.js';
import type { DecisionProtocol, DecisionReply } from './decision-protocol.js';

/** A reply longer than this is refused unread. */
const MAX_REPLY_CHARS = 1_000_000;

/** A reply as one protocol reads it, provided that all of the reply is there: half of one is no decision. */
export const parseDecision = (
  protocol: DecisionProtocol,
  reply: DecisionReply,
  tools: readonly ChatToolDefinition[],
): ParsedDecision => {
  if (reply.finishReason === 'length') {
    return { ok: false, problem: 'The reply was cut off at its length limit; write less.' };
  }
  if (reply.finishReason === 'content_filter') {
    return { ok: false, problem: 'The reply was withheld by a content filter.' };
  }
  if (sizeOf(reply) > MAX_REPLY_CHARS) return { ok: false, problem: 'The reply is too long.' };
  return protocol.parse(reply, tools);
};

const sizeOf = ({ content, toolCalls }: DecisionReply): number =>
  toolCalls.reduce((sum, { argumentsJson }) => sum + argumentsJson.length, content.length);
