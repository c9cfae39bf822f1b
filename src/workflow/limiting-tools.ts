import { isNamedIn, type Tool } from '../tools/index.js';
import type { Decision } from './decide/protocol.js';

/**
 * The tools that a decision to answer names because the request is beyond their limits; tools that only look up stored data are left out.
 */
export const findLimitingTools = (
  decision: Extract<Decision, { decision: 'ANSWER' }>,
  enabled: readonly Tool[],
): readonly Tool[] => {
  const said = `${decision.reasoning}\n${decision.text ?? ''}`;
  return enabled.filter(
    ({ name, searchesKnowledge = false }) => !searchesKnowledge && isNamedIn(said, name),
  );
};
