import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserScope } from '../../src/shared/scope.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;

const PASSAGES = [
  'The deposit is two months of rent.',
  'Maintenance of the lift is paid by the landlord, and fixing it.',
  'Complaints go to Henrik Smith, who answers within ten days.',
  'The invoice AB1234 was received in March.',
  'Both sides are heard before a decision.',
];

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, { owner: tenant.admin, passages: PASSAGES });
});

afterAll(() => bench.destroy());

const ask = (scope: UserScope, query: string, filter: { language?: string } = {}) => {
  const { signal } = new AbortController();
  return bench.services().searchChunks(scope, { queries: [query], topK: 5, filter, signal });
};

const corrected = async (scope: UserScope, query: string) => (await ask(scope, query)).corrections;

describe('a misspelt word in a question', () => {
  it.each([
    { slip: 'a doubled letter', query: 'What is the depositt?', from: 'depositt', to: 'deposit' },
    { slip: 'swapped letters', query: 'What is the depsoit?', from: 'depsoit', to: 'deposit' },
    { slip: 'a missing letter', query: 'What is the depost?', from: 'depost', to: 'deposit' },
    { slip: 'a wrong letter', query: 'What is the deporit?', from: 'deporit', to: 'deposit' },
    {
      slip: 'swapped letters in its ending',
      query: 'Was it recieved?',
      from: 'recieved',
      to: 'received',
    },
    {
      slip: 'a vowel left out of its ending',
      query: 'Who pays for fixng the lift?',
      from: 'fixng',
      to: 'fixing',
    },
    {
      slip: 'a slip in its first place',
      query: 'Depositt amount?',
      from: 'Depositt',
      to: 'Deposit',
    },
  ])(
    'finds its passage despite $slip, and the correction is shown',
    async ({ query, from, to }) => {
      const { results, corrections } = await ask(tenant.member, query);

      expect(corrections).toEqual([{ from, to }]);
      expect(results[0]?.chunk.content.toLowerCase()).toContain(to.toLowerCase());
    },
  );

  it('is read as a function word if it is a misspelling of one, and weighs as little', async () => {
    const { results, corrections } = await ask(tenant.member, 'wich amount is the deposit');
    const written = await ask(tenant.member, 'which amount is the deposit');

    expect(corrections).toEqual([{ from: 'wich', to: 'which' }]);
    expect(results[0]?.relevance).toBeCloseTo(written.results[0]?.relevance ?? 0, 1);
  });

  it('is read as a three-letter function word if only its letters are swapped', async () => {
    expect(await corrected(tenant.member, 'What is teh deposit?')).toEqual([
      { from: 'teh', to: 'the' },
    ]);
  });

  it('is one of at most six that are corrected in a question', async () => {
    const found = await corrected(
      tenant.member,
      'depositt monhs maintenace landord complaints invoise recieved',
    );

    expect(found.map(({ to }) => to)).toEqual(
      expect.arrayContaining(['deposit', 'months', 'maintenance', 'landlord', 'invoice']),
    );
  });

  it('counts as evidence once it is corrected', async () => {
    const misspelt = await ask(tenant.member, 'How much rent is the depsoit?');

    expect(misspelt.outcome).toBe('answer');
  });
});

describe('spelling correction', () => {
  it.each([
    { what: 'a word that the index contains', query: 'What is the deposit?' },
    { what: 'a name', query: 'When does Henrik Smyth answer?' },
    { what: 'a word with two slips', query: 'Who pays for maintainance?' },
    { what: 'a number', query: 'Is it 12345 or AB1235?' },
    { what: 'an identifier', query: 'What does --depositt or depositt_id say?' },
    { what: 'a word in quotation marks', query: 'Where does it say "depositt"?' },
    { what: 'a word in capitals', query: 'Who is DEPOSITT?' },
    { what: 'a short word', query: 'Is the lif broken?' },
    { what: 'another short word', query: 'Is the rant paid?' },
    { what: 'a word of four letters that a longer one resembles', query: 'Who is the head?' },
    { what: 'a word that resembles no other', query: 'Where is the swimming pool?' },
  ])('leaves $what alone', async ({ query }) => {
    expect(await corrected(tenant.member, query)).toEqual([]);
  });

  it.each(['Quando si paga il deposito?', 'Quién paga el deposito de la casa?'])(
    'leaves a question alone if the index has nothing in its language: %s',
    async (query) => {
      expect(await corrected(tenant.member, query)).toEqual([]);
    },
  );

  it('leaves an inflected word alone if its passage was taken for another language', async () => {
    const both = await bench.test.tenant();
    const table = ['Item | Lantern | 14'];
    await addKnowledge(bench, both, { owner: both.admin, passages: ['The landerns are birds.'] });
    await addKnowledge(bench, both, { owner: both.admin, language: 'fr', passages: table });

    expect(await corrected(both.member, 'Where are the lanterns of the birds?')).toEqual([]);
  });

  it('corrects a German noun, but not a name of two words', async () => {
    const german = await bench.test.tenant();
    const passages = ['Die Kaution sind zwei Mieten.', 'Fragen beantwortet Frau Schmidt.'];
    await addKnowledge(bench, german, { owner: german.admin, language: 'de', passages });

    expect(await corrected(german.member, 'Wie hoch ist die Kautoin?')).toEqual([
      { from: 'Kautoin', to: 'Kaution' },
    ]);
    expect(await corrected(german.member, 'Was beantwortet Frau Schmitdt?')).toEqual([]);
  });
});

