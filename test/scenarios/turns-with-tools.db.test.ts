import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { Tool } from '../../src/tools/tool.js';
import {
  createScriptedChatModel,
  decide,
  decideBy,
  playBy,
  PROTOCOLS,
} from '../fakes/scripted-chat-model.js';
import type { Overrides } from '../support/workbench.js';
import {
  createMeeting,
  createScenario,
  nodesOf,
  receiptOf,
  type Scenario,
} from '../support/scenario.js';
import { openServices, type Services } from '../support/services.js';
import { webSearch, withStandIns } from '../support/stand-in-tools.js';

const OUTSIDE = { tools: { weather: true, fx_rates: true, web_search: true } };
const IN_BUDAPEST = { name: 'weather', arguments: { city: 'Budapest' } };
const IN_FORINTS = { name: 'fx_rates', arguments: { base: 'EUR', target: 'HUF', amount: 500 } };

/** The decision to answer, as the structured protocol writes it. */
const ANSWER = { decision: 'ANSWER', tools: [], then: null, question: null, confidence: 1 };

let scenario: Scenario;
let services: Services;

beforeAll(async () => {
  [scenario, services] = await Promise.all([createScenario(), openServices()]);
});
afterAll(async () => {
  await scenario.destroy();
  await services.close();
});

/** The tools, where those of these names begin when all of them have been called. */
const allAtOnce = (...names: readonly string[]) => {
  const allUnderWay = createMeeting(names.length);
  return (tools: readonly Tool[]): readonly Tool[] =>
    tools.map((tool) =>
      names.includes(tool.name)
        ? {
            ...tool,
            run: async (...call) => {
              await allUnderWay();
              return tool.run(...call);
            },
          }
        : tool,
    );
};

const asker = (overrides: Overrides) =>
  scenario.asker({ toolSettings: services.toolSettings, ...overrides });

