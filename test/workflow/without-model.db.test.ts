import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  loadReadableCitations,
  toCitationJoin,
} from '../../src/conversations/readable-citations.js';
import type { DocumentWarning } from '../../src/shared/document-warnings.js';
import { addKnowledge } from '../support/knowledge.js';
import { listen } from '../support/listen.js';
import { createScenario, nodesOf, receiptOf, type Scenario } from '../support/scenario.js';
import { openServices, type Services } from '../support/services.js';
import type { TestTenant } from '../support/tenant.js';

const now = () => new Date('2026-11-23T12:00:00Z');

let scenario: Scenario;
let house: TestTenant;
let services: Services;

beforeAll(async () => {
  [scenario, services] = await Promise.all([createScenario(), openServices()]);
  house = await scenario.house({ policy: { tools: { fx_rates: true } } });
  await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'Contract',
    passages: [
      'The limit in section 12 / 3 is 500 EUR in HUF.',
      'The contract was signed by Anna Kovács on 3 March.',
    ],
  });
});
afterAll(async () => {
  await scenario.destroy();
  await services.close();
});

const ask = (question: string, own = house) =>
  scenario.asker({
    ...{ chat: null, now, toolSettings: services.toolSettings },
  })(own.member, question);

describe('an answer that no model wrote', () => {
  it('says so in fields that are stored with it, and in its text unless the style is none', async () => {
    const question = 'Who signed the contract?';
    const asker = scenario.asker({ chat: null });
    const { emit, deltas } = listen();

    const numbered = await asker(house.member, question);
    const bare = await asker(house.member, question, {
      ...{ options: { citationStyle: 'none' }, isStreamed: true, emit },
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

  it('has no notice where a sentence of ours is all there is', async () => {
    const answer = await ask('Hello!');

    expect(answer).toMatchObject({ generatedBy: 'extractive', notice: null });
  });
});

describe('an answer that rests on a document that was not read whole', () => {
  it('says so at the citation, also when it is read again', async () => {
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

describe('a question that a rule understands, where no model is set up', () => {
  it.each([
    [
      'What is 12 % of 340?',
      'en',
      /^No language model.*tools returned:\n\n12% of 340 = 40\.8 \[1\]\n\nSources:/,
    ],
    [
      'Mennyi 15 * 8?',
      'hu',
      /^Ezt nem nyelvi modell írta.*eszközök:\n\n15 \* 8 = 120 \[1\]\n\nForrások:/,
    ],
    [
      'Was ist 12 % von 340?',
      'de',
      /^Dies hat kein Sprachmodell.*Werkzeuge.*\n\n.*40\.8 \[1\]\n\nQuellen:/,
    ],
    [
      'Combien font 15 fois 8 ?',
      'fr',
      /^Aucun modèle.*outils.*\n\n15 \* 8 = 120 \[1\]\n\nSources :/,
    ],
    [
      '¿Cuánto es 15 por 8?',
      'es',
      /^Ningún modelo.*herramientas.*\n\n15 \* 8 = 120 \[1\]\n\nFuentes:/,
    ],
    [
      '15 nhân 8 bằng bao nhiêu?',
      'vi',
      /^Không có mô hình.*công cụ.*\n\n15 \* 8 = 120 \[1\]\n\nNguồn:/,
    ],
    [
      '15乘以8等于多少？',
      'zh',
      /^以下内容并非由语言模型撰写，而是工具.*\n\n15 \* 8 = 120 \[1\]\n\n来源：/,
    ],
    [
      'mennyi 500 euró forintban?',
      'hu',
      /\n\n500 EUR = 197750 HUF, at 1 EUR = 395\.5 HUF .* \[1\]\n\nForrások/,
    ],
    ['500 EUR in HUF', 'en', /\n\n500 EUR = 197750 HUF.* \[1\]\n\nSources/],
    [
      'how many days between 2026-01-05 and 2026-02-01?',
      'en',
      /From 2026-01-05.*: 27 days.*Working days \(.*\[1\]\n\nSources/,
    ],
  ])('is answered by its tool: %s', async (question, language, shown) => {
    const answer = await ask(question);

    expect(answer.answer).toMatch(shown);
    expect(answer).toMatchObject({
      language,
      status: 'success',
      responseType: 'answer',
      degraded: [],
    });
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

  it.each([
    ['days between 3 March and 1 June', 'The question names no year; 2027 was assumed.'],
    ['hány nap van március 3. és június 1. között?', 'a feltételezett év: 2027.'],
  ])('tells the year that it was taken for: %s', async (question, told) => {
    const answer = await ask(question);

    expect(answer.answer).toContain('From 2027-03-03');
    expect(answer.answer).toContain(told);
  });

  it.each(['days between 2026-01-05 and 2026-02-01', 'days between 5 January and 1 February 2026'])(
    'says nothing of a year that was given, and cites the tool by its name: %s',
    async (question) => {
      const { answer } = await ask(question);

      expect(answer).not.toContain('assumed');
      expect(answer).toMatch(/From 2026-01-05.*\n\nSources:\n\[1\] Tool result \(date_diff\)$/s);
    },
  );

  it('is told why when its tool failed', async () => {
    const own = await scenario.house({ policy: { tools: { fx_rates: true } } });
    services.rates.failWith((_, response) => void response.writeHead(500).end());

    const answer = await ask('500 EUR in HUF', own).finally(() => services.rates.failWith(null));

    expect(answer.answer).toMatch(
      /^This could not be looked up:\nfx_rates: The exchange rate service .*\.$/,
    );
    expect(answer).toMatchObject({ status: 'degraded', citations: [] });
    expect(answer.degraded).toMatchObject([{ node: 'tools', reason: 'tool_unavailable' }]);
  });
});

describe('a tool that the tenant has off, where no model is set up', () => {
  it('is not called, and the answer says what can be asked instead', async () => {
    const own = await scenario.house();

    const answer = await ask('mennyi 500 euró forintban?', own);

    expect(answer).toMatchObject({
      toolCalls: [],
      responseType: 'answer',
      language: 'hu',
      citations: [],
    });
    expect(answer.answer).toMatch(
      /^Ez a kérés meghaladja az engedélyezett eszközök lehetőségeit\./,
    );
    expect(answer.answer).toContain('„340 12 %-a”, „hány nap van március 3. és június 1. között”.');
    expect(answer.answer).not.toContain('forint');
  });

  it('is not called either when it is a safe one that was switched off', async () => {
    const own = await scenario.house({ policy: { tools: { math_calc: false } } });

    const answer = await ask('What is 15 * 8?', own);

    expect(answer).toMatchObject({ toolCalls: [], responseType: 'answer' });
    expect(answer.answer).not.toContain('120');
  });
});

describe('a greeting, where no model is set up', () => {
  it('is answered with what can be asked', async () => {
    const answer = await ask('Hello!');

    expect(answer.answer).toContain('so I quote sentences from documents. I can also work out');
    expect(answer.answer).toContain(
      '“12 % of 340”, “days between 3 March and 1 June”, “500 EUR in HUF”',
    );
  });
});

describe('a question about a document that holds numbers, where no model is set up', () => {
  it.each([
    ['What is the limit in section 12 / 3?', 'section 12 / 3 is 500 EUR'],
    ['Who signed the contract on 3 March?', 'signed by Anna Kovács'],
  ])('is searched and quoted: %s', async (question, quoted) => {
    const answer = await ask(question);

    expect(answer.toolCalls.map(({ name }) => name)).toContain('rag_search');
    expect(answer.answer).toContain('quoted from the documents:');
    expect(answer.answer).toContain(quoted);
  });
});

describe('a question with a misspelt word, where no model is set up', () => {
  it('is answered by the passage that was meant, and the answer shows how it was read', async () => {
    const answer = await ask('When was the contrcat signed?');

    expect(answer.corrections).toEqual([{ from: 'contrcat', to: 'contract' }]);
    expect(answer).toMatchObject({ responseType: 'answer', citations: [{ title: 'Contract' }] });
    expect(answer.answer).toContain('signed by Anna Kovács on 3 March');
    expect(answer.answer).not.toContain('contrcat');
  });

  it('quotes the line that the corrected word stands in', async () => {
    const answer = await ask('What is the limmit?');

    expect(answer.corrections).toEqual([{ from: 'limmit', to: 'limit' }]);
    expect(answer.citations[0]?.quote).toContain('The limit in section 12');
  });

  it('has nothing to show for a question whose words are known', async () => {
    const answer = await ask('When was the contract signed?');

    expect(answer.corrections).toEqual([]);
  });
});
