import type { RouterState } from '../state.js';
import type { Decision } from './protocol.js';

/** Who decided where no protocol of a model did: a failed model's stand-in, and the extractive reasoner. */
const WITHOUT_MODEL = ['default', 'extractive'];

/** True when the round's calls are ours: a refusal of one is then nobody's mistake but our own. */
export const isDecidedWithoutModel = ({ decisions }: Pick<RouterState, 'decisions'>): boolean =>
  WITHOUT_MODEL.includes(decisions.at(-1)?.protocol ?? '');

/**
 * What is decided without a model, and when the model failed: look first, answer from what is there afterwards. Never a
 * question back: a failure of ours is not the user's to clear up.
 */
export const toDefaultDecision = (
  { iterationCount, query }: Pick<RouterState, 'iterationCount' | 'query'>,
  available: readonly { name: string }[],
): Decision => {
  const searches = ['rag_search', 'memory_search'].filter((search) =>
    available.some(({ name }) => name === search),
  );
  const confidence = null;
  return iterationCount > 0 || searches.length === 0
    ? { decision: 'ANSWER', reasoning: 'Answer from what is there.', confidence, text: null }
    : {
        decision: 'CALL_TOOLS',
        reasoning: 'Search first, then answer.',
        confidence,
        then: 'answer',
        tools: searches.map((name) => ({ name, arguments: { query } })),
      };
};
