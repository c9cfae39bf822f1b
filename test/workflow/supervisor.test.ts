import { sampleAssistant } from '../fakes/samples.js';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
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
import { createDeadline } from '../../src/workflow/deadline.js';
import { compileGraph, type Nodes } from '../../src/workflow/graph.js';
import { parseNodeState, type RouterNode } from '../../src/workflow/node.js';
import { toInitialState, type RouterUpdate } from '../../src/workflow/state.js';
import { createSupervisor } from '../../src/workflow/supervisor.js';
import type { Turn } from '../../src/workflow/turn.js';
import type { ChatModel } from '../../src/platform/models/model.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

const QUESTION = 'How long is the notice period?';

const SCOPE = makeUserScope({
  tenantId: newId(TenantId),
  userId: newId(UserId),
  role: 'member',
  groups: [],
  permissions: [],
});

const degradation = (node: NodeName) => ({ node, reason: 'timeout', effect: 'none' });

const nodeOf = (name: NodeName, update: () => RouterUpdate): RouterNode => ({
  name,
  timeoutMs: 1000,
  needs: [],
  recover: null,
  log: () => [],
  run: async () => update(),
});

/** Two rounds of tools, in which every kind of key is written: replaced, appended and summed. */
const createNodes = (finalize: () => RouterUpdate): Nodes => {
  let rounds = 0;
  const decision = {
    decision: 'CALL_TOOLS' as const,
    reasoning: '',
    confidence: null,
    then: 'decide' as const,
    tools: [],
  };
  return {
    initialize: nodeOf('initialize', () => ({ sessionId: newId(SessionId), maxIterations: 2 })),
    prepare_query: nodeOf('prepare_query', () => ({
      queryLanguage: 'en',
      degraded: [degradation('prepare_query')],
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
  scope: SCOPE,
  input: { message: QUESTION, options: {} },
  nonce: 'n',
  takeOwnWords: ({ given }) => given,
  assistant: sampleAssistant(),
  choice: {},
  told: null,
  executionId: newId(ExecutionId),
  messageId: newId(MessageId),
  deadline: createDeadline({
    startedAtMs: Date.now(),
    requestTimeoutMs: 60_000,
    answerMaxMs: 300_000,
  }),
  signal: new AbortController().signal,
  emit: () => undefined,
  isStreamed: false,
  now: () => new Date(),
  outside: (work) => work(),
  record: {
    state: toInitialState(QUESTION),
    nodes: [],
    stateDiffs: [],
    modelCalls: [],
    spoken: '',
    corrected: null,
    beforeRepair: null,
    answering: null,
  },
});

const run = (turn: Turn, finalize: () => RouterUpdate): Promise<unknown> => {
  const metrics = createSilentMetrics();
  const supervise = createSupervisor({
    metrics,
    logger: createSilentLogger(),
    finalizeReserveMs: 100,
    streamIdleMs: 1000,
  });
  const graph = compileGraph(createNodes(finalize), supervise);
  return graph.invoke(toInitialState(QUESTION), { context: { turn } });
};

describe('the state in the record of a turn', () => {
  it('is the final state of the graph', async () => {
    const turn = toTurn();

    const state = await run(turn, () => ({ workflowPath: ['answered'] }));

    expect(turn.record.state).toEqual(state);
    expect(turn.record.state).toMatchObject({
      workflowPath: ['round', 'round', 'answered'],
      totalToolMs: 10,
      outOfScope: 4,
    });
  });

  it('is the state before the failed node if the turn fails', async () => {
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

/** A model that writes a piece whenever the test says so, and ends when it is told to. */
const createDrivenModel = () => {
  let call: Parameters<ChatModel['complete']>[1] | null = null;
  let end: () => void = () => undefined;
  const chat: ChatModel = {
    model: 'driven',
    complete: (_request, given) =>
      new Promise((resolve) => {
        call = given;
        end = () => {
          const usage = { promptTokens: 1, completionTokens: 1 };
          resolve({
            content: 'done',
            toolCalls: [],
            usage,
            costUsd: 0,
            finishReason: 'stop',
            model: 'driven',
            backend: 'driven',
            protocol: 'structured',
            switched: false,
          });
        };
      }),
  };
  return {
    chat,
    writes: () => call?.onProgress?.(),
    ends: () => {
      end();
    },
  };
};

describe('a node in which a model writes', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const LIMITS = { finalizeReserveMs: 8_000, streamIdleMs: 15_000 };
  const request = { purpose: 'answer' as const, messages: [], maxTokens: 1, temperature: 0 };

  /** Runs the node with the limits of the product, on a clock that the test moves. */
  const begin = (name: NodeName) => {
    const { chat, writes, ends } = createDrivenModel();
    const turn = toTurn();
    const node: RouterNode = {
      name,
      timeoutMs: 20_000,
      needs: [],
      log: () => [],
      recover: { strategy: 'basic_response', toUpdate: () => ({ workflowPath: ['recovered'] }) },
      run: async (_state, { metered, signal }) => {
        await metered(chat).complete(request, { signal });
        return { workflowPath: ['written'] };
      },
    };
    const metrics = createSilentMetrics();
    const supervise = createSupervisor({ metrics, logger: createSilentLogger(), ...LIMITS });
    const run = supervise(node)(parseNodeState(node, { originalQuery: QUESTION }), turn);
    return { run, turn, writes, ends };
  };

  const writeFor = async (seconds: number, writes: () => void): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      writes();
    }
  };

  it.each<NodeName>(['agent_decide', 'finalize'])(
    'lets a stream of three minutes finish, because it makes progress: %s',
    async (name) => {
      const { run, turn, writes, ends } = begin(name);
      const first = turn.deadline.at();

      await writeFor(180, writes);
      ends();

      expect(await run).toEqual({ workflowPath: ['written'] });
      expect(turn.deadline.at() - first).toBe(179_000);
    },
  );

  it('waits for the next piece for as long as a stream may be silent', async () => {
    const { run, writes, ends } = begin('finalize');

    await writeFor(19, writes);
    await jest.advanceTimersByTimeAsync(14_000);
    ends();

    expect(await run).toEqual({ workflowPath: ['written'] });
  });

  it('abandons a stream that has fallen silent', async () => {
    const { run, writes } = begin('finalize');

    await writeFor(30, writes);
    await jest.advanceTimersByTimeAsync(20_000);

    expect(await run).toMatchObject({
      workflowPath: ['recovered'],
      degraded: [{ node: 'finalize', reason: 'timeout' }],
    });
  });

  it('applies its time limit to a model that says nothing', async () => {
    const { run } = begin('finalize');

    await jest.advanceTimersByTimeAsync(20_000);

    expect(await run).toMatchObject({ workflowPath: ['recovered'] });
  });

  it('applies its time limit if no answer is waited for', async () => {
    const { run, writes } = begin('prepare_query');

    await writeFor(20, writes);

    expect(await run).toMatchObject({ workflowPath: ['recovered'] });
  });

  it('ends at the maximum time for a request, however steadily a model writes', async () => {
    const { run, turn, writes } = begin('finalize');

    await writeFor(300, writes);

    expect(await run).toMatchObject({ workflowPath: ['recovered'] });
    expect(turn.deadline.at()).toBe(turn.deadline.latest);
  });
});
