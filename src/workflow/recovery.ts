import { enabledTools, type Tool } from '../tools/index.js';
import { toDecisionUpdate } from './nodes/agent_decide.js';
import { toDefaultDecision } from './decide/without-model.js';
import { writeExtractiveOutcome } from './outcomes.js';
import { prepareByRule } from './question.js';
import type { RouterState, RouterUpdate } from './state.js';
import type { NodeName, RecoveryStrategy } from '../shared/execution.js';

type Recover = (state: RouterState, kept: RouterUpdate) => RouterUpdate;

export type Recovery = Readonly<Record<NodeName, { strategy: RecoveryStrategy; recover: Recover }>>;

type Deps = { tools: readonly Tool[] };

/** What becomes of a turn whose node failed or ran out of time. All of it is pure: a recovery must not fail in its turn. */
export const createRecovery = ({ tools }: Deps): Recovery => ({
  initialize: { strategy: 'fail_workflow', recover: () => ({}) },
  prepare_query: {
    strategy: 'continue_original',
    recover: (state) => prepareByRule(state),
  },
  agent_decide: {
    strategy: 'default_tools',
    recover: (state) => {
      const names = enabledTools(tools, state.userContext).map(({ name }) => name);
      return toDecisionUpdate(state, toDefaultDecision(state, names), 'default');
    },
  },
  tools: {
    strategy: 'partial_results',
    recover: (state, kept) => ({ ...kept, iterationCount: state.iterationCount + 1 }),
  },
  finalize: {
    strategy: 'basic_response',
    recover: (state) => ({ outcome: writeExtractiveOutcome(state, { isDegraded: true }) }),
  },
});
