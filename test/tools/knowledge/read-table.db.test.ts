import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { playBy } from '../../fakes/scripted-chat-model.js';
import { addKnowledge } from '../../support/knowledge.js';
import { createScenario, receiptOf, type Scenario } from '../../support/scenario.js';
import type { TestTenant } from '../../support/tenant.js';

const COUNTRIES = `Country | Currency | Inhabitants | Area
Austria | euro | 9,159,000 | 83,879 km²
Denmark | krone | 5,961,000 | 42,952 km²
Finland | euro | 5,604,000 | 338,440 km²
Sweden | krona | 10,551,000 | 450,295 km²
Total | | 31,275,000 |`;

let scenario: Scenario;
let house: TestTenant;
let chunkIds: string[];

beforeAll(async () => {
  scenario = await createScenario();
  house = await scenario.house();
  ({ chunkIds } = await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'Countries',
    passages: [`Some words before it.\n\n${COUNTRIES}`, 'Year | Events\n2024 | 12\n2025 | 15 kg'],
  }));
  await addKnowledge(scenario, house, {
    owner: house.admin,
    title: 'Payroll',
    visibility: 'private',
    passages: ['Name | Salary\nAda | 9000\nBen | 8000'],
  });
});
afterAll(() => scenario.destroy());

const { write, scripted } = playBy('tools');

/** The result of a model's call, as the next prompt shows it. */
const read = async (given: Record<string, unknown>, scope = house.member) => {
  let seen = '';
  const chat = scripted({
    decide: [
      write.call([{ name: 'read_table', arguments: given }], 'decide'),
      ({ messages }) => {
        seen = messages.map(({ content }) => content).join('\n');
        return write.answer();
      },
    ],
    answer: ['Rows that match: 2 [1].'],
  });
  const answer = await scenario.asker({ chat })(scope, 'What does the table say?');
  const { toolCalls } = await receiptOf(scenario, scope, answer);
  return { answer, seen, call: toolCalls[0] };
};

const EURO = { column: 'currency', is: 'equal', value: 'Euro' };

describe('read_table', () => {
  it('shows the rows that match, in the order asked for, each cell with its column', async () => {
    const { seen, call } = await read({
      title: 'Countries',
      where: [EURO],
      sortBy: { column: 'Inhabitants' },
    });

    expect(seen).toContain('Columns: Country | Currency | Inhabitants | Area.');
    expect(seen).toContain('Rows that match: 2. Rows in the table: 5.');
    expect(seen).toContain(
      'Country: Finland · Currency: euro · Inhabitants: 5,604,000 · Area: 338,440 km²\nCountry: Austria · ',
    );
    expect(call?.summary).toBe('2 of 5 rows match, 2 are shown; table 1 of 2');
  });

  it('calculates totals over the stored cells of the matching rows', async () => {
    const of = (name: string, column: string) => ({ of: name, column });
    const { seen } = await read({
      title: 'Countries',
      where: [{ column: 'Country', is: 'not_equal', value: 'Total' }],
      figures: [
        of('sum', 'Inhabitants'),
        of('largest', 'Area'),
        of('average', 'Inhabitants'),
        of('smallest', 'Country'),
      ],
    });

    expect(seen).toContain('Sum of Inhabitants: 31275000 (4 rows).');
    expect(seen).toContain('Largest of Area: 450295 km² (4 rows).');
    expect(seen).toContain('Average of Inhabitants: 7818750 (4 rows).');
    expect(seen).toContain('Smallest of Country: no numbers.');
  });

  it.each([
    [{ column: 'Inhabitants', is: 'more', value: 9_159_000 }, 2],
    [{ column: 'Inhabitants', is: 'at_least', value: '9159000' }, 3],
    [{ column: 'Currency', is: 'contains', value: 'KR' }, 2],
    [{ column: 'Country', is: 'equal', value: '.*' }, 0],
  ])('compares cells by %j', async (condition, expected) => {
    const { call } = await read({ title: 'Countries', where: [condition] });

    expect(call?.summary).toMatch(new RegExp(`^${expected} of 5 rows`));
  });

  it('is cited as the document that it read, and its answer is removed with that document', async () => {
    const { answer } = await read({ title: 'Countries', where: [EURO] });

    expect(answer.answer).toContain('Rows that match: 2 [1].');
    expect(answer.citations).toMatchObject([{ type: 'tool', chunkId: chunkIds[0] }]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ title: 'Countries', where: [{ column: 'nothing', is: 'equal', value: 1 }] }, 'invalid_'],
    [{ title: 'Countries', where: [{ ...EURO, is: 'matches' }] }, 'invalid_'],
    [{ title: 'Countries', where: Array(6).fill(EURO) }, 'invalid_'],
    [{ title: 'Countries', where: [{ column: 'Area', is: 'less', value: '1e9' }] }, 'invalid_'],
    [{ title: 'Countries', limit: 1_000_000 }, 'invalid_'],
    [{ title: 'Countries', sortBy: { column: '__proto__' } }, 'invalid_'],
    [{ title: 'Countries', sql: 'SELECT 1' }, 'invalid_'],
    [{ title: 'Countries', table: 2, figures: [{ of: 'sum', column: 'Events' }] }, 'invalid_'],
    [{ title: 'Countries', table: 3 }, 'not_found'],
    [{ title: 'Payroll' }, 'not_found'],
    [{}, 'invalid_'],
  ])('refuses %j with %s', async (given, code) => {
    const { call, seen } = await read(given);

    expect(call).toMatchObject({ ok: false, error: { code: expect.stringContaining(code) } });
    expect(`${JSON.stringify(call)}${seen}`).not.toMatch(/Salary|Inhabitants/);
  });
});