describe('a tenant with documents in two languages', () => {
  const GERMAN = 'Wann das Cafe geöffnet ist, steht an der Tür. Hunde sind Freunde der Kaution.';
  let both: TestTenant;

  beforeAll(async () => {
    both = await bench.test.tenant();
    const english = ['The log is verbose. Want coffee? Dogs pay a deposit.'];
    await addKnowledge(bench, both, { owner: both.admin, passages: english });
    await addKnowledge(bench, both, { owner: both.admin, language: 'de', passages: [GERMAN] });
  });

  it('does not have words of a question read as words of the other language', async () => {
    expect(await corrected(both.member, 'Warum sind Hunde verboten?')).toEqual([]);
  });

  it.each([
    { query: 'Wan ist das Cafe geöffnet?', from: 'Wan', to: 'Wann' },
    { query: 'How mch is the deposit for the dogs?', from: 'mch', to: 'much' },
  ])("has $from read as a question word of the question's language", async (slip) => {
    const { query, from, to } = slip;

    expect(await corrected(both.member, query)).toEqual([{ from, to }]);
  });

  it('has misspellings in either language corrected', async () => {
    expect(await corrected(both.member, 'Wie hoch ist die Kautoin für Hunde?')).toEqual([
      { from: 'Kautoin', to: 'Kaution' },
    ]);
    expect(await corrected(both.member, 'How much is the depsoit for dogs?')).toEqual([
      { from: 'depsoit', to: 'deposit' },
    ]);
  });
});

describe('a misspelt word that resembles a stem of another language', () => {
  it('is not read as a word of that language', async () => {
    const both = await bench.test.tenant();
    const english = ['The battery lasts five years.', 'The cable is green.'];
    const polish = ['Zasilanie bateryjne jest w zestawie.'];
    await addKnowledge(bench, both, { owner: both.admin, passages: english });
    await addKnowledge(bench, both, { owner: both.admin, language: 'pl', passages: polish });

    const { results, corrections } = await ask(both.member, 'How long does the batery last?');

    expect(corrections).toEqual([{ from: 'batery', to: 'battery' }]);
    expect(results[0]?.chunk.content).toBe(english[0]);
  });
});

describe('a misspelt word whose stem is also one of another language', () => {
  it.each([
    {
      language: 'it',
      english: 'This setting deletes articles.',
      from: 'seting',
      other: 'Chi ha sete beve alla fontana.',
      to: 'setting',
    },
    {
      language: 'es',
      english: 'This command deletes articles.',
      from: 'comand',
      other: 'Los comandos están en la lista.',
      to: 'command',
    },
  ])('is corrected: $from', async ({ language, english, other, from, to }) => {
    const both = await bench.test.tenant();
    const passages = [english, 'The cable is green.'];
    await addKnowledge(bench, both, { owner: both.admin, passages });
    await addKnowledge(bench, both, { owner: both.admin, language, passages: [other] });

    expect(await corrected(both.member, `Which ${from} deletes articles?`)).toEqual([{ from, to }]);
  });

  it('is left alone if a passage contains it in another language', async () => {
    const both = await bench.test.tenant();
    const english = ['This setting deletes articles.', 'The cable is green.'];
    const italian = ['Il seting della macchina.'];
    await addKnowledge(bench, both, { owner: both.admin, passages: english });
    await addKnowledge(bench, both, { owner: both.admin, language: 'it', passages: italian });

    expect(await corrected(both.member, 'Which seting deletes articles?')).toEqual([]);
  });
});

