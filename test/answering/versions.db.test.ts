import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKnowledge } from '../support/knowledge.js';
import { createScenario, type Scenario } from '../support/scenario.js';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await createScenario();
});
afterAll(() => scenario.destroy());

const OLD = 'Every employee of Brindle has twenty days of holiday in a year.';
const NEW = 'Every employee of Brindle has thirty days of holiday in a year.';
const QUESTION = 'How many days of holiday does an employee of Brindle have?';

type Made = { title: string; text: string; visibility?: string };

/** Asks over documents that were uploaded in this order. */
const ask = async (documents: readonly Made[], question = QUESTION) => {
  const house = await scenario.house();
  for (const { text, ...made } of documents) {
    await addKnowledge(scenario, house, { owner: house.admin, ...made, passages: [text] });
  }
  return scenario.asker({ chat: null })(house.member, question);
};

describe('two documents that say almost the same', () => {
  it('are answered from the newer one, and the answer names the older one that differs', async () => {
    const { answer, citations } = await ask([
      { title: 'Leave policy', text: OLD },
      { title: 'Leave policy', text: NEW },
    ]);

    expect(answer).toContain('thirty days');
    expect(answer).not.toContain('twenty days');
    expect(answer).toContain('An older document says something else: Leave policy [2]');
    expect(citations.map(({ quote }) => quote)).toEqual([NEW, OLD]);
  });

  it('are distinguished by the years in their titles, whenever they were uploaded', async () => {
    const made = [
      { title: 'Leave policy 2026', text: NEW },
      { title: 'Leave policy 2025', text: OLD },
    ];

    const [newest, named] = [await ask(made), await ask(made, `${QUESTION} Say it for 2025.`)];

    expect(newest.answer).toMatch(/^.*\n\n“Every employee of Brindle has thirty.*\n.*2025 \[2\]/);
    expect(named.answer).toContain('twenty days');
  });

  it('do not count as two if the older says the same or belongs to somebody else', async () => {
    const [same, hidden] = [
      await ask([
        { title: 'Leave policy', text: NEW },
        { title: 'Leave policy', text: NEW },
      ]),
      await ask([
        { title: 'Leave policy', text: OLD, visibility: 'private' },
        { title: 'Leave policy', text: NEW },
      ]),
    ];

    expect([same, hidden].map(({ answer }) => answer.includes('older document'))).toEqual([
      false,
      false,
    ]);
  });

  it('are both kept if the question has a word that only one of them has', async () => {
    const { answer } = await ask(
      [
        { title: 'Lease', text: 'Ada Fenn pays a rent of 900 EUR for her flat every month.' },
        { title: 'Lease', text: 'Ben Moor pays a rent of 700 EUR for his flat every month.' },
      ],
      'What rent does Ada Fenn pay?',
    );

    expect(answer).toContain('900 EUR');
    expect(answer).not.toContain('older document');
  });

  it('are not distinguished by an amount in the question', async () => {
    const { answer } = await ask(
      [
        { title: 'Travel policy', text: 'The hotel limit of Brindle is 110 euros a night.' },
        { title: 'Travel policy', text: 'The hotel limit of Brindle is 145 euros a night.' },
      ],
      'Is the hotel limit 110 euros?',
    );

    expect(answer).toMatch(/145 euros.*\n.*older document says something else/);
  });

  it('are not distinguished by small question words that only the older one has', async () => {
    const head = 'Article | Name | Price | Weight';
    const table = [
      'HT-100 | Claw hammer | 18.50 € | 0.6 kg',
      'HT-110 | Rubber mallet | 12.90 € | 0.5 kg',
      'HT-120 | Pipe wrench | 27.00 € | 1.4 kg',
      'HT-130 | Bolt cutter | 41.75 € | 2.1 kg',
    ];
    const older = table.map((row) => row.replace('27.00', '25.00'));

    const { answer } = await ask(
      [
        { title: 'Tools 2025', text: `${[head, ...older].join('\n')}\n\nSmall is the order.` },
        { title: 'Tools 2026', text: [head, ...table].join('\n') },
      ],
      'What is the price of the pipe wrench?',
    );

    expect(answer).toMatch(/27\.00 €.*\n.*older document says something else: Tools 2025/);
    expect(answer).not.toContain('25.00');
  });

  it('are both kept if only their form is the same', async () => {
    const { answer } = await ask(
      [
        { title: 'Flat in Mill Lane', text: 'The rent of the flat in Mill Lane is 900 EUR.' },
        { title: 'Shop in Ash Road', text: 'The rent of the shop in Ash Road is 1,500 EUR.' },
      ],
      'What is the rent of the flat in Mill Lane?',
    );

    expect(answer).toContain('900 EUR');
    expect(answer).not.toContain('older document');
  });
});
