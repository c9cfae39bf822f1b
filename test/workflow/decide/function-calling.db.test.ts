import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatMessage } from '../../../src/platform/models/model.js';
import { decideBy, toToolCall } from '../../fakes/decisions.js';
import { createScriptedChatModel } from '../../fakes/scripted-chat-model.js';
import { addKnowledge } from '../../support/knowledge.js';
import type { TestTenant } from '../../support/tenant.js';
import { createWorkbench, type Workbench } from '../../support/workbench.js';

const QUESTION = 'How long is annual leave?';
const SEARCH = { name: 'rag_search', arguments: { query: QUESTION } };
const NOTHING = { name: 'rag_search', arguments: { query: 'zeppelin unicorn' } };

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: ['Annual leave is 25 days.'],
  });
});

afterAll(() => bench.destroy());

const textOf = (messages: readonly ChatMessage[] = []): string =>
  messages.map(({ content }) => content).join('\n');

describe('function calling', () => {
  const play = (script: Parameters<typeof createScriptedChatModel>[0]) =>
    createScriptedChatModel(script, { protocol: 'tools' });

  it('replays earlier rounds as calls, each id with exactly one tool message', async () => {
    const sameIds = [SEARCH, NOTHING, SEARCH].map((call) =>
      toToolCall(call.name, call.arguments, 'same'),
    );
    const chat = play({
      decide: [
        { toolCalls: sameIds },
        { toolCalls: [toToolCall('teleport', {}, '')] },
        decideBy.tools.answer(),
      ],
      answer: ['Annual leave is 25 days [1].'],
    });

    await bench.asker({ chat })(tenant.member, QUESTION);

    const messages = chat.requests[2]?.messages ?? [];
    const asked = messages.flatMap((message) =>
      message.role === 'assistant' ? [(message.toolCalls ?? []).map(({ id }) => id)] : [],
    );
    const answered = messages.flatMap((message) =>
      message.role === 'tool' ? [message.toolCallId] : [],
    );
    expect(asked).toEqual([['call_1_1', 'call_1_2', 'call_1_3'], ['call_2_1']]);
    expect(answered).toEqual(['call_1_1', 'call_1_2', 'call_1_3', 'call_2_1']);
    expect(messages.map(({ role }) => role).join(' ')).toBe(
      'system user assistant tool tool tool assistant tool',
    );
  });

  it('replays a call to an unknown tool under a name that every endpoint accepts', async () => {
    const chat = play({
      decide: [
        { toolCalls: [toToolCall('functions.rag search', {}), toToolCall('x'.repeat(100), {})] },
        decideBy.tools.answer(),
      ],
      answer: [],
    });

    const { toolCalls } = await bench.asker({ chat })(tenant.member, QUESTION);

    const told = (chat.requests[1]?.messages ?? []).flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ name }) => name) : [],
    );
    expect(told).toEqual(['functions_rag_search', 'x'.repeat(64)]);
    expect(toolCalls.slice(0, 2).map(({ ok }) => ok)).toEqual([false, false]);
  });

  it('passes results on as data that only its nonce can close', async () => {
    const chat = play({
      decide: decideBy.tools.lookUp([SEARCH]),
      answer: ['Annual leave is 25 days [1].'],
    });

    await bench.asker({ chat })(tenant.member, QUESTION);

    const result = chat.requests[1]?.messages.at(-1);
    expect(result).toMatchObject({ role: 'tool', toolCallId: 'call_1_1' });
    expect(result?.content).toMatch(/^<<data ([0-9a-f-]{36}) .+25 days.+<<end \1>>$/s);
  });

  it('names the tools in their definitions and does not repeat them in the prompt', async () => {
    const chat = play({ decide: [decideBy.tools.ask('Which?')] });

    await bench.asker({ chat })(tenant.member, QUESTION);

    expect(chat.requests[0]?.tools?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['rag_search', 'memory_search', 'ask_clarification']),
    );
    expect(textOf(chat.requests[0]?.messages)).not.toContain('rag_search');
  });
});

describe('calls in lines of text', () => {
  it('are computed: math_calc("sqrt(144) + 5") is 17', async () => {
    const chat = createScriptedChatModel(
      {
        decide: [
          'Thought: I compute.\nAction: math_calc("sqrt(144) + 5")',
          'Thought: Done.\nAnswer: 17',
        ],
        answer: ['It is 17 [1].'],
      },
      { protocol: 'react' },
    );

    const answer = await bench.asker({ chat })(
      tenant.member,
      'What is the square root of 144 plus 5?',
    );

    expect(answer.toolCalls).toMatchObject([
      { name: 'math_calc', arguments: { expression: 'sqrt(144) + 5' }, ok: true },
    ]);
    expect(answer.answer).toMatch(/^It is 17 \[1\]/);
  });
});
