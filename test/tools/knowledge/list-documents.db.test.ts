import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { playBy } from '../../fakes/scripted-chat-model.js';
import { addKnowledge } from '../../support/knowledge.js';
import { createScenario, receiptOf, type Scenario } from '../../support/scenario.js';
import type { TestTenant } from '../../support/tenant.js';

let scenario: Scenario;
let house: TestTenant;

const add = (title: string, passages: Parameters<typeof addKnowledge>[2]['passages'], more = {}) =>
  addKnowledge(scenario, house, { owner: house.admin, title, passages, ...more });

beforeAll(async () => {
  scenario = await createScenario();
  house = await scenario.house();
  await add('Garden rules', ['Hedges are cut in March. Ponds are fenced.'], {
    metadata: { area: 'garden' },
  });
  await add('Pool rules', [
    { content: 'The pool opens at seven. It closes at nine. Nobody dives.', chapter: 'Hours' },
    { content: 'Children swim with an adult. Lanes are for swimmers.', chapter: 'Safety' },
  ]);
  await add('Salaries of the board', ['The chair earns 90,000 EUR.'], { visibility: 'private' });
});
afterAll(() => scenario.destroy());

const ask = (question: string, scope = house.member, asked = {}) =>
  scenario.asker({ chat: null })(scope, question, asked);

const titlesOf = ({ citations }: { citations: readonly { title?: string | undefined }[] }) => [
  ...new Set(citations.map(({ title }) => title)),
];

describe('a question about the documents themselves, without a model', () => {
  it('is answered with the list of documents that the asker may read, each cited', async () => {
    const [asMember, asAdmin] = [
      await ask('Which documents are there?'),
      await ask('Which documents are there?', house.admin),
    ];

    expect(asMember.answer).toMatch(
      /^You may read 2 documents\.\n\n- Garden rules · .* \[1\]\n- Pool rules · .* \[2\]$/,
    );
    expect(titlesOf(asMember)).toEqual(['Garden rules', 'Pool rules']);
    expect(titlesOf(asAdmin)).toContain('Salaries of the board');
    expect(asMember).toMatchObject({ status: 'success', responseType: 'answer', degraded: [] });
  });

  it("does not name or count other people's private documents, not even for an admin", async () => {
    const own = await scenario.house();
    await addKnowledge(scenario, own, {
      owner: own.member,
      title: 'Diary',
      visibility: 'private',
      passages: ['Dear diary.'],
    });

    const [theirs, others] = [
      await ask('How many documents are there?', own.member),
      await ask('How many documents are there?', own.admin),
    ];
    const about = await ask('Is there a document about a diary?', own.admin);
    const summary = await ask('Summarise “Diary”.', own.admin);

    expect(theirs.answer).toContain('You may read 1 document.');
    expect(others.answer).toBe('You may read 0 documents.');
    expect([about, summary].map(({ responseType }) => responseType)).toEqual(
      Array(2).fill('not_found'),
    );
  });

  it('stays within the filter of the request', async () => {
    const filter = { type: 'eq', key: 'metadata.area', value: 'garden' };

    const answer = await ask('How many documents are there?', house.member, {
      options: { filter },
    });

    expect(answer.answer).toContain('You may read 1 document.');
    expect(titlesOf(answer)).toEqual(['Garden rules']);
  });

  it('lists the newest first, in the language of the question', async () => {
    const answer = await ask('Was sind die neuesten Dokumente?');

    expect(answer.answer).toMatch(/^Die neuesten Dokumente, .*\(2 von 2\):\n\n- Pool rules/);
  });

  it('finds documents about a subject by title and content', async () => {
    const [byTitle, byText] = [
      await ask('Is there a document about the pool?'),
      await ask('Which documents mention hedges?'),
    ];

    expect(titlesOf(byTitle)).toEqual(['Pool rules']);
    expect(titlesOf(byText)).toEqual(['Garden rules']);
  });

  it("shows a document's outline and first sentences, and says that it does", async () => {
    const { answer, notice } = await ask('Please summarise the pool rules.');

    expect(notice).toMatch(/^No language model wrote this; it is the outline/);
    expect(answer).toContain(
      '“The pool opens at seven. It closes at nine. Nobody dives.” [1]\n- Hours [2]\n- Safety [3]',
    );
  });

  it.each([
    ['Summarise the Brewster 300 manual', 'Brewster 300: operating manual'],
    ['What is in the brewster manual?', 'Brewster 300: operating manual'],
    ['Résume le règlement de la fabrique.', 'reglement-fabrique'],
    ['Was steht in der Werkordnung?', 'Werkordnung 2026'],
  ])('recognises a document by the words of its title: %s', async (question, title) => {
    const own = await scenario.house();
    for (const one of [
      'Brewster 300: operating manual',
      'reglement-fabrique',
      'Werkordnung 2026',
    ]) {
      const passages = [{ content: 'It is short. It is old.', chapter: 'First part' }];
      await addKnowledge(scenario, own, { owner: own.admin, title: one, passages });
    }

    const { citations, answer } = await ask(question, own.member);

    expect(titlesOf({ citations })).toEqual([title]);
    expect(answer).toContain('- First part [2]');
  });

  it('is searched like any other if no document has that name', async () => {
    const answer = await ask('Summarise how hedges are cut.');

    expect(answer.toolCalls.map(({ name }) => name)).toEqual([
      'list_documents',
      'rag_search',
      'memory_search',
    ]);
    expect(answer.answer).toContain('Hedges are cut in March.');
  });
});

