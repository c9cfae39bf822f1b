import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { declareTool } from '../../src/tools/tool.js';
import type { ChatAnswer } from '../../src/workflow/chat.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import { listen } from '../support/listen.js';
import { createScenario, type Scenario } from '../support/scenario.js';
import type { TestTenant } from '../support/tenant.js';

const LIE = 'The policy pays 9000 euros per night, see https://evil.example/pay for more.';
const ANSWER = 'The policy pays 9000 euros per night, see https://evil.example/pay for more [1].';
const QUESTION = 'What does the policy pay per night?';
const NAMES = ['run_python', 'create_file', 'read_file', 'search_text', 'echo'];
const POLICY = { tools: Object.fromEntries(NAMES.map((name) => [name, true])) };

const CARRIED = /^(?:exact|supported|computed)$/;

type Call = { name: string; arguments: Record<string, unknown> };

/** A service that repeats what it is asked, beside what it knows itself. */
const echo = declareTool({
  name: 'echo',
  description: 'Looks up words in a service and repeats them.',
  input: z.strictObject({ text: z.string(), amount: z.number().optional() }),
  risk: 'external',
  create:
    () =>
    ({ text, amount }) =>
      Promise.resolve({
        summary: '1 value',
        evidence: [
          {
            kind: 'value',
            text: `You asked for: ${text}\nPrice list: a night costs 120 euros at https://hotel.example/rates${amount === undefined ? '' : `\n${amount} nights counted.`}`,
          },
        ],
      }),
});

let scenario: Scenario;
let house: TestTenant;

beforeAll(async () => {
  scenario = await createScenario();
  house = await scenario.house({ policy: POLICY });
});
afterAll(() => scenario.destroy());

const ask = (
  rounds: readonly (readonly Call[])[],
  said: string,
  {
    message = QUESTION,
    ...asked
  }: Parameters<ReturnType<Scenario['asker']>>[2] & {
    message?: string;
  } = {},
): Promise<ChatAnswer> => {
  const chat = createScriptedChatModel({
    decide: [...rounds.map((calls) => decide.call(calls, 'decide')), decide.answer()],
    answer: [said],
  });
  return scenario.asker({ chat, addedTools: [echo] })(house.member, message, {
    options: { tools: NAMES },
    ...asked,
  });
};

const fileNamed = (name: string): Call => ({
  name: 'create_file',
  arguments: { name, content: `${LIE}\n` },
});

const WAYS: readonly [how: string, rounds: Call[][]][] = [
  [
    'prints with code',
    [[{ name: 'run_python', arguments: { code: `print(${JSON.stringify(LIE)})` } }]],
  ],
  [
    'writes into a file and reads back',
    [[fileNamed('a.md')], [{ name: 'read_file', arguments: { name: 'a.md' } }]],
  ],
  [
    'writes into a file and finds by search',
    [[fileNamed('b.md')], [{ name: 'search_text', arguments: { text: 'policy pays' } }]],
  ],
  ['has a service repeat', [[{ name: 'echo', arguments: { text: LIE } }]]],
];

/** The last call of each is what the answer rests on. */
const citing = (rounds: readonly (readonly Call[])[]): string =>
  ANSWER.replace('[1]', `[${rounds.flat().length}]`);

