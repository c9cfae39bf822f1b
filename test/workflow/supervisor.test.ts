import { sampleAssistant } from '../fakes/samples.js';
import { describe, expect, it } from '@jest/globals';
import type { NodeName } from '../../src/shared/execution.js';
import {
  ExecutionId,
  MessageId,
  newId,
  SessionId,
  TenantId,
  UserId,
} from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { compileGraph, type Nodes } from '../../src/workflow/graph.js';
import type { RouterNode } from '../../src/workflow/node.js';
import { toInitialState, type RouterUpdate } from '../../src/workflow/state.js';
import { createSupervisor } from '../../src/workflow/supervisor.js';
import type { Turn } from '../../src/workflow/turn.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

const QUESTION = 'How long is the notice period?';

const SCOPE = makeUserScope({
  ...{ tenantId: newId(TenantId), userId: newId(UserId), role: 'member' },
  ...{ groups: [], permissions: [] },
});

const degradation = (node: NodeName) => ({ node, reason: 'timeout', effect: 'none' });

const nodeOf = (name: NodeName, update: () => RouterUpdate): RouterNode => ({
  ...{ name, timeoutMs: 1000, needs: [], recover: null, log: () => [] },
  run: async () => update(),
});

/** Two rounds of tools, in which every kind of key is written: replaced, appended and summed. */
const createNodes = (finalize: () => RouterUpdate): Nodes => {
  let rounds = 0;
  const decision = {
    ...{ decision: 'CALL_TOOLS' as const, reasoning: '', confidence: null },
    ...{ then: 'decide' as const, tools: [] },
  };
  return {
    initialize: nodeOf('initialize', () => ({ sessionId: newId(SessionId), maxIterations: 2 })),
    prepare_query: nodeOf('prepare_query', () => ({
      ...{ queryLanguage: 'en', degraded: [degradation('prepare_query')] },
    })),
    agent_decide: nodeOf('agent_decide', () => ({ decision, workflowPath: ['round'] })),
    tools: nodeOf('tools', () => {
      rounds += 1;
      const degraded = [degradation('tools')];
      return { iterationCount: rounds, totalToolMs: 5, outOfScope: 2, degraded };
    }),
    finalize: nodeOf('finalize', finalize),
  };
};

const toTurn = (): Turn => ({
  ...{ scope: SCOPE, input: { message: QUESTION, options: {} }, nonce: 'n' },
  takeOwnWords: ({ given }) => given,
  ...{ assistant: sampleAssistant(), told: null },
  ...{ executionId: newId(ExecutionId), messageId: newId(MessageId) },
  ...{ deadlineAt: Date.now() + 60_000, signal: new AbortController().signal },
  ...{ emit: () => undefined, isStreamed: false, now: () => new Date() },
  outside: (work) => work(),
  record: {
    ...{ state: toInitialState(QUESTION), nodes: [], stateDiffs: [], modelCalls: [] },
    ...{ spoken: '', corrected: null, answering: null },
  },
});

const run = (turn: Turn, finalize: () => RouterUpdate): Promise<unknown> => {
  const metrics = createSilentMetrics();
  const supervise = createSupervisor({
    ...{ metrics, logger: createSilentLogger(), finalizeReserveMs: 100 },
  });
  const graph = compileGraph(createNodes(finalize), supervise);
  return graph.invoke(toInitialState(QUESTION), { context: { turn } });
};

describe("the state in a turn's record", () => {
  it('is the state that the graph ends with', async () => {
    const turn = toTurn();

    const state = await run(turn, () => ({ workflowPath: ['answered'] }));

    expect(turn.record.state).toEqual(state);
    expect(turn.record.state).toMatchObject({
      ...{ workflowPath: ['round', 'round', 'answered'], totalToolMs: 10, outOfScope: 4 },
    });
  });

  it('is the state before the node that failed when the turn fails', async () => {
    const answered = toTurn();
    await run(answered, () => ({}));
    const failed = toTurn();

    const ended = run(failed, () => {
      throw new Error('Nobody foresaw this.');
    });

    await expect(ended).rejects.toThrow();
    const { sessionId } = failed.record.state;
    expect(failed.record.state).toEqual({ ...answered.record.state, sessionId });
  });
});
