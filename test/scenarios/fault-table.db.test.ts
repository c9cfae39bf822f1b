import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatAnswer } from '../../src/workflow/chat.js';
import { isAppError } from '../../src/shared/errors.js';
import type { ExecutionId } from '../../src/shared/ids.js';
import type { Database } from '../../src/compose/repositories.js';
import type { Tool } from '../../src/tools/tool.js';
import type { TurnEvent } from '../../src/workflow/turn.js';
import { createScriptedChatModel } from '../fakes/scripted-chat-model.js';
import { healthy, INJECT, QUESTION, type Fault, type FaultyPart } from '../support/faulty-parts.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';
import { WORKFLOW } from '../support/workflow-settings.js';
import type { NodeName, NodeStatus, RecoveryStrategy } from '../../src/shared/execution.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: ['Annual leave is 25 days.', 'Travel costs are refunded within thirty days.'],
  });
});

afterAll(() => bench.destroy());

const STRATEGY: Readonly<Record<NodeName, RecoveryStrategy>> = {
  initialize: 'fail_workflow',
  prepare_query: 'continue_original',
  agent_decide: 'default_tools',
  tools: 'partial_results',
  finalize: 'basic_response',
};

type Expected = { status: NodeStatus; errorCode: string; reason: string };

const CODES: Readonly<Record<Exclude<Fault, 'is cancelled'>, Expected>> = {
  throws: { status: 'error', errorCode: 'internal_error', reason: 'internal_error' },
  hangs: { status: 'timeout', errorCode: 'deadline_exceeded', reason: 'timeout' },
  'answers nonsense': {
    status: 'error',
    errorCode: 'model_invalid_output',
    reason: 'model_invalid_output',
  },
  'is down': { status: 'error', errorCode: 'model_unavailable', reason: 'model_unavailable' },
};

type Turn = { outcome: ChatAnswer | { code: string }; events: TurnEvent[]; part: FaultyPart };

const runFaultyTurn = async (node: NodeName, fault: Fault): Promise<Turn> => {
  const controller = new AbortController();
  const { overrides, part } = INJECT[node](fault, {
    database: bench.test.database,
    cancel: () => controller.abort(),
  });
  const events: TurnEvent[] = [];
  const emit = (event: TurnEvent) => void events.push(event);
  const outcome = await bench
    .asker(overrides)(tenant.member, QUESTION, { signal: controller.signal, emit })
    .catch((error: unknown) => ({ code: isAppError(error) ? error.code : 'unforeseen' }));
  return { outcome, events, part };
};

const readExecution = async (events: readonly TurnEvent[]) => {
  const started = events.find(({ type }) => type === 'execution');
  const id = started?.type === 'execution' ? started.executionId : null;
  if (id === null) throw new Error('The turn never started.');
  return readById(id);
};

const readById = async (id: ExecutionId) => {
  const found = await bench.test.database.withScope(tenant.member, (tx) => tx.executions.find(id));
  if (found === null) throw new Error('The execution was not saved.');
  return found;
};

const endOf = (events: readonly TurnEvent[], node: NodeName) =>
  events.findLast((event) => event.type === 'node' && event.node === node && event.phase === 'end');

const RECOVERED = ['prepare_query', 'agent_decide', 'finalize'] as const;

describe.each(RECOVERED)('the node %s, whose model', (node) => {
  it.each(['throws', 'hangs', 'answers nonsense', 'is down'] as const)(
    '%s, recovers, and the turn is answered from the document',
    async (fault) => {
      const { outcome, events, part } = await runFaultyTurn(node, fault);

      const { status, errorCode, reason } = CODES[fault];
      const { execution, nodeExecutions } = await readExecution(events);
      const run = nodeExecutions.find(({ nodeName }) => nodeName === node);
      expect(outcome).toMatchObject({ status: 'degraded', responseType: 'answer' });
      expect('answer' in outcome && outcome.answer).toContain('Annual leave is 25 days');
      expect('degraded' in outcome && outcome.degraded).toEqual([
        { node, reason, effect: STRATEGY[node] },
      ]);
      expect(run).toMatchObject({ status, strategy: STRATEGY[node], errorCode });
      expect(execution).toMatchObject({ status: 'degraded', errorCode: null });
      expect(part.running()).toBe(0);
    },
  );
});

