import type { WorkflowSettings } from '../../src/workflow/node.js';

/** Settings of a workflow in tests; those that a test changes are its own. */
export const WORKFLOW: WorkflowSettings = {
  requestTimeoutMs: 60_000,
  answerMaxMs: 300_000,
  streamIdleMs: 15_000,
  finalizeReserveMs: 8_000,
  nodeTimeoutMs: {
    initialize: 5_000,
    prepare_query: 10_000,
    agent_decide: 15_000,
    tools: 30_000,
    finalize: 20_000,
  },
  decideMode: 'always',
  decide: { maxTokens: 500, temperature: 0.1 },
  answer: { maxTokens: 1000, temperature: 0.3 },
  maxAgentIterations: 5,
  toolConcurrency: 4,
  rewriteQueries: true,
  classifyIntent: true,
  verify: { mode: 'off', timeoutMs: 6_000 },
  maxUserSessions: 10,
  trustedLinkHosts: [],
};
