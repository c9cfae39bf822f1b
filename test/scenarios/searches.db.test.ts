import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { ChatOptions } from '../../src/workflow/chat.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Tool } from '../../src/tools/tool.js';
import { playBy, PROTOCOLS } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import { createScenario, nodesOf, receiptOf, type Scenario } from '../support/scenario.js';
import type { TestTenant } from '../support/tenant.js';

const LEAVE = 'How long is annual leave?';

let scenario: Scenario;
let house: TestTenant;

beforeAll(async () => {
  scenario = await createScenario();
  house = await scenario.house({ profile: { language: 'hu' } });
  const { admin: owner } = house;
  await addKnowledge(scenario, house, {
    owner,
    title: 'HR Manual',
    passages: ['Annual leave is 25 days.', 'Travel costs are refunded within thirty days.'],
  });
  await addKnowledge(scenario, house, {
    owner,
    title: 'Szabályzat',
    language: 'hu',
    passages: [
      'A távmunka szabályzata szerint heti három nap otthonról végezhető.',
      'A marketing kampány határideje, a deadline május 14.',
      'A marketing kampány költségkerete 9000 euró.',
    ],
  });
  await addKnowledge(scenario, house, {
    owner,
    title: '员工手册',
    language: 'zh',
    passages: ['员工每年有二十五天年假。'],
  });
});
afterAll(() => scenario.destroy());

const searchFor = (query: string) => ({ name: 'rag_search', arguments: { query } });

const rewriteTo = (rewritten: string): string => JSON.stringify({ rewritten, intent: 'lookup' });

const queriesOf = async (
  ...turn: Parameters<typeof receiptOf> extends [unknown, ...infer Rest] ? Rest : never
) => (await receiptOf(scenario, ...turn)).execution.receipt?.queries;

describe.each(PROTOCOLS)('searches decided by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('show the second decision that the first search found nothing', async () => {
    const chat = scripted({
      decide: [
        write.search('unicorns of the moon', 'decide'),
        write.search(LEAVE, 'decide'),
        write.answer(),
      ],
      answer: ['Annual leave is 25 days [1].'],
    });

    const answer = await scenario.asker({ chat })(house.member, LEAVE);

    expect(JSON.stringify(chat.requests[1])).toContain('0 chunks');
    expect(answer.answer).toContain('Annual leave is 25 days [1].');
    expect(answer.citations).toMatchObject([{ verification: 'exact' }]);
  });

  it('run by default if the model is down in the first round, and no clarifying question is asked', async () => {
    const down = new AppError('model_unavailable', 'Down.');
    const chat = scripted({ decide: [down], answer: [down] });

    const answer = await scenario.asker({ chat })(house.member, LEAVE);

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer' });
    expect(answer.toolCalls.map(({ name }) => name)).toContain('rag_search');
    expect(answer.answer).toContain('Annual leave is 25 days.');
    expect(answer.citations).toHaveLength(1);
  });
});

describe.each(PROTOCOLS)('a list of keywords, decided by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('is rewritten in its language, searched in both forms, and answered as it was written', async () => {
    const rewritten = 'Mit mond a szabályzat a távmunkáról?';
    const chat = scripted({
      rewrite: [rewriteTo(rewritten)],
      decide: write.lookUp([searchFor(rewritten)]),
      answer: ['A távmunka szabályzata szerint heti három nap otthonról végezhető [1].'],
    });

    const answer = await scenario.asker({ chat })(house.member, 'szabályzat távmunka');

    chat.verify();
    expect(await queriesOf(house.member, answer)).toEqual(['szabályzat távmunka', rewritten]);
    expect(chat.requests.at(-1)?.messages.at(-1)?.content).toContain('szabályzat távmunka');
    expect(answer).toMatchObject({ language: 'hu', status: 'success' });
  });

  it.each([
    ['projekt státusz', 'Mi a projekt státusza, és mik a következő lépések?'],
    ['budget Q2', 'What is the Q2 budget and what is the current spending?'],
  ])('keeps %j unchanged if the rewriting adds what nobody asked', async (query, rewritten) => {
    const chat = scripted({
      rewrite: [rewriteTo(rewritten)],
      decide: [write.search(query), write.answer()],
    });

    const answer = await scenario.asker({ chat })(house.member, query);

    expect(await queriesOf(house.member, answer)).toEqual([query]);
  });
});

