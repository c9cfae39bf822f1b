import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { MessageId, newId } from '../../src/shared/ids.js';
import type { WorkflowSettings } from '../../src/workflow/node.js';
import type { Tool } from '../../src/tools/tool.js';
import { createScriptedChatModel, decide, hangs } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';
import { WORKFLOW } from '../support/workflow-settings.js';
import type { NodeName } from '../../src/shared/execution.js';

const QUESTION = 'How long is annual leave?';

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

/** Limits of one node cut to fifty milliseconds. */
const quick = (node: NodeName): Pick<WorkflowSettings, 'nodeTimeoutMs'> => ({
  nodeTimeoutMs: { ...WORKFLOW.nodeTimeoutMs, [node]: 50 },
});

const replaceTool =
  (name: string, run: Tool['run']) =>
  (tools: readonly Tool[]): readonly Tool[] =>
    tools.map((tool) => (tool.name === name ? { ...tool, run } : tool));

const untilAborted: Tool['run'] = (_input, { signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
  });

const nodeOf = (
  answer: { timings: { nodes: { node: string; status: string }[] } },
  name: NodeName,
) => answer.timings.nodes.find(({ node }) => node === name);

describe('a failure in the node initialize', () => {
  it('ends the turn with storage_unavailable when the database throws', async () => {
    const database = {
      ...bench.test.database,
      withScope: () => Promise.reject(new AppError('storage_unavailable', 'Down.')),
    };

    const turn = bench.asker({ database })(tenant.member, QUESTION);

    await expect(turn).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('ends the turn with storage_unavailable when the database takes too long', async () => {
    const database = {
      ...bench.test.database,
      withScope: () => new Promise<never>(() => undefined),
    };

    const turn = bench.asker({ database, settings: quick('initialize') })(tenant.member, QUESTION);

    await expect(turn).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('ends the turn with storage_unavailable when the assistant cannot be read in time', async () => {
    const database = {
      ...bench.test.database,
      withScope: () => new Promise<never>(() => undefined),
    };
    const ask = bench.asker({ database, settings: quick('initialize') });

    const turn = ask(tenant.member, QUESTION, { choosesAssistant: true });

    await expect(turn).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('answers not found for a session of another user', async () => {
    const own = await bench.asker()(tenant.admin, 'Hello!');

    const turn = bench.asker()(tenant.member, QUESTION, { sessionId: own.sessionId });

    await expect(turn).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a failure in the node prepare_query', () => {
  const keywords = 'annual leave days';

  it.each([
    {
      what: 'throws',
      reply: new AppError('model_unavailable', 'Down.'),
      seen: { status: 'error', reason: 'model_unavailable' },
    },
    { what: 'hangs', reply: hangs, seen: { status: 'timeout', reason: 'timeout' } },
    {
      what: 'writes nonsense',
      reply: 'no JSON',
      seen: { status: 'error', reason: 'model_invalid_output' },
    },
  ])('leaves the original question in use when the model $what', async ({ reply, seen }) => {
    const chat = createScriptedChatModel({
      rewrite: [reply],
      decide: [decide.search(keywords)],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat, settings: quick('prepare_query') })(
      tenant.member,
      keywords,
    );

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer' });
    expect(answer.degraded).toEqual([
      { node: 'prepare_query', reason: seen.reason, effect: 'continue_original' },
    ]);
    expect(nodeOf(answer, 'prepare_query')?.status).toBe(seen.status);
  });
});

describe('a failure in the node agent_decide', () => {
  it.each([
    {
      what: 'is down',
      first: [new AppError('model_unavailable', 'Down.')],
      repair: [],
      reason: 'model_unavailable',
    },
    { what: 'hangs', first: [hangs], repair: [], reason: 'timeout' },
    {
      what: 'writes an invalid decision twice',
      first: ['MAYBE'],
      repair: ['{"decision":"CALL_TOOLS","tools":[]}'],
      reason: 'model_invalid_output',
    },
  ])('leads to the default search when the model $what', async ({ first, repair, reason }) => {
    const chat = createScriptedChatModel({
      decide: first,
      repair,
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat, settings: quick('agent_decide') })(
      tenant.member,
      QUESTION,
    );

    chat.verify();
    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer' });
    expect(answer.toolCalls.map(({ name }) => name)).toEqual(['rag_search', 'memory_search']);
    expect(answer.degraded).toEqual([{ node: 'agent_decide', reason, effect: 'default_tools' }]);
  });

  it('is repaired if the second decision is valid', async () => {
    const chat = createScriptedChatModel({
      decide: ['Let me CALL_TOOLS.'],
      repair: [decide.search(QUESTION)],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat })(tenant.member, QUESTION);

    chat.verify();
    expect(answer).toMatchObject({ status: 'success', degraded: [] });
  });
});

describe('the node tools', () => {
  it('keeps what the other tools found if one tool hangs', async () => {
    const chat = createScriptedChatModel({
      decide: [
        decide.call([
          { name: 'memory_search', arguments: { query: QUESTION } },
          { name: 'rag_search', arguments: { query: QUESTION } },
        ]),
      ],
      answer: ['Annual leave is 25 days [1].'],
    });
    const settings = { nodeTimeoutMs: { ...WORKFLOW.nodeTimeoutMs, tools: 1_000 } };
    const tools = replaceTool('memory_search', untilAborted);

    const answer = await bench.asker({ chat, tools, settings })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer' });
    expect(answer.toolCalls.map(({ name, ok }) => [name, ok])).toEqual([
      ['memory_search', false],
      ['rag_search', true],
    ]);
    expect(answer.degraded).toMatchObject([{ node: 'tools', reason: 'tool_timeout' }]);
  });

  it("tells the model a code and a fixed sentence, never a tool's error message", async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION), decide.answer()],
    });
    const tools = replaceTool('rag_search', () =>
      Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:6333 key=s3cret')),
    );

    const answer = await bench.asker({ chat, tools })(tenant.member, QUESTION);

    const told = JSON.stringify(chat.requests);
    expect(told).toContain('tool_failed');
    expect(told).not.toContain('10.0.0.7');
    expect(answer).toMatchObject({ status: 'degraded', responseType: 'unavailable' });
    expect(answer.answer).toContain('unavailable');
  });

  it('ends the turn if a tool reports a missing permission', async () => {
    const tools = replaceTool('rag_search', () =>
      Promise.reject(new AppError('forbidden', 'No right.')),
    );

    const turn = bench.asker({ tools })(tenant.member, QUESTION);

    await expect(turn).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([1, 2])(
    'starts no further call after a missing permission, %d at a time',
    async (width) => {
      const begun: string[] = [];
      let endOthers: () => void = () => undefined;
      const othersEnd = new Promise<void>((resolve) => {
        endOthers = resolve;
      });
      const tools = (given: readonly Tool[]): readonly Tool[] =>
        given.map((tool) => ({
          ...tool,
          run: async () => {
            begun.push(tool.name);
            if (tool.name === 'rag_search') throw new AppError('forbidden', 'No right.');
            await othersEnd;
            return { summary: 'ended', evidence: [], candidates: [], degraded: [] };
          },
        }));
      const chat = createScriptedChatModel({
        decide: [
          decide.call([
            { name: 'rag_search', arguments: { query: QUESTION } },
            { name: 'memory_search', arguments: { query: QUESTION } },
            { name: 'create_memory', arguments: { messageId: newId(MessageId), quote: QUESTION } },
          ]),
        ],
      });
      const settings = { toolConcurrency: width };

      const turn = bench.asker({ chat, tools, settings })(tenant.member, QUESTION);

      await expect(turn).rejects.toMatchObject({ code: 'forbidden' });
      endOthers();
      await nextTurn();
      expect(begun).toEqual(['rag_search', 'memory_search'].slice(0, width));
    },
  );
});

describe('a failure in the node finalize', () => {
  it.each([
    ['is down', new AppError('model_unavailable', 'Down.'), 'model_unavailable'],
    ['hangs', hangs, 'timeout'],
    ['writes only a thought', '<think>25 days?</think>', 'model_invalid_output'],
  ])('leads to quoted sources when the model %s', async (_, reply, reason) => {
    const chat = createScriptedChatModel({ decide: [decide.search(QUESTION)], answer: [reply] });
    const settings = { nodeTimeoutMs: { ...WORKFLOW.nodeTimeoutMs, finalize: 2_100 } };

    const answer = await bench.asker({ chat, settings })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer' });
    expect(answer.answer).toContain('Annual leave is 25 days.');
    expect(answer.degraded).toEqual([{ node: 'finalize', reason, effect: 'basic_response' }]);
    expect(answer.citations).toHaveLength(1);
  });
});

describe('another model that answers instead', () => {
  it('is reported once for each node that it answered in', async () => {
    const chat = createScriptedChatModel({
      decide: [{ content: decide.search('annual leave'), switched: true }],
      answer: [{ content: 'Annual leave is 25 days [1].', switched: true }],
    });

    const answer = await bench.asker({ chat })(tenant.member, QUESTION);

    expect(answer.degraded.filter(({ reason }) => reason === 'backend_switched')).toEqual([
      { node: 'agent_decide', reason: 'backend_switched', effect: 'answered by another model' },
      { node: 'finalize', reason: 'backend_switched', effect: 'answered by another model' },
    ]);
    expect(nodeOf(answer, 'agent_decide')?.status).toBe('degraded');
  });
});