describe.each(PROTOCOLS)('turns with tools, decided by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('call one tool per round for two things and answer both in the language of the question', async () => {
    const { member } = await scenario.house({ policy: OUTSIDE, profile: { language: 'hu' } });
    const chat = scripted({
      decide: [
        write.call([IN_BUDAPEST], 'decide'),
        write.call([IN_FORINTS], 'decide'),
        write.answer(),
      ],
      answer: ['It is 15 °C in Budapest [1]. 500 EUR are 197,750 HUF, at a rate of 395.5 [5].'],
    });

    const answer = await asker({ chat })(
      member,
      'What’s the weather in Budapest, and how much is 500 EUR in HUF?',
    );

    chat.verify();
    expect(nodesOf(answer)).toEqual([
      'initialize',
      'prepare_query',
      'agent_decide',
      'tools',
      'agent_decide',
      'tools',
      'agent_decide',
      'finalize',
    ]);
    const { execution, nodeExecutions } = await receiptOf(scenario, member, answer);
    expect(execution).toMatchObject({
      iterationCount: 2,
      workflowPath: ['iteration_1_tools', 'iteration_2_tools', 'direct_answer'],
    });
    expect(nodeExecutions.map(({ nodeName }) => nodeName)).toEqual(nodesOf(answer));
    expect(nodeExecutions.every(({ status }) => status === 'success')).toBe(true);
    const ends = nodeExecutions.map(
      ({ startedAt, durationMs }) => startedAt.getTime() + durationMs,
    );
    const starts = nodeExecutions.map(({ startedAt }) => startedAt.getTime());
    // Timestamps are whole milliseconds.
    expect(starts.slice(1).every((start, at) => start + 2 >= (ends[at] ?? 0))).toBe(true);
    expect(answer).toMatchObject({ status: 'success', responseType: 'answer', language: 'en' });
    expect(answer.answer).toMatch(/15 °C.*197,750 HUF.*395\.5/);
    expect(answer.citations.map(({ verification }) => verification)).not.toContain('unsupported');
  });

  it('call both tools at once and keep the order of the calls', async () => {
    const { member } = await scenario.house({ policy: OUTSIDE, profile: { language: 'hu' } });
    const chat = scripted({
      decide: [write.call([IN_FORINTS, IN_BUDAPEST], 'decide'), write.answer()],
      answer: ['500 EUR 197 750 HUF [1]. Budapesten 15 °C van [2].'],
    });

    const answer = await asker({ chat, tools: allAtOnce('weather', 'fx_rates') })(
      member,
      'Milyen idő van most Budapesten, és mennyi 500 euró forintban?',
    );

    chat.verify();
    expect(answer).toMatchObject({ status: 'success', language: 'hu' });
    expect(answer.toolCalls.map(({ name }) => name)).toEqual(['fx_rates', 'weather']);
    expect(nodesOf(answer)).toHaveLength(6);
  });

  it('explain the limitation of a tool instead of calling it in vain', async () => {
    const { member } = await scenario.house({ policy: OUTSIDE });
    const limit = 'The weather tool knows nothing of yesterday.';
    const reply = protocol === 'structured' ? { ...ANSWER, reasoning: limit } : null;
    const chat = scripted({ decide: [reply ? JSON.stringify(reply) : write.answer(limit)] });

    const answer = await asker({ chat })(member, 'What was the weather in Budapest yesterday?');

    expect(answer).toMatchObject({
      responseType: 'answer',
      toolCalls: [],
      citations: [],
      grounding: null,
    });
    expect(answer.answer).toContain('It has no history, nothing further ahead than 2 days');
  });

  it('reuse the earlier result if only the order of the argument keys differs', async () => {
    const { member } = await scenario.house({ policy: OUTSIDE });
    const before = services.rates.asked.length;
    const again = { name: 'fx_rates', arguments: { amount: 500, target: 'HUF', base: 'EUR' } };
    const chat = scripted({
      decide: [write.call([IN_FORINTS], 'decide'), write.call([again], 'decide'), write.answer()],
      answer: ['The rate of EUR/HUF is 395.5 [1].'],
    });

    const answer = await asker({ chat })(member, 'How much is 500 EUR in HUF?');

    expect(services.rates.asked.slice(before)).toMatchObject([
      { query: { base: 'EUR', symbols: 'HUF' } },
    ]);
    expect(answer.toolCalls.map(({ ok, cached }) => [ok, cached])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(answer).toMatchObject({ status: 'success' });
  });

  it('calculate with a tool', async () => {
    const { member } = await scenario.house();
    const chat = scripted({
      decide: [
        write.call([{ name: 'math_calc', arguments: { expression: '15 * 8' } }], 'decide'),
        write.answer(),
      ],
      answer: ['15 * 8 = 120 [1].'],
    });

    const answer = await asker({ chat })(member, 'What is 15 * 8?');

    expect(answer).toMatchObject({ status: 'success', responseType: 'answer' });
    expect(answer.answer).toContain('120 [1].');
  });

  it('use two of three web searches if one fails, in the order of the calls', async () => {
    const { member } = await scenario.house({ policy: OUTSIDE });
    const allUnderWay = createMeeting(3);
    const tools = withStandIns(
      webSearch(async (query) => {
        await allUnderWay();
        if (query === 'third') throw new AppError('tool_failed', 'The search engine failed.');
        return `The ${query} result is about ferries that cross the lake in winter.`;
      }),
    );
    const search = (query: string) => ({ name: 'web_search', arguments: { query } });
    const chat = scripted({
      decide: [
        write.call([search('third'), search('first'), search('second')], 'decide'),
        write.answer(),
      ],
      answer: [
        'The first result is about ferries that cross the lake in winter [1]. The second one is about ferries that cross the lake in winter [2].',
      ],
    });

    const answer = await scenario.asker({ chat, tools })(member, 'What do people say of ferries?');

    expect(answer.toolCalls.map(({ arguments: { query }, ok }) => [query, ok])).toEqual([
      ['third', false],
      ['first', true],
      ['second', true],
    ]);
    expect(JSON.stringify(chat.requests[1])).toContain('The search engine failed.');
    expect(answer.citations).toHaveLength(2);
    expect(answer.status).toBe('degraded');
    expect(answer.degraded).toEqual([
      { node: 'tools', reason: 'tool_failed', effect: 'no result of web_search' },
    ]);
  });
});

describe('a turn decided by react', () => {
  it('maps the one positional argument of a call with nested parentheses', async () => {
    const { member } = await scenario.house();
    const chat = createScriptedChatModel(
      {
        decide: [
          'Thought: This is to be computed.\nAction: math_calc("sqrt(144) + 5")',
          decideBy.react.answer(),
        ],
        answer: ['sqrt(144) + 5 = 17 [1].'],
      },
      { protocol: 'react' },
    );

    const answer = await asker({ chat })(member, 'What is the square root of 144 plus 5?');

    expect(answer.toolCalls).toMatchObject([
      { name: 'math_calc', arguments: { expression: 'sqrt(144) + 5' }, ok: true },
    ]);
    expect(answer.answer).toContain('17 [1].');
  });
});

describe('a turn decided by structured', () => {
  it('goes straight to the answer if the model asked for that and a result came back', async () => {
    const { member } = await scenario.house({ policy: OUTSIDE });
    const chat = createScriptedChatModel({
      decide: [decide.call([IN_BUDAPEST, IN_FORINTS], 'answer')],
      answer: ['Budapesten 15 °C van [1]. 500 EUR 197,750 HUF [5].'],
    });

    const answer = await asker({ chat })(
      member,
      'Milyen idő van most Budapesten, és mennyi 500 euró forintban?',
    );

    chat.verify();
    expect(nodesOf(answer)).toEqual([
      'initialize',
      'prepare_query',
      'agent_decide',
      'tools',
      'finalize',
    ]);
  });
});
