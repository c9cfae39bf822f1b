import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatRequest } from '../../src/platform/models/model.js';
import type { TenantPolicy } from '../../src/tenancy/schema.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import { listen } from '../support/listen.js';
import { createScenario, type Scenario } from '../support/scenario.js';
import type { TestTenant } from '../support/tenant.js';

let scenario: Scenario;
let house: TestTenant;

const CANTEEN = 'The canteen opens at noon and closes at two o’clock.';

const build = async (policy: Partial<TenantPolicy> = {}): Promise<TestTenant> => {
  const built = await scenario.house({ policy });
  const owner = built.admin;
  const add = (title: string, passages: readonly { content: string; page: number }[]) =>
    addKnowledge(scenario, built, { owner, title, passages });
  const toTravel = (year: number, euros: number, days: number) => [
    { content: `The travel policy of ${year} pays an allowance of ${euros} euros a day.`, page: 2 },
    { content: `Receipts are handed in within ${days} days after the trip.`, page: 3 },
  ];
  await add('Travel Policy 2024', toTravel(2024, 40, 30));
  await add('Travel Policy 2025', toTravel(2025, 55, 14));
  await add('HR Manual', [
    {
      content: 'Remote work is allowed three days a week. It is agreed with the manager.',
      page: 5,
    },
    { content: 'Annual leave is 25 days. It is requested in writing two weeks ahead.', page: 9 },
    { content: CANTEEN, page: 11 },
  ]);
  return built;
};

beforeAll(async () => {
  scenario = await createScenario();
  house = await build();
});
afterAll(() => scenario.destroy());

/** Writes `§words§` as the number of the source that holds them. */
const written =
  (text: string) =>
  (request: ChatRequest): string => {
    const shown = request.messages.at(-1)?.content ?? '';
    const blocks = [...shown.matchAll(/source \[(\d+)\][^\n]*\n([^]*?)\n<<end/gu)];
    return text.replace(/§([^§]*)§/gu, (_, words: string) => {
      const block = blocks.find(([, , content = '']) => content.includes(words));
      return `[${block?.[1] ?? '99'}]`;
    });
  };

type Asked = { question: string; text: string; query?: string; of?: TestTenant };

/** A model that searches, or where nothing is to be searched for answers at once. */
const ask = async ({ question, text, query, of = house }: Asked) => {
  const decisions = query === undefined ? [decide.answer()] : [decide.search(query)];
  const chat = createScriptedChatModel(
    { decide: [...decisions, decide.answer()], answer: [written(text)] },
    { repeat: ['decide'] },
  );
  const { emit, deltas } = listen();
  const said = await scenario.asker({ chat })(of.member, question, { emit, isStreamed: true });
  const prompt = chat.requests.find(({ purpose }) => purpose === 'answer')?.messages ?? [];
  const verdicts = said.statements.map(({ verdict }) => verdict);
  return { said, verdicts, prompt, shown: deltas().join('') };
};

const toolsOf = ({ toolCalls }: { toolCalls: readonly { name: string }[] }): string[] =>
  toolCalls.map(({ name }) => name);

describe('a question about the assistant', () => {
  it.each([
    ['Who are you?', 'I am the assistant of Acme. I answer questions from your documents.'],
    [
      'Hello! Who are you and what can you help me with?',
      'I am an assistant that knows the HR Manual.',
    ],
    ['Are you a human or a machine?', 'I am a machine, an assistant of your organisation.'],
    ['What topics can I ask you about?', 'You can ask me about travel, leave and the canteen.'],
    ['What documents can you tell me about?', 'The HR Manual and two travel policies.'],
    ['Hallo, wer bist du und was kannst du für mich tun?', 'Ich beantworte Fragen aus Dokumenten.'],
    ['Bonjour, qui êtes-vous et que pouvez-vous faire ?', 'Je réponds à partir de documents.'],
    ['Szia! Ki vagy és miben tudsz segíteni?', 'Dokumentumok alapján válaszolok.'],
    ['こんにちは。あなたは誰ですか？何ができますか？', '文書について答えるアシスタントです。'],
  ])(
    'is answered by the model, which knows which documents there are: %s',
    async (question, text) => {
      const { said, prompt } = await ask({ question, text });

      expect(said).toMatchObject({
        answer: text,
        responseType: 'answer',
        generatedBy: 'model',
      });
      expect(said).toMatchObject({ statements: [], citations: [] });
      expect(toolsOf(said)).toEqual(['list_documents']);
      expect(prompt[0]?.content).toMatch(/Your name: /);
      expect(prompt.at(-1)?.content).toContain('HR Manual');
    },
  );

  it('gets an answer in which only statements with figures need a source', async () => {
    const text = 'I know many documents. The company has 900 employees.';

    const { said, verdicts } = await ask({ question: 'What can you do?', text });

    expect(said.answer).toBe(text);
    expect(verdicts).toEqual(['unsupported']);
  });

  it('may be answered by a list of documents if their titles are exact', async () => {
    const text = 'I can read these documents:\n\n- HR Manual §Remote§\n- Travel Policy 2025 §2025§';

    const { said, verdicts } = await ask({ question: 'Which documents do you know?', text });

    expect(verdicts).toEqual(['exact', 'exact']);
    expect(said.citations.map(({ title }) => title)).toEqual(['HR Manual', 'Travel Policy 2025']);
  });
});