describe('the node initialize, whose database', () => {
  it.each([
    { fault: 'throws', status: 'error' },
    { fault: 'hangs', status: 'timeout' },
    { fault: 'answers nonsense', status: 'error' },
    { fault: 'is down', status: 'error' },
  ] as const)('$fault, ends the turn with storage_unavailable', async ({ fault, status }) => {
    const { outcome, events } = await runFaultyTurn('initialize', fault);

    expect(outcome).toEqual({ code: 'storage_unavailable' });
    expect(endOf(events, 'initialize')).toMatchObject({ status });
    expect(events.filter(({ type }) => type === 'execution')).toEqual([]);
  });

  it('answers after everybody has left, leaves nothing behind', async () => {
    const { database } = bench.test;
    const listSessions = () =>
      database.withScope(tenant.member, (tx) => tx.sessions.list({ limit: 100 }));
    const before = await listSessions();
    const late: Promise<unknown>[] = [];
    const released = new EventEmitter();
    const withScope: Database['withScope'] = (scope, work) => {
      const answer = once(released, 'now').then(() => database.withScope(scope, work));
      late.push(answer.catch((error: unknown) => error));
      return answer;
    };
    const nodeTimeoutMs = { ...WORKFLOW.nodeTimeoutMs, initialize: 50 };
    const ask = bench.asker({ database: { ...database, withScope }, settings: { nodeTimeoutMs } });
    await expect(ask(tenant.member, QUESTION)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });

    released.emit('now');
    await Promise.all(late);

    expect(late.length).toBeGreaterThan(0);
    expect(await listSessions()).toEqual(before);
  });
});

describe('the node tools, whose search', () => {
  it.each([
    { fault: 'throws', code: 'tool_failed', status: 'degraded' },
    { fault: 'hangs', code: 'tool_timeout', status: 'degraded' },
    { fault: 'is down', code: 'vector_store_unavailable', status: 'degraded' },
  ] as const)(
    '$fault, tells the model, and the turn ends honestly',
    async ({ fault, code, status }) => {
      const { outcome, events, part } = await runFaultyTurn('tools', fault);

      const { nodeExecutions, toolCalls } = await readExecution(events);
      const run = nodeExecutions.find(({ nodeName }) => nodeName === 'tools');
      const degraded = [{ node: 'tools', reason: code, effect: 'no result of rag_search' }];
      expect(outcome).toMatchObject({ status, responseType: 'unavailable', degraded });
      expect(run).toMatchObject({ status, iteration: 1 });
      expect(toolCalls).toMatchObject([{ name: 'rag_search', ok: false, error: { code } }]);
      expect(part.running()).toBe(0);
    },
  );
});

describe('a search with nonsensical arguments', () => {
  it('is replaced by the default search', async () => {
    const { events } = await runFaultyTurn('tools', 'answers nonsense');

    const { toolCalls } = await readExecution(events);
    expect(toolCalls).toMatchObject([
      { name: 'rag_search', error: { code: 'invalid_arguments' } },
      { name: 'rag_search', arguments: { query: QUESTION } },
      { name: 'memory_search' },
    ]);
  });
});

describe('a cancelled turn', () => {
  it('leaves nothing behind if it has not started', async () => {
    const { outcome, events } = await runFaultyTurn('initialize', 'is cancelled');

    expect(outcome).toEqual({ code: 'cancelled' });
    expect(endOf(events, 'initialize')).toMatchObject({ status: 'cancelled' });
  });

  it.each(['prepare_query', 'agent_decide', 'tools', 'finalize'] as const)(
    'is closed as cancelled during %s and frees its session',
    async (node) => {
      const { outcome, events, part } = await runFaultyTurn(node, 'is cancelled');

      const { execution, nodeExecutions } = await readExecution(events);
      expect(outcome).toEqual({ code: 'cancelled' });
      expect(execution).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
      expect(nodeExecutions.at(-1)).toMatchObject({
        nodeName: node,
        status: 'cancelled',
        strategy: null,
        errorCode: 'cancelled',
      });
      expect(part.running()).toBe(0);
      const { sessionId } = execution;
      const next = await bench.asker()(tenant.member, 'Hello!', sessionId ? { sessionId } : {});
      expect(next.status).toBe('success');
    },
  );
});

describe('the deadline of a request', () => {
  // finalize asks its model only while two seconds are left after it.
  const DEADLINES_MS = { prepare_query: 800, agent_decide: 800, tools: 800, finalize: 2_400 };
  const stubborn = () => new Promise<never>(() => undefined);
  const SCRIPTS = {
    prepare_query: { rewrite: stubborn },
    agent_decide: { decide: stubborn },
    tools: {},
    finalize: { answer: stubborn },
  };

  it.each(['prepare_query', 'agent_decide', 'tools', 'finalize'] as const)(
    'ends a turn whose %s ignores every signal',
    async (node) => {
      const script = { ...healthy, ...SCRIPTS[node] };
      const chat = createScriptedChatModel(
        Object.fromEntries(Object.entries(script).map(([purpose, reply]) => [purpose, [reply]])),
        { repeat: ['rewrite', 'decide', 'answer'] },
      );
      const tools = (all: readonly Tool[]) =>
        node === 'tools' ? all.map((tool) => ({ ...tool, run: stubborn })) : all;
      const settings = { requestTimeoutMs: DEADLINES_MS[node], finalizeReserveMs: 300 };

      const answer = await bench.asker({ chat, tools, settings })(tenant.member, QUESTION);

      expect(answer.timings.totalMs).toBeLessThan(DEADLINES_MS[node] + 1_000);
      expect(['partial', 'degraded']).toContain(answer.status);
      expect(answer.degraded.map((entry) => entry.node)).toContain(node);
    },
  );
});
