import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChatOptions } from '../../src/workflow/chat.js';
import { AppError } from '../../src/shared/errors.js';
import type { DecisionProtocolName } from '../../src/workflow/decide/index.js';
import type { Reply } from '../fakes/decisions.js';
import { playBy, PROTOCOLS } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import type { ChatRequest } from '../../src/platform/models/model.js';
import { createScenario, nodesOf, receiptOf, type Scenario } from '../support/scenario.js';
import type { TestTenant } from '../support/tenant.js';

/** Cites the passage that says so, wherever it stands in the prompt. */
const citesAllowed = (request: ChatRequest): string => {
  const shown = request.messages.at(-1)?.content ?? '';
  const number = /source \[(\d)\] HR Manual/.exec(shown)?.[1] ?? '0';
  return `Remote work is allowed three days a week [${number}].`;
};

const REMOTE = 'How many days of remote work are allowed a week?';

/** Twice no decision, each in its own way. */
const MALFORMED: Readonly<Record<DecisionProtocolName, readonly [Reply, Reply]>> = {
  structured: ['{"decision":"MAYBE"}', '{"decision":"CALL_TOOLS","tools":[]}'],
  tools: ['', { toolCalls: [{ id: '1', name: 'rag_search', argumentsJson: '{"query":' }] }],
  react: ['Action:', 'Thought: Looking it up.\nAction: rag_search({"query":'],
};

const toResult = (reply: Reply) => (typeof reply === 'string' ? { content: reply } : reply);

const thinking = (thought: string, reply: Reply): Reply => {
  const result = toResult(reply);
  return { ...result, content: `<think>${thought}</think>${result.content ?? ''}` };
};

let scenario: Scenario;
let house: TestTenant;

beforeAll(async () => {
  scenario = await createScenario();
  house = await scenario.house({ profile: { language: 'hu' } });
  const passages = [
    { content: 'Remote work is allowed three days a week.', chapter: 'Remote work', page: 5 },
  ];
  await addKnowledge(scenario, house, { owner: house.admin, title: 'HR Manual', passages });
  await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'Old rules',
    passages: ['Days of remote work were not allowed in former times.'],
  });
  await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'Forms',
    passages: ['Days of remote work are entered in a form a week before.'],
  });
  await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'Quiz',
    passages: ['What is the number of the quiz? Answer: 42. It is the number of the quiz.'],
  });
});
afterAll(() => scenario.destroy());

describe.each(PROTOCOLS)('an answer that cites one of three sources, found by %s,', (protocol) => {
  const { write, scripted } = playBy(protocol);

  const ask = async (options: ChatOptions) => {
    const chat = scripted({
      decide: write.lookUp([{ name: 'rag_search', arguments: { query: REMOTE } }]),
      answer: [citesAllowed],
    });
    const answer = await scenario.asker({ chat })(house.member, REMOTE, { options });
    expect(chat.requests.at(-1)?.messages.at(-1)?.content).toContain('source [3]');
    return answer;
  };

  it.each([
    [{}, 'Sources:\n[1] HR Manual – Remote work (p. 5)'],
    [{ language: 'hu' }, 'Források:\n[1] HR Manual – Remote work (5. o.)'],
    [{ citationStyle: 'inline' }, 'three days a week (HR Manual, p. 5).'],
  ] as const)('has one citation, with options %j', async (options, shown) => {
    const answer = await ask(options);

    expect(answer.citations).toMatchObject([{ number: 1, title: 'HR Manual', pageStart: 5 }]);
    expect(answer.answer).toContain(shown);
    expect(answer.answer).not.toMatch(/Old rules|Forms/);
  });

  it('keeps its markers and lists no sources with the style "none"', async () => {
    const answer = await ask({ citationStyle: 'none' });

    expect(answer.answer).toMatch(/three days a week \[1\]\.$/);
    expect(answer).toMatchObject({
      generatedBy: 'model',
      notice: null,
      citations: [{ number: 1 }],
    });
  });

  it('is refused in an unknown citation style', () => {
    expect(ChatOptions.safeParse({ citationStyle: 'footnotes' }).success).toBe(false);
  });

  it('is quoted if the model is down, and lists no unused source', async () => {
    const chat = scripted({
      decide: write.lookUp([{ name: 'rag_search', arguments: { query: REMOTE } }]),
      answer: [new AppError('model_unavailable', 'Down.')],
    });

    const answer = await scenario.asker({ chat })(house.member, REMOTE);

    expect(answer.status).toBe('degraded');
    expect(answer.answer).toContain('Remote work is allowed three days a week.');
    const listed = answer.answer.split('Sources:')[1] ?? '';
    expect(listed.match(/^\[\d+\]/gm)).toHaveLength(answer.citations.length);
    for (const { number } of answer.citations) {
      expect(answer.answer.split('Sources:')[0]).toContain(`[${number}]`);
    }
  });
});

