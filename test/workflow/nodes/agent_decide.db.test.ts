import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TenantPolicy } from '../../../src/tenancy/schema.js';
import type { Tool } from '../../../src/tools/tool.js';
import { createScriptedChatModel, decide } from '../../fakes/scripted-chat-model.js';
import { addKnowledge } from '../../support/knowledge.js';
import type { TestTenant } from '../../support/tenant.js';
import { createWorkbench, type Workbench } from '../../support/workbench.js';

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

const setPolicy = (own: TestTenant, policy: Partial<TenantPolicy>) =>
  bench.test.database.withScope(own.system, (tx) =>
    tx.settings.update({ policy: TenantPolicy.parse(policy) }),
  );

/** Searches for something new each time, so that no call is a repeat. */
const searchesForEver = () => {
  let round = 0;
  return createScriptedChatModel(
    { decide: [() => decide.search(`unicorn number ${(round += 1)}`, 'decide')] },
    { repeat: ['decide'] },
  );
};

const counting = () => {
  const calls: unknown[] = [];
  const tools = (all: readonly Tool[]): readonly Tool[] =>
    all.map((tool) => ({
      ...tool,
      run: (input, context) => {
        calls.push(input);
        return tool.run(input, context);
      },
    }));
  return { calls, tools };
};

describe('the runs of a round of tool calls', () => {
  it('carry the number of the decision that they belong to', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION, 'decide'), decide.answer()],
      answer: ['Annual leave is 25 days [1].'],
    });

    const { timings } = await bench.asker({ chat })(tenant.member, QUESTION);

    expect(timings.nodes.map(({ node, iteration }) => [node, iteration])).toEqual([
      ['initialize', 0],
      ['prepare_query', 0],
      ['agent_decide', 1],
      ['tools', 1],
      ['agent_decide', 2],
      ['finalize', 1],
    ]);
  });
});

describe('a model that always calls tools', () => {
  it.each([1, 3, 20])('gets exactly %i rounds and then a partial answer', async (limit) => {
    const chat = searchesForEver();
    const user = await tenant.addUser();
    await bench.test.database.withScope(tenant.system, (tx) =>
      tx.users.update(user.userId, { language: 'hu' }),
    );

    const answer = await bench.asker({ chat, settings: { maxAgentIterations: limit } })(
      user,
      'Hány nap szabadság jár évente a dolgozóknak?',
    );

    expect(answer).toMatchObject({ status: 'partial', stopReason: 'max_iterations' });
    expect(answer.toolCalls).toHaveLength(limit);
    expect(answer.language).toBe('hu');
    expect(answer.answer).toMatch(/^Elértem a lépések felső határát/);
  });

  it("gets as many rounds as its tenant's policy allows", async () => {
    const own = await bench.test.tenant();
    await setPolicy(own, { maxAgentIterations: 2 });

    const answer = await bench.asker({ chat: searchesForEver() })(own.member, QUESTION);

    expect(answer.toolCalls).toHaveLength(2);
  });

  it('ends at the limit even if every tool throws', async () => {
    const chat = searchesForEver();
    const tools = (all: readonly Tool[]): readonly Tool[] =>
      all.map((tool) => ({ ...tool, run: () => Promise.reject(new Error('broken')) }));

    const answer = await bench.asker({ chat, tools })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'partial', stopReason: 'max_iterations' });
    expect(answer.degraded).toHaveLength(5);
    expect(answer.toolCalls.every(({ ok }) => !ok)).toBe(true);
  });
});

describe('a tool call that was made before', () => {
  it('is not run again, whatever the order of its argument keys', async () => {
    const { calls, tools } = counting();
    const chat = createScriptedChatModel({
      decide: [
        decide.call([{ name: 'rag_search', arguments: { query: 'unicorns', topK: 3 } }], 'decide'),
        decide.call([{ name: 'rag_search', arguments: { topK: 3, query: 'unicorns' } }], 'decide'),
        decide.answer(),
      ],
    });

    const answer = await bench.asker({ chat, tools })(tenant.member, QUESTION);

    expect(calls).toHaveLength(1);
    expect(answer.toolCalls.map(({ cached }) => cached)).toEqual([false, true]);
    expect(answer.toolCalls.map(({ id }) => id)).toEqual(['call_1_1', 'call_2_1']);
  });

  it('runs once for all its repetitions in one round', async () => {
    const { calls, tools } = counting();
    const call = { name: 'rag_search', arguments: { query: QUESTION } };
    const chat = createScriptedChatModel({
      decide: [decide.call([call, call, call])],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat, tools })(tenant.member, QUESTION);

    expect(calls).toHaveLength(1);
    expect(answer.toolCalls.map(({ cached }) => cached)).toEqual([false, true, true]);
  });

  it('runs once more after a temporary failure, but not a third time', async () => {
    let runs = 0;
    const tools = (all: readonly Tool[]): readonly Tool[] =>
      all.map((tool) => ({
        ...tool,
        run: () => {
          runs += 1;
          return Promise.reject(new Error('broken'));
        },
      }));
    const chat = createScriptedChatModel(
      { decide: [decide.search(QUESTION, 'decide')] },
      { repeat: ['decide'] },
    );

    await bench.asker({ chat, tools })(tenant.member, QUESTION);

    expect(runs).toBe(2);
  });
});

describe('the tool calls of one round', () => {
  it('run in parallel and keep their order', async () => {
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const tools = (all: readonly Tool[]): readonly Tool[] =>
      all.map((tool) => ({
        ...tool,
        run: async (input, context) => {
          running += 1;
          most = Math.max(most, running);
          if (running === 2) release.forEach((open) => open());
          else await new Promise<void>((open) => release.push(open));
          running -= 1;
          return tool.run(input, context);
        },
      }));
    const chat = createScriptedChatModel({
      decide: [
        decide.call([
          { name: 'rag_search', arguments: { query: QUESTION } },
          { name: 'memory_search', arguments: { query: QUESTION } },
        ]),
      ],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await bench.asker({ chat, tools })(tenant.member, QUESTION);

    expect(most).toBe(2);
    expect(answer.toolCalls.map(({ name }) => name)).toEqual(['rag_search', 'memory_search']);
  });
});

describe("the tenant's policy", () => {
  it('hides a disabled tool from the model and prevents calls to it', async () => {
    const own = await bench.test.tenant();
    await setPolicy(own, { tools: { memory_search: false } });
    const chat = createScriptedChatModel({
      decide: [
        decide.call([{ name: 'memory_search', arguments: { query: 'me' } }], 'decide'),
        decide.answer(),
      ],
    });

    const answer = await bench.asker({ chat })(own.member, QUESTION);

    expect(chat.requests[0]?.messages[0]?.content).not.toContain('memory_search');
    expect(chat.requests[1]?.messages.at(-1)?.content).toContain('unknown_tool');
    expect(answer.toolCalls[0]).toMatchObject({ name: 'memory_search', ok: false });
  });

  it('allows answers from general knowledge, uncited, if answers need not be grounded', async () => {
    const own = await bench.test.tenant();
    await setPolicy(own, { groundedOnly: false });
    const chat = createScriptedChatModel({ decide: [decide.answer()], answer: ['Paris.'] });

    const answer = await bench.asker({ chat })(own.member, 'What is the capital of France?');

    expect(answer).toMatchObject({
      answer: 'Paris.',
      responseType: 'answer',
      citations: [],
      toolCalls: [],
      grounding: null,
    });
  });
});
