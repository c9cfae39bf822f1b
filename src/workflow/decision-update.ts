import type { RouterState, RouterUpdate, RoundDecision } from './state.js';

const PATHS = {
  ANSWER: 'direct_answer',
  ASK_CLARIFICATION: 'clarification',
} as const;

/** A decision with its line in the receipt and its step of the workflow path. */
export const toDecisionUpdate = (
  state: Pick<RouterState, 'iterationCount'>,
  decision: RoundDecision,
  protocol: string,
): RouterUpdate => {
  const iteration = state.iterationCount + 1;
  const { reasoning, confidence } = decision;
  const tools = decision.decision === 'CALL_TOOLS' ? decision.tools.map(({ name }) => name) : [];
  return {
    decision,
    decisions: [{ iteration, decision: decision.decision, reasoning, tools, confidence, protocol }],
    workflowPath: [
      decision.decision === 'CALL_TOOLS'
        ? `iteration_${iteration}_tools`
        : PATHS[decision.decision],
    ],
  };
};
