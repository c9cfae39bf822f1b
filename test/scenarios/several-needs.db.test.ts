import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { playBy, PROTOCOLS } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import { createScenario, receiptOf, type Scenario } from '../support/scenario.js';
import { openServices, type Services } from '../support/services.js';

const POLICY = { tools: { weather: true, fx_rates: true, geocode: true } };
const IN_BUDAPEST = { name: 'weather', arguments: { city: 'Budapest' } };
const IN_FORINTS = { name: 'fx_rates', arguments: { base: 'EUR', target: 'HUF', amount: 500 } };
const BOTH = 'What is the weather in Budapest, and how much is 500 EUR in HUF?';

/** Verdicts by which a source carries a statement. */
const CARRIED = /^(?:exact|supported|computed)$/;

let scenario: Scenario;
let services: Services;

beforeAll(async () => {
  [scenario, services] = await Promise.all([createScenario(), openServices()]);
});
afterAll(async () => {
  await scenario.destroy();
  await services.close();
});

const asker = (overrides: Parameters<Scenario['asker']>[0] = {}) =>
  scenario.asker({
    toolSettings: services.toolSettings,
    ...overrides,
  });

const failRates = () => {
  services.rates.failWith((_, response) => void response.writeHead(500).end());
};

describe.each(PROTOCOLS)('several requests in one turn, decided by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('let a tool call use the result of an earlier one', async () => {
    const { member } = await scenario.house({ policy: POLICY });
    const chat = scripted({
      decide: [
        write.call([{ name: 'geocode', arguments: { query: 'Budapest' } }], 'decide'),
        ({ messages }) => {
          const told = messages.map(({ content }) => content).join('\n');
          const [, latitude, longitude] =
            /latitude (47\.\d+), longitude (19\.\d+)/.exec(told) ?? [];
          const point = { latitude: Number(latitude), longitude: Number(longitude) };
          return write.call([{ name: 'weather', arguments: point }], 'decide');
        },
        write.answer(),
      ],
      answer: ['It is 15 °C at Budapest’s town hall [2].'],
    });

    const answer = await asker({ chat })(
      member,
      'How is the weather at the town hall of Budapest?',
    );

    chat.verify();
    expect(answer.toolCalls).toMatchObject([
      { name: 'geocode', ok: true },
      { name: 'weather', ok: true, arguments: { latitude: expect.closeTo(47.5, 1) } },
    ]);
    expect(answer).toMatchObject({ status: 'success', citations: [{ type: 'tool' }] });
  });

  it('are decided from the whole result of a tool, not only its beginning', async () => {
    const { member } = await scenario.house();
    const sum = Array.from({ length: 120 }, () => '1').join(' + ');
    const seen: string[] = [];
    const chat = scripted({
      decide: [
        write.call([{ name: 'math_calc', arguments: { expression: sum } }], 'decide'),
        ({ messages }) => {
          seen.push(messages.map(({ content }) => content).join('\n'));
          return write.answer();
        },
      ],
      answer: ['That makes 120 [1].'],
    });

    await asker({ chat })(member, 'What do a hundred and twenty ones make?');

    expect(seen[0]).toContain('= 120');
  });

  it('are answered citing both the document with the number and the calculation with it', async () => {
    const { admin, member, ...house } = await scenario.house();
    await addKnowledge(
      scenario,
      { admin, member, ...house },
      {
        owner: admin,
        title: 'Price list',
        passages: ['The yearly fee of the archive is 340 euro.'],
      },
    );
    const question = 'How much is 12 % of the yearly fee of the archive?';
    const chat = scripted({
      decide: [
        write.search(question, 'decide'),
        write.call([{ name: 'math_calc', arguments: { expression: '12% of 340' } }], 'decide'),
        write.answer(),
      ],
      answer: [
        'The yearly fee of the archive is 340 euro [1]. Twelve percent of that make 40.8 euro [2].',
      ],
    });

    const answer = await asker({ chat })(member, question);

    expect(answer.citations).toMatchObject([
      { type: 'document', title: 'Price list', verification: 'exact' },
      { type: 'tool', verification: expect.stringMatching(CARRIED) },
    ]);
    expect(answer).toMatchObject({ status: 'success', grounding: 1 });
  });

  it('are answered with what was found and what failed, in the language of the question', async () => {
    const { member } = await scenario.house({ policy: POLICY });
    failRates();
    const chat = scripted({
      decide: [write.call([IN_BUDAPEST, IN_FORINTS], 'decide'), write.answer()],
      answer: ['Budapesten 15 °C van [1].'],
    });

    const answer = await asker({ chat })(
      member,
      'Milyen idő van most Budapesten, és mennyi 500 euró forintban?',
    ).finally(() => services.rates.failWith(null));

    expect(answer.answer).toMatch(
      /^Valaminek a lekérdezése nem sikerült.*: fx_rates\.\n\nBudapesten/,
    );
    expect(chat.requests.at(-1)?.messages[0]?.content).toContain('these tools failed: fx_rates');
    expect(answer).toMatchObject({
      status: 'degraded',
      language: 'hu',
      citations: [{ type: 'tool', verification: expect.stringMatching(CARRIED) }],
    });
  });

  it('are answered with what failed even if the answer is quoted because the model is down', async () => {
    const { member } = await scenario.house({ policy: POLICY });
    failRates();
    const chat = scripted({
      decide: [write.call([IN_BUDAPEST, IN_FORINTS], 'decide'), write.answer()],
      answer: [new Error('The model is down.')],
    });

    const answer = await asker({ chat })(member, BOTH).finally(() => services.rates.failWith(null));

    expect(answer.answer).toMatch(
      /^Something .* failed, .*: fx_rates\.\n\nNo language model wrote this; it is what the tools returned:\n\nWeather in Budapest.*15 °C/,
    );
    expect(answer.answer).not.toContain('quoted from the documents');
  });

  it('are answered without mentioning a failure that a later round made up for', async () => {
    const { member } = await scenario.house({ policy: POLICY });
    failRates();
    const chat = scripted({
      decide: [
        write.call([IN_FORINTS], 'decide'),
        () => {
          services.rates.failWith(null);
          return write.call([IN_FORINTS], 'decide');
        },
        write.answer(),
      ],
      answer: ['500 EUR are 197,750 HUF [1].'],
    });

    const answer = await asker({ chat })(member, 'How much are 500 EUR these days, in forints?');

    expect(answer.answer).toMatch(/^500 EUR are 197,750 HUF \[1\]/);
    expect(answer.toolCalls.map(({ ok }) => ok)).toEqual([false, true]);
  });

  it('reuse a result that is still valid from another turn of the tenant, and the receipt says so', async () => {
    const { admin, member } = await scenario.house({ policy: POLICY });
    const play = () =>
      scripted({
        decide: [write.call([IN_FORINTS], 'decide'), write.answer()],
        answer: ['500 EUR are 197,750 HUF [1].'],
      });
    const before = services.rates.asked.length;

    const first = await asker({ chat: play() })(
      admin,
      'How much are 500 EUR these days, in forints?',
    );
    const second = await asker({ chat: play() })(
      member,
      'How much are 500 EUR these days, in forints?',
    );

    expect(services.rates.asked.length - before).toBe(1);
    const stored = await receiptOf(scenario, member, second);
    expect([first, stored].map(({ toolCalls }) => toolCalls.map(({ cached }) => cached))).toEqual([
      [false],
      [true],
    ]);
    expect(second).toMatchObject({ status: 'success', citations: [{ type: 'tool' }] });
  });

  it('search first if the model answers without a search, and are not answered “not found”', async () => {
    const { admin, member, ...house } = await scenario.house();
    await addKnowledge(
      scenario,
      { admin, member, ...house },
      {
        owner: admin,
        passages: ['The capital of the league is Lyon.'],
      },
    );
    const chat = scripted({
      decide: [write.answer('Paris.')],
      answer: ['The capital of the league is Lyon [1].'],
    });

    const answer = await asker({ chat })(member, 'What is the capital of the league?');

    chat.verify();
    expect(answer.toolCalls.map(({ name }) => name)).toEqual(['rag_search', 'memory_search']);
    expect(answer.answer).toContain('The capital of the league is Lyon [1].');
    expect(answer).toMatchObject({ status: 'success', degraded: [] });
  });

  it('are answered with the reason if the only call cannot have a result', async () => {
    const { member } = await scenario.house();
    const division = { name: 'math_calc', arguments: { expression: '15 / 0' } };
    const chat = scripted({ decide: [write.call([division], 'decide'), write.answer()] });

    const answer = await asker({ chat })(member, 'How many times does 0 fit into 15?');

    expect(answer.answer).toMatch(/^This could not be looked up:\nmath_calc: ./);
    expect(answer).toMatchObject({ citations: [], degraded: [] });
  });

  it('are answered “not found” if the model only called a search wrongly', async () => {
    const { member } = await scenario.house();
    const call = { name: 'memory_search', arguments: { query: 'desk', memoryType: 'opinion' } };
    const chat = scripted({ decide: [write.call([call], 'decide'), write.answer()] });

    const answer = await asker({ chat })(member, 'Where is my desk?');

    expect(answer.responseType).toBe('not_found');
    expect(answer.answer).not.toContain('memory_search');
  });

  it('have calculations done by the calculator even if the model answers by itself', async () => {
    const { member } = await scenario.house();
    const chat = scripted({ decide: [write.answer('125.')], answer: ['15 * 8 is 120 [1].'] });

    const answer = await asker({ chat })(member, '15 * 8 = ?');

    expect(answer.toolCalls).toMatchObject([{ name: 'math_calc', ok: true }]);
    expect(answer.answer).toContain('120 [1].');
  });
});
