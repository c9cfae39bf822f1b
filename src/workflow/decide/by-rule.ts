import type { Question } from '../../questions/index.js';
import type { MessageId } from '../../shared/ids.js';
import type { ToolRequest } from './protocol.js';

/** The one call that does what a question asks for, and it asks for nothing but that; null for any other question. `messageId` is the question's. */
export const toCallByRule = (
  { remembers, calculation }: Pick<Question, 'remembers' | 'calculation'>,
  messageId: MessageId,
): ToolRequest | null => {
  if (remembers !== null) {
    return { name: 'create_memory', arguments: { messageId, quote: remembers.content } };
  }
  return calculation === null
    ? null
    : { name: 'math_calc', arguments: { expression: calculation } };
};
