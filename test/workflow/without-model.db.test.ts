import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  loadReadableCitations,
  toCitationJoin,
} from '../../src/conversations/readable-citations.js';
import type { DocumentWarning } from '../../src/shared/document-warnings.js';
import { countCalls } from '../support/count-calls.js';
import { addKnowledge } from '../support/knowledge.js';
import { listen } from '../support/listen.js';
import { createScenario, nodesOf, receiptOf, type Scenario } from '../support/scenario.js';
import type { TestTenant } from '../support/tenant.js';

let scenario: Scenario;
let house: TestTenant;

beforeAll(async () => {
  scenario = await createScenario();
  house = await scenario.house();
  await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'Contract',
    passages: [
      'The limit in section 12 / 3 is 500 EUR in HUF.',
      'The contract was signed by Anna Kovács on 3 March.',
    ],
  });
});
afterAll(() => scenario.destroy());

const ask = (question: string, own = house) => scenario.asker({ chat: null })(own.member, question);

describe('an answer that no model wrote', () => {
  it('says so in stored fields, and in its text unless the style is none', async () => {
    const question = 'Who signed the contract?';
    const asker = scenario.asker({ chat: null });
    const { emit, deltas } = listen();

    const numbered = await asker(house.member, question);
    const bare = await asker(house.member, question, {
      options: { citationStyle: 'none' },
      isStreamed: true,
      emit,
    });
    const stored = await receiptOf(scenario, house.member, bare);

    const { notice } = numbered;
    expect(notice).toMatch(/no language model wrote this/i);
    expect(numbered).toMatchObject({ generatedBy: 'extractive' });
    expect(numbered.answer).toContain(notice);
    expect(numbered.answer).toContain('Sources:');
    expect(bare).toMatchObject({ generatedBy: 'extractive', notice });
    expect(bare.answer).toMatch(/^“.*Anna Kovács.*” \[1\]$/s);
    expect(bare.citations).toHaveLength(1);
    expect(deltas().join('')).toBe(bare.answer);
    expect(stored.execution).toMatchObject({ generatedBy: 'extractive', notice });
  });

  it('has no notice if it is only a fixed sentence of ours', async () => {
    const answer = await ask('Hello!');

    expect(answer).toMatchObject({ generatedBy: 'extractive', notice: null });
  });
});

describe('a turn without a model', () => {
  it.each([
    ['answers from a document', 'Who signed the contract?'],
    ['calculates', '12 * (3 + 4)'],
    ['remembers', 'Please remember that I work in Szeged.'],
  ])('analyses its question only once if it %s', async (_, question) => {
    const calls = await countCalls('src/questions/question.ts', () => ask(question));

    expect(calls).toMatchObject({ understandQuestion: 1, toPart: 1 });
  });

  it.each([
    ['answer-types', 'findAnswerTypes'],
    ['question-kind', 'classifyIntent'],
    ['question-kind', 'classifyComplexity'],
    ['question', 'splitQuestion'],
    ['question', 'findCalculation'],
  ])('parses a sentence only once in %s.%s', async (file, name) => {
    const calls = await countCalls(`src/questions/${file}.ts`, () =>
      ask('Who signed the contract?'),
    );

    expect(calls[name]).toBe(1);
  });
});

describe('an answer from a document that was not read completely', () => {
  it('says so at the citation, also when the answer is loaded again', async () => {
    const own = await scenario.house();
    const warnings: DocumentWarning[] = [
      { code: 'pages_unread', detail: 'Page 2 holds only a picture.', pages: [2] },
    ];
    const passages = ['The deed of Gorsey was signed by Anna Lindqvist.'];
    await addKnowledge(scenario, own, { owner: own.admin, title: 'Deed', passages, warnings });

    const answer = await ask('Who signed the deed of Gorsey?', own);
    const { items } = await scenario.test.database.withScope(own.member, (tx) =>
      tx.sessions.messages(answer.sessionId, { limit: 10 }),
    );
    const stored = items.flatMap(({ citations }) => citations);
    const join = toCitationJoin(
      await scenario.test.database.withScope(own.member, (tx) => loadReadableCitations(tx, stored)),
    );

    expect(answer.citations).toMatchObject([{ title: 'Deed', warnings }]);
    expect(stored.map(join)).toMatchObject([{ title: 'Deed', warnings }]);
  });
});