describe('an answer saying that the documents lack the information', () => {
  const question = 'When does the canteen open on Saturdays?';
  const query = 'canteen opens';

  it("keeps the model's words, followed by the closest passage", async () => {
    const text = 'Whether it opens on Saturdays is not stated in the documents available to me.';

    const { said, shown } = await ask({ question, query, text });

    expect(said).toMatchObject({ responseType: 'not_found', generatedBy: 'model', degraded: [] });
    expect(said.answer.startsWith(`${text}\n\n${said.notice ?? '?'}\n\n“${CANTEEN}” [1]`)).toBe(
      true,
    );
    expect(said.citations).toMatchObject([{ number: 1, title: 'HR Manual', pageStart: 11 }]);
    expect(shown).toBe(said.answer);
  });

  it('is not followed by a passage if it cites one itself', async () => {
    const text =
      'The documents do not say whether it opens on Saturdays. They only say that it opens at noon §noon§.';

    const { said } = await ask({ question, query, text });

    expect(said).toMatchObject({ responseType: 'not_found', notice: null });
    expect(said.answer).toMatch(
      /They only say that it opens at noon \[1\]\.\n\nSources:\n\[1\] HR Manual \(p\. 11\)$/,
    );
  });

  it('is not followed by a passage if none is about the question', async () => {
    const text = 'I found nothing about a bonus for friends.';
    const asked = { question: 'How much is the bonus for recruiting friends?', query, text };

    const { said } = await ask(asked);

    expect(said).toMatchObject({ answer: text, responseType: 'not_found', citations: [] });
  });

  it('is replaced by a certain quotation that contains everything asked for', async () => {
    const text = 'The documents do not say anything about this.';

    const { said } = await ask({ question: 'When does the canteen open?', query, text });

    expect(said).toMatchObject({ responseType: 'answer', generatedBy: 'extractive' });
    expect(said.answer).toContain(CANTEEN);
  });

  it('is shown without the facts that it makes up', async () => {
    const text = 'The documents do not say when it opens on Saturdays. It opens at 9:30, I think.';

    const { said } = await ask({ question, query, text });

    expect(said.answer).toMatch(/^The documents do not say when it opens on Saturdays\.\n/);
    expect(said.answer).not.toContain('9:30');
    expect(said).toMatchObject({ statements: [], grounding: null });
  });

  it('does not count as a statement if it ends a sentence that states something', async () => {
    const { said, verdicts } = await ask({
      question: 'How many days of annual leave do part-time employees get?',
      query: 'leave',
      text: 'The HR Manual gives 25 days of annual leave §Annual§, but it does not say how many part-time employees get.',
    });

    expect(verdicts).toEqual(['supported']);
    expect(said).toMatchObject({ responseType: 'answer', grounding: 1 });
  });
});

describe('a question of two parts if the documents answer only one', () => {
  it.each([
    'You have 25 days of annual leave §Annual§. The documents do not mention a company gym.',
    'I found nothing about a company gym. Annual leave is 25 days §Annual§.',
  ])('is answered in both parts, and nothing is marked: %s', async (text) => {
    const question = 'How many days of annual leave do I have, and is there a company gym?';

    const { said, verdicts } = await ask({ question, query: 'annual leave company gym', text });

    expect(said).toMatchObject({ responseType: 'answer', status: 'success', grounding: 1 });
    expect(verdicts).toHaveLength(1);
  });
});

describe('a comparison of two versions', () => {
  it('has each cell checked against its own version', async () => {
    const { said, verdicts } = await ask({
      question: 'What changed between the travel policy of 2024 and that of 2025?',
      query: 'travel policy 2024 2025 allowance receipts',
      text: 'Two things changed:\n\n| | 2024 | 2025 |\n|---|---|---|\n| Allowance a day | 40 euros §40 euros§ | 55 euros §55 euros§ |\n| Receipts | within 30 days §30 days§ | within 14 days §14 days§ |',
    });

    expect(verdicts).toEqual(Array(4).fill('supported'));
    expect(said.citations.map(({ title, pageStart }) => [title, pageStart])).toEqual([
      ['Travel Policy 2024', 2],
      ['Travel Policy 2025', 2],
      ['Travel Policy 2024', 3],
      ['Travel Policy 2025', 3],
    ]);
  });
});