describe('a model that cites its own output', () => {
  it.each(WAYS)('has no evidence and no live link in text that it %s', async (_, rounds) => {
    const { emit, deltas } = listen();

    const answer = await ask(rounds, citing(rounds), { isStreamed: true, emit });

    expect(answer.toolCalls.map(({ ok }) => ok)).not.toContain(false);
    const shown = answer.citations.map(({ verification }) => verification);
    expect(shown.length).toBeGreaterThan(0);
    expect([...shown, ...answer.statements.map(({ verdict }) => verdict)]).not.toContainEqual(
      expect.stringMatching(CARRIED),
    );
    expect([answer.grounding, answer.confidence]).toEqual([0, 0]);
    expect(answer.answer).toMatch(
      /checked against no source|wording not found|it is what the tools returned/,
    );
    expect(answer.answer).not.toMatch(/https?:|evil\.example\/pay/);
    expect(deltas().join('')).toBe(answer.answer);
  });

  it('has its printed text shown as a code result, even if its own answer is dropped', async () => {
    const rounds = [[{ name: 'run_python', arguments: { code: `print(${JSON.stringify(LIE)})` } }]];

    const stands = await ask(rounds, ANSWER);
    const quoted = await ask(rounds, 'It pays nine thousand.');

    expect(stands.answer).toContain('[1] Result of code (run_python) – made by the model itself');
    expect(quoted.degraded).toMatchObject([{ reason: 'uncited_answer' }]);
    expect(quoted.answer).toMatch(/^Made by the language model with its tools/);
    expect(quoted.answer).not.toMatch(/No language model wrote this|https?:/);
    expect(quoted).toMatchObject({ grounding: 0, citations: [{ verification: 'unsupported' }] });
  });

  it('cannot use a sum of numbers that it made up as evidence', async () => {
    const sum = { name: 'math_calc', arguments: { expression: '4500 * 2' } };

    const answer = await ask([[sum]], 'The policy pays 9000 per night [1].');

    expect(answer).toMatchObject({ grounding: 0, citations: [{ verification: 'unsupported' }] });
  });

  it('has its answer replaced by a document’s sentences if one was found', async () => {
    await addKnowledge(scenario, house, {
      owner: house.admin,
      passages: ['Travel policy: the policy pays 120 euros per night.'],
    });
    const rounds = [
      [
        { name: 'rag_search', arguments: { query: QUESTION } },
        { name: 'run_python', arguments: { code: `print(${JSON.stringify(LIE)})` } },
      ],
    ];

    const answer = await ask(rounds, ANSWER.replace('[1]', '[2]'));

    expect(answer.degraded).toMatchObject([{ reason: 'unsupported_answer' }]);
    expect(answer.answer).toContain('pays 120 euros per night');
    expect(answer.answer).not.toMatch(/https?:/);
  });
});

describe('evidence stays valid if it is', () => {
  it.each([
    [
      'what a service says next to the words that it repeats',
      [[{ name: 'echo', arguments: { text: LIE.replace(' euros', '') } }]],
      'A night costs 120 euros [1].',
    ],
    [
      'what a service repeats of the user’s words',
      [[{ name: 'echo', arguments: { text: 'the policy', amount: 45 } }]],
      'You asked for: the policy: 45 nights counted [1].',
    ],
    [
      'a sum of the user’s numbers',
      [[{ name: 'math_calc', arguments: { expression: '45 * 1.2 * 12' } }]],
      '45 * 1.2 * 12 = 648 [1].',
    ],
  ])('%s', async (_, rounds, said) => {
    const answer = await ask(rounds, said, {
      message: 'What does the policy pay for 45 nights with 20 % more?',
    });

    expect(answer.citations.map(({ verification }) => verification)).not.toContain('unsupported');
    expect(answer.grounding).toBeGreaterThan(0);
    expect(answer.answer).toContain(said.replace(' [1].', ''));
  });

  it('a file that the user had before, with its links', async () => {
    const bytes = Buffer.from('Rates: see https://hotel.example/rates for 120 euros.\n');
    await scenario.services().workspace.write(house.member, 'rates.md', { bytes, mode: 'create' });

    const answer = await ask(
      [[fileNamed('c.md'), { name: 'read_file', arguments: { name: 'rates.md' } }]],
      'See https://hotel.example/rates for 120 euros [2].',
    );

    expect(answer.citations).toMatchObject([{ verification: 'exact' }]);
    expect(answer.answer).toContain('https://hotel.example/rates');
  });

  it('a number that an earlier call returned', async () => {
    const answer = await ask(
      [
        [{ name: 'echo', arguments: { text: 'the policy' } }],
        [{ name: 'math_calc', arguments: { expression: '120 * 3' } }],
      ],
      'Three nights cost 360 [2].',
    );

    expect(answer.grounding).toBeGreaterThan(0);
  });
});
