import type { RouterState } from './state.js';

type Position = Pick<
  RouterState,
  'decision' | 'evidence' | 'iterationCount' | 'maxIterations' | 'deadlineReached'
>;

export const afterDecision = ({ decision, deadlineReached }: Position): 'tools' | 'finalize' =>
  decision?.decision === 'CALL_TOOLS' && !deadlineReached ? 'tools' : 'finalize';

/** `then: answer` was asked for and the rounds so far brought something to answer from. */
const isAnswerable = ({ decision, evidence }: Position): boolean =>
  decision?.decision === 'CALL_TOOLS' && decision.then === 'answer' && evidence.length > 0;

/** The rounds are used up while the agent still wanted to go on. */
export const isLimitReached = (position: Position): boolean =>
  position.decision?.decision === 'CALL_TOOLS' &&
  position.iterationCount >= position.maxIterations &&
  !isAnswerable(position);

export const afterTools = (position: Position): 'agent_decide' | 'finalize' =>
  position.deadlineReached || isAnswerable(position) || isLimitReached(position)
    ? 'finalize'
    : 'agent_decide';
