import { isNamedIn, type Tool } from '../tools/index.js';
import type { Decision } from './decide/protocol.js';

/**
 * The tools that a decision to answer names, of those that do something else than look into what is stored: it says that the
 * request is beyond what they can do.
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