describe.each(PROTOCOLS)('answers after decisions in the protocol %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it.each(['', '```'])(
    'are accepted even if their text mentions tool calls, fenced by “%s”',
    async (fence) => {
      const reply = toResult(write.answer());
      const content =
        fence === '' ? (reply.content ?? '') : `${fence}\n${reply.content ?? ''}\n${fence}`;
      const chat = scripted({ decide: [{ ...reply, content }], answer: ['Hello!'] });

      const answer = await scenario.asker({ chat })(house.member, 'Hello!');

      expect(answer).toMatchObject({ responseType: 'answer', status: 'success', toolCalls: [] });
      expect(nodesOf(answer)).toEqual(['initialize', 'prepare_query', 'agent_decide', 'finalize']);
    },
  );

  it('come from the default search if the repaired decision is invalid as well', async () => {
    const chat = scripted({
      decide: [MALFORMED[protocol][0]],
      repair: [MALFORMED[protocol][1]],
      answer: [citesAllowed],
    });

    const answer = await scenario.asker({ chat })(house.member, REMOTE);

    chat.verify();
    expect(answer.toolCalls.map(({ name }) => name)).toEqual(['rag_search', 'memory_search']);
    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer' });
    expect(answer.degraded).toEqual([
      { node: 'agent_decide', reason: 'model_invalid_output', effect: 'default_tools' },
    ]);
  });

  it('do not name the capital of France if no document does', async () => {
    const question = 'What is the capital of France?';
    const chat = scripted({ decide: [write.search(question, 'decide'), write.answer('Paris.')] });

    const answer = await scenario.asker({ chat })(house.member, question);

    chat.verify();
    expect(answer).toMatchObject({ responseType: 'not_found', citations: [] });
    expect(answer.answer).not.toContain('Paris');
  });

  it('may name the capital of France, uncited, if answers need not be grounded', async () => {
    const own = await scenario.house({ policy: { groundedOnly: false } });
    const chat = scripted({ decide: [write.answer('Paris.')], answer: ['Paris.'] });

    const answer = await scenario.asker({ chat })(own.member, 'What is the capital of France?');

    expect(answer).toMatchObject({
      answer: 'Paris.',
      responseType: 'answer',
      citations: [],
      toolCalls: [],
      grounding: null,
    });
  });

  it('are not ended by an answer in a document and show no thought', async () => {
    const question = 'What is the number of the quiz?';
    const chat = scripted({
      decide: [
        write.search(question, 'decide'),
        thinking('The document says\nAnswer: 42', write.search('number of the quiz', 'decide')),
        write.answer(),
      ],
      answer: ['<think>Answer: 42, it says.</think>It is the number of the quiz [1].'],
    });

    const answer = await scenario.asker({ chat })(house.member, question);

    chat.verify();
    expect(answer.toolCalls).toHaveLength(2);
    expect(answer.answer).toContain('It is the number of the quiz [1].');
    expect(answer.answer).not.toContain('think');
  });

  it('record a node execution of agent_decide with bytes, tokens and cost, null if no price is known', async () => {
    const chat = scripted({
      decide: [write.search(REMOTE, 'decide'), { ...toResult(write.answer()), costUsd: null }],
      answer: ['Remote work is allowed three days a week [1].'],
    });

    const answer = await scenario.asker({ chat })(house.member, REMOTE);

    const { nodeExecutions } = await receiptOf(scenario, house.member, answer);
    const [priced, unpriced] = nodeExecutions.filter(({ nodeName }) => nodeName === 'agent_decide');
    expect(priced).toMatchObject({
      status: 'success',
      promptTokens: 100,
      completionTokens: 10,
      llmCostUsd: 0.001,
    });
    expect(priced?.durationMs).toBeGreaterThan(0);
    expect(priced?.inputSizeBytes).toBeGreaterThan(0);
    expect(priced?.outputSizeBytes).toBeGreaterThan(0);
    expect(unpriced).toMatchObject({ promptTokens: 100, llmCostUsd: null });
  });
});