describe('a misspelt inflected word', () => {
  it('is read as its base word, even if no passage has this inflected form', async () => {
    const own = await bench.test.tenant();
    const passages = ['The battery lasts five years.', 'The cable is green.'];
    await addKnowledge(bench, own, { owner: own.admin, passages });

    expect(await corrected(own.member, 'How long do baterys last?')).toEqual([
      { from: 'baterys', to: 'battery' },
    ]);
  });
});

describe('a corrected word', () => {
  it('finds its passage among many that contain the other words of the question', async () => {
    const own = await bench.test.tenant();
    const others = Array.from(
      { length: 70 },
      (_, number) => `Best offers for the office and the shop, page ${number}.`,
    );
    const wanted = 'The temperature of the shop is kept at 20 degrees.';
    await addKnowledge(bench, own, { owner: own.admin, passages: [...others, wanted] });

    const { results } = await ask(own.member, 'best temprature for the office and the shop');

    expect(results.map(({ chunk }) => chunk.content)).toContain(wanted);
  });
});

describe('a compound that no passage writes as one word', () => {
  const PASSAGES = [
    'Die Sachkunde wird durch eine Prüfung nachgewiesen. Die Prüfung kostet 40 Euro.',
    'Der Entwurf einer Verordnung liegt im Rathaus aus.',
    'Was das Rathaus sonst kostet, steht im Haushalt.',
  ];
  let german: TestTenant;

  beforeAll(async () => {
    german = await bench.test.tenant();
    await addKnowledge(bench, german, {
      owner: german.admin,
      language: 'de',
      passages: PASSAGES,
    });
  });

  it.each([
    {
      query: 'Wann ist die Sachkundeprüfung?',
      from: 'Sachkundeprüfung',
      to: 'Sachkunde Prüfung',
      passage: PASSAGES[0],
    },
    {
      query: 'Wo liegt der Verordnungsentwurf?',
      from: 'Verordnungsentwurf',
      to: 'Verordnung Entwurf',
      passage: PASSAGES[1],
    },
  ])('finds $to instead of $from', async ({ query, from, to, passage }) => {
    const { results, corrections } = await ask(german.member, query);

    expect(corrections).toEqual([{ from, to }]);
    expect(results[0]?.chunk.content).toBe(passage);
  });

  it('is left alone if one of its parts is in no passage', async () => {
    expect(await corrected(german.member, 'Wo ist die Prüfungsbibliothek?')).toEqual([]);
  });

  it('is not split in a language without compounds', async () => {
    expect(await corrected(tenant.member, 'Where is the rentdeposit?')).toEqual([]);
  });
});

describe('a spelling correction', () => {
  it('never suggests a word of another tenant', async () => {
    const other = await bench.test.tenant();
    await addKnowledge(bench, other, { owner: other.admin, passages: ['The rent is due.'] });

    expect(await corrected(other.member, 'What is the depositt?')).toEqual([]);
  });

  it("never suggests a word of somebody else's private document, but does so for its owner", async () => {
    const own = await bench.test.tenant();
    await addKnowledge(bench, own, { owner: own.admin, passages: ['The rent is due in May.'] });
    await addKnowledge(bench, own, {
      owner: own.admin,
      visibility: 'private',
      passages: ['The severance plan is secret.'],
    });

    expect(await corrected(own.member, 'Is there a severrance plan?')).toEqual([]);
    expect(await corrected(own.admin, 'Is there a severrance plan?')).toEqual([
      { from: 'severrance', to: 'severance' },
    ]);
  });

  it('is not prevented by a private word of the same spelling', async () => {
    const own = await bench.test.tenant();
    await addKnowledge(bench, own, { owner: own.admin, passages: ['The deposit is due.'] });
    await addKnowledge(bench, own, {
      owner: own.admin,
      visibility: 'private',
      passages: ['Somebody wrote depositt here.'],
    });

    expect(await corrected(own.member, 'What is the depositt?')).toEqual([
      { from: 'depositt', to: 'deposit' },
    ]);
  });

  it('never suggests a word of a deleted document, even if its vectors still exist', async () => {
    const own = await bench.test.tenant();
    await addKnowledge(bench, own, { owner: own.admin, passages: ['The rent is due in May.'] });
    const { documentId } = await addKnowledge(bench, own, {
      owner: own.admin,
      passages: ['The zebra crossing is closed.'],
    });
    await bench.test.database.withScope(own.admin, (tx) => tx.documents.markDeleting(documentId));

    expect(await corrected(own.admin, 'Where is the zebbra crossing?')).toEqual([]);
  });

  it('never suggests a word outside the documents that the search is limited to', async () => {
    const { corrections } = await ask(tenant.member, 'What is the depositt?', { language: 'hu' });

    expect(corrections).toEqual([]);
  });
});
