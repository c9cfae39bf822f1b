import { findCalculation } from '../../questions/index.js';
import { findRequestedFact } from '../../memories/index.js';
import type { MessageId } from '../../shared/ids.js';
import type { RouterState } from '../state.js';
import type { ToolRequest } from './protocol.js';

/** The one call that does what a question asks for, and it asks for nothing but that; null for any other question. `messageId` is the question's. */
export const toCallByRule = (
  { originalQuery }: Pick<RouterState, 'originalQuery'>,
  messageId: MessageId,
): ToolRequest | null => {
  const fact = findRequestedFact(originalQuery);
  if (fact !== null) {
    return { name: 'create_memory', arguments: { messageId, quote: fact.content } };
  }
  const expression = findCalculation(originalQuery);
  return expression === null ? null : { name: 'math_calc', arguments: { expression } };
};