describe('an expression in signs and digits, without a model', () => {
  it.each([
    ['12 % of 340', /^No language model.*tools returned:\n\n12 % of 340 = 40\.8 \[1\]\n\nSources:/],
    ['15 * 8 = ?', /\n\n15 \* 8 = 120 \[1\]\n\nSources:\n\[1\] Tool result \(math_calc\)$/],
  ])('is answered by the calculator: %s', async (question, shown) => {
    const answer = await ask(question);

    expect(answer.answer).toMatch(shown);
    expect(answer).toMatchObject({ status: 'success', responseType: 'answer', degraded: [] });
    expect(answer.citations).toMatchObject([{ type: 'tool', verification: 'exact' }]);
    expect(answer.toolCalls).toHaveLength(1);
    expect(nodesOf(answer)).toEqual([
      'initialize',
      'prepare_query',
      'agent_decide',
      'tools',
      'finalize',
    ]);
  });

  it('is not calculated if the tenant has disabled the calculator, and the answer says so', async () => {
    const own = await scenario.house({ policy: { tools: { math_calc: false } } });

    const answer = await ask('15 * 8', own);

    expect(answer).toMatchObject({ toolCalls: [], responseType: 'answer', citations: [] });
    expect(answer.answer).toMatch(/^This request is beyond what the enabled tools can do\./);
    expect(answer.answer).not.toContain('120');
  });

  it('is answered with the reason if the calculator refuses it', async () => {
    const answer = await ask('5 / (3 - 3)');

    expect(answer.answer).toMatch(/^This could not be looked up:\nmath_calc: .*division by 0/);
    expect(answer).toMatchObject({ status: 'degraded', citations: [] });
  });
});

describe('a greeting, without a model', () => {
  it('is answered with a list of what can be asked', async () => {
    const answer = await ask('Hello!');

    expect(answer.answer).toContain(
      'so I quote sentences from documents. I can also calculate, for example “12 % of 340”.',
    );
  });
});

describe('a question that contains numbers, without a model', () => {
  it.each([
    ['What is the limit in section 12 / 3?', 'section 12 / 3 is 500 EUR'],
    ['Who signed the contract on 3 March?', 'signed by Anna Kovács'],
    ['Is the limit 500 EUR in HUF?', 'section 12 / 3 is 500 EUR'],
  ])('is searched and quoted: %s', async (question, quoted) => {
    const answer = await ask(question);

    expect(answer.toolCalls.map(({ name }) => name)).toContain('rag_search');
    expect(answer.answer).toContain('quoted from the documents:');
    expect(answer.answer).toContain(quoted);
  });
});

describe('a question with a misspelt word, without a model', () => {
  it('is answered from the intended passage, and the answer shows how the word was read', async () => {
    const answer = await ask('When was the contrcat signed?');

    expect(answer.corrections).toEqual([{ from: 'contrcat', to: 'contract' }]);
    expect(answer).toMatchObject({ responseType: 'answer', citations: [{ title: 'Contract' }] });
    expect(answer.answer).toContain('signed by Anna Kovács on 3 March');
    expect(answer.answer).not.toContain('contrcat');
  });

  it('is answered with the line that contains the corrected word', async () => {
    const answer = await ask('What is the limmit?');

    expect(answer.corrections).toEqual([{ from: 'limmit', to: 'limit' }]);
    expect(answer.citations[0]?.quote).toContain('The limit in section 12');
  });

  it('is not marked as corrected if its words are known', async () => {
    const answer = await ask('When was the contract signed?');

    expect(answer.corrections).toEqual([]);
  });
});