describe('a request to write something', () => {
  it('gets a text whose facts are checked, but not its greetings and blanks', async () => {
    const { said, verdicts } = await ask({
      question: 'Write a short e-mail to a new colleague about remote work.',
      query: 'remote work',
      text: 'Subject: Remote work\n\nDear colleague,\n\nWelcome to the team! Remote work is allowed three days a week §Remote§.\n\nIf you have any questions, just let me know.\n\nBest regards,\n[Your name]',
    });

    expect(verdicts).toEqual(['exact']);
    expect(said.answer).toContain('[Your name]');
  });

  it('gets an answer and not the closest passage, even if no source supports a letter', async () => {
    const { said } = await ask({
      question: 'Draft a letter that asks my manager for annual leave.',
      query: 'annual leave',
      text: 'Dear [name of manager],\n\nI hereby request annual leave from [date] to [date].\n\nKind regards,\n[Your name]',
    });

    expect(said).toMatchObject({ responseType: 'answer', generatedBy: 'model', degraded: [] });
  });

  const note = 'Write a short thank-you note to my colleague Anna for her help on Friday.';
  const thanks = 'Dear Anna,\n\nThank you for your help on Friday.\n\nBest wishes,\n[Your name]';

  it('gets a text based on what the person said if no document is about it', async () => {
    const { said, shown } = await ask({ question: note, query: 'thank-you note', text: thanks });

    expect(said).toMatchObject({ answer: thanks, responseType: 'answer', statements: [] });
    expect(shown).toBe(thanks);
  });

  it('gets no text that makes up figures', async () => {
    const text = `${thanks}\n\nYour bonus of 500 euros is on its way.`;

    const { said, shown } = await ask({ question: note, query: 'thank-you note', text });

    expect(said).toMatchObject({ responseType: 'not_found', generatedBy: 'extractive' });
    expect(shown).toBe(said.answer);
  });

  it('gets no text without a source if the tenant is strict', async () => {
    const of = await build({ groundedOnly: 'strict' });

    const { said } = await ask({ question: note, query: 'thank-you note', text: thanks, of });

    expect(said).toMatchObject({ responseType: 'not_found', generatedBy: 'extractive' });
  });

  it('may be answered in another language if a translation was requested', async () => {
    const { said, verdicts } = await ask({
      question: 'Translate the rule about the canteen into German.',
      query: 'canteen opens',
      text: 'Die Kantine öffnet mittags und schließt um zwei Uhr §canteen§.',
    });

    expect(said.answer).toMatch(/^Die Kantine öffnet mittags/);
    expect(verdicts).toEqual(['unchecked']);
  });
});

describe('a request for a poem or a joke', () => {
  const haiku = 'Steam above the pots,\nthe canteen opens its doors.\nNoon, and all is well.';

  it.each([
    ['Write a haiku about the canteen.', haiku],
    [
      'Schreibe bitte ein kurzes Gedicht über die Kantine.',
      'Die Suppe dampft, der Löffel wacht,\ndie Kantine hat uns satt gemacht.',
    ],
    [
      'Écris un poème sur la cantine.',
      'La soupe fume au petit jour,\net la cantine chante l’amour.',
    ],
    ['Tell me a joke about managers.', 'Why did the manager bring a ladder? To reach the targets.'],
  ])("is answered in the model's words, even if passages were found: %s", async (...row) => {
    const [question, text] = row;

    const { said, shown } = await ask({ question, query: 'canteen opens', text });

    expect(said).toMatchObject({ responseType: 'answer', generatedBy: 'model', degraded: [] });
    expect(said).toMatchObject({ answer: text, statements: [], citations: [] });
    expect(shown).toBe(text);
  });

  it('may be answered with a citation, and that line is then checked', async () => {
    const text = `${haiku}\n\nThe canteen opens at noon §canteen opens§.`;

    const { said, verdicts } = await ask({
      question: 'Write a haiku about the canteen.',
      query: 'canteen opens',
      text,
    });

    expect(said).toMatchObject({ responseType: 'answer', generatedBy: 'model' });
    expect(verdicts).toEqual(['exact']);
  });

  it('gets no text that makes up figures', async () => {
    const text = 'Steam above the pots,\nfor 900 euros a day\nthe canteen is yours.';

    const { said } = await ask({
      question: 'Write a haiku about the canteen.',
      query: 'canteen opens',
      text,
    });

    expect(said.answer).not.toContain('900');
  });

  it('gets no text without a source if the tenant is strict', async () => {
    const of = await build({ groundedOnly: 'strict' });

    const { said } = await ask({
      question: 'Write a haiku about the canteen.',
      query: 'canteen opens',
      text: haiku,
      of,
    });

    expect(said.answer).not.toContain('Steam');
  });
});

describe('the summary of a document', () => {
  it('is shown completely, with a passage for each item', async () => {
    const { said, verdicts } = await ask({
      question: 'Give me the key points of the HR Manual.',
      query: 'remote work annual leave',
      text: 'The HR Manual in short:\n\n- Remote work: three days a week §Remote§\n- Annual leave: 25 days, requested in writing §Annual§',
    });

    expect(verdicts).toEqual(['supported', 'supported']);
    expect(said).toMatchObject({ responseType: 'answer', generatedBy: 'model', grounding: 1 });
  });
});