describe('list_documents', () => {
  const { write, scripted } = playBy('tools');
  const call = async (given: Record<string, unknown>, answer: string) => {
    const chat = scripted({
      decide: [
        write.call([{ name: 'list_documents', arguments: given }], 'decide'),
        write.answer(),
      ],
      answer: [answer],
    });
    const sent = await scenario.asker({ chat })(house.member, 'What have we got here on rules?');
    const { toolCalls: calls } = await receiptOf(scenario, house.member, sent);
    return { ...sent, calls };
  };

  it('gives a model the number of documents as a source that it can cite', async () => {
    const answer = await call({ sort: 'title', limit: 1 }, 'The number of documents is 2 [1].');

    expect(answer.answer).toContain('The number of documents is 2 [1].');
    expect(answer.citations).toMatchObject([{ type: 'tool', quote: 'Number of documents: 2.' }]);
  });

  it.each([
    [{ limit: 1_000_000 }],
    [{ sort: 'id; DROP TABLE documents' }],
    [{ tenantId: '0197e0b2-0000-7000-8000-000000000000' }],
    [{ title: '' }],
    [{ within: { type: 'eq', key: 'd.visibility', value: 'private' } }],
  ])('refuses the arguments %j', async (given) => {
    const { calls } = await call(given, 'Nothing.');

    expect(calls).toMatchObject([{ ok: false, error: { code: 'invalid_arguments' } }]);
  });

  it('treats wildcard characters in a title literally', async () => {
    const { calls } = await call({ title: "%' OR true --" }, 'Nothing.');

    expect(calls).toMatchObject([{ ok: true, summary: expect.stringMatching(/^0 documents/) }]);
  });
});

describe('document_retrieval', () => {
  const { write, scripted } = playBy('tools');

  it('reads passages from all parts of a document that exceeds its budget', async () => {
    const own = await scenario.house();
    const passages = Array.from(
      { length: 60 },
      (_, at) => `Part ${at + 1}. ${'Bees. '.repeat(20)}`,
    );
    const long = { owner: own.admin, title: 'Bees', passages };
    const { chunkIds } = await addKnowledge(scenario, own, long);
    const given = { title: 'Bees', overview: true, includeChunks: true };
    const chat = scripted({
      decide: [
        write.call([{ name: 'document_retrieval', arguments: given }], 'decide'),
        write.answer(),
      ],
      answer: ['Part 59 [1].'],
    });

    const answer = await scenario.asker({ chat })(own.member, 'Summarise the bees.');
    const { toolCalls } = await receiptOf(scenario, own.member, answer);

    const read = chunkIds.filter((id) => toolCalls[0]?.summary.includes(id));
    expect(read).toEqual(chunkIds.filter((_, at) => at % 2 === 0));
  });
});
