import { toCallId, type RouterState, type RoundDecision } from '../state.js';

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
  state: Pick<RouterState, 'iterationCount' | 'query'>,
  toolNames: readonly string[],
): RoundDecision => {
  const searches = ['rag_search', 'memory_search'].filter((name) => toolNames.includes(name));
  if (state.iterationCount > 0 || searches.length === 0) {
    return {
      decision: 'ANSWER',
      reasoning: 'Answer from what is there.',
      confidence: null,
      text: null,
    };
  }
  return {
    decision: 'CALL_TOOLS',
    reasoning: 'Search first, then answer.',
    confidence: null,
    then: 'answer',
    tools: searches.map((name, index) => ({
      id: toCallId(1, index),
      name,
      arguments: { query: state.query },
    })),
  };
};