describe.each(PROTOCOLS)('“Mi a deadline?”, decided by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  const QUESTION = 'Mi a deadline?';
  const options: ChatOptions = { debug: true };

  const contextOf = async (scope: UserScope, answer: Parameters<typeof receiptOf>[2]) => {
    const { stateDiffs } = await receiptOf(scenario, scope, answer);
    return JSON.stringify(stateDiffs.find(({ position }) => position === 1)?.changes);
  };

  it('is understood from the conversation before it, and also searched in its own words', async () => {
    const { sessionId } = await scenario.asker()(
      house.admin,
      'Mennyi a marketing kampány költségkerete?',
    );
    const rewritten = 'Mi a marketing kampány deadline-ja?';
    const chat = scripted({
      rewrite: [rewriteTo(rewritten)],
      decide: write.lookUp([searchFor(rewritten)]),
      answer: ['A marketing kampány határideje, a deadline május 14 [1].'],
    });

    const answer = await scenario.asker({ chat })(house.admin, QUESTION, { sessionId, options });

    chat.verify();
    expect(await queriesOf(house.admin, answer)).toEqual([QUESTION, rewritten]);
    expect(await contextOf(house.admin, answer)).toMatch(/"contextEnhanced":\{"after":true/);
    expect(answer.answer).toContain('május 14');
  });

  it('is not extended if there is no history', async () => {
    const chat = scripted({ decide: [write.search(QUESTION), write.answer()] });

    const answer = await scenario.asker({ chat })(house.admin, QUESTION, { options });

    expect(await queriesOf(house.admin, answer)).toEqual([QUESTION]);
    expect(await contextOf(house.admin, answer)).toMatch(/"contextEnhanced":\{"after":false/);
  });
});

describe.each(PROTOCOLS)('short messages, decided by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('are answered if they are in Chinese, which has no spaces to count', async () => {
    const answer = await scenario.asker()(house.member, '员工每年有几天年假？');

    expect(answer).toMatchObject({ language: 'zh', responseType: 'answer' });
    expect(answer.answer).toContain('二十五天年假');
  });

  it('are answered without a search if they are greetings', async () => {
    const chat = scripted({ decide: [write.answer('Szia!')], answer: ['Szia!'] });

    const answer = await scenario.asker({ chat })(house.member, 'Szia!');

    expect(answer).toMatchObject({ answer: 'Szia!', responseType: 'answer', toolCalls: [] });
    expect(nodesOf(answer)).not.toContain('tools');
  });
});

describe.each(PROTOCOLS)('a tool that hangs, called by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('does not affect the results of the other tool', async () => {
    const user = await house.addUser();
    await scenario.services().remember(user, {
      content: 'My desk is on the third floor.',
      memoryType: 'explicit_fact',
      source: null,
    });
    const tools = (all: readonly Tool[]): readonly Tool[] =>
      all.map((tool) =>
        tool.name === 'rag_search'
          ? { ...tool, timeoutMs: 50, run: () => new Promise<never>(() => undefined) }
          : tool,
      );
    const query = 'Where is my desk?';
    const chat = scripted({
      decide: write.lookUp([
        { name: 'rag_search', arguments: { query } },
        { name: 'memory_search', arguments: { query } },
      ]),
      answer: ['Your desk is on the third floor [1].'],
    });

    const answer = await scenario.asker({ chat, tools })(user, query);

    expect(answer.status).toBe('degraded');
    expect(answer.answer).toContain('third floor [1].');
    expect(answer.degraded).toMatchObject([{ node: 'tools', reason: 'tool_timeout' }]);
  });
});
