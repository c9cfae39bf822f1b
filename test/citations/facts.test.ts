import { describe, expect, it } from '@jest/globals';
import { extractFacts, holdsFacts } from '../../src/citations/facts.js';

type Case = [language: string, claim: string, source: string];

const holds = ([language, claim, source]: Case) =>
  holdsFacts(extractFacts(source, language), extractFacts(claim, language));

describe('the facts of a source', () => {
  it.each<Case>([
    ['en', 'There are twenty-five offices here.', 'Here are 25 offices.'],
    ['en', 'Members pay the fee every month.', 'The fee: members pay monthly.'],
    ['en', 'It opens on 5 March.', 'It opens 5–7 March.'],
    ['en', 'The sum is 14,250.', 'The sum is 14,250¹.'],
    ['de', 'Der Vertrag ist vom 5. März 2024.', 'Vertrag vom 05.03.2024'],
  ])('include the same fact in another spelling, %s: %s ← %s', (...row) => {
    expect(holds(row)).toBe(true);
  });

  it.each<Case>([
    ['en', 'Here are 26 offices.', 'Here are twenty-five offices.'],
    ['en', 'The fee is 5 USD.', 'The fee is 5 EUR.'],
    ['en', 'The fee is due per week.', 'The fee is due per month.'],
    ['en', 'Form AB-1234 is needed.', 'Form AB-1235 is needed.'],
    ['en', 'The meeting is on Monday.', 'The meeting is on Friday.'],
    ['en', 'The pressure is ≥ 5 bar.', 'The pressure is ≤ 5 bar.'],
    ['ru', 'Договор подписан 5 марта.', 'Договор подписан 5 мая.'],
  ])('do not include another number, unit, date or code, %s: %s ← %s', (...row) => {
    expect(holds(row)).toBe(false);
  });
});
