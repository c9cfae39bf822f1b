import { isNamedIn, type Tool } from '../tools/index.js';
import type { Decision } from './decide/protocol.js';

/** The tools named by a decision to answer that do more than look up stored data: it says that the request is beyond their limits. */
export const findLimitingTools = (
  decision: Extract<Decision, { decision: 'ANSWER' }>,
  enabled: readonly Tool[],
): readonly Tool[] => {
  const said = `${decision.reasoning}\n${decision.text ?? ''}`;
  return enabled.filter(
    ({ name, searchesKnowledge = false }) => !searchesKnowledge && isNamedIn(said, name),
  );
};
