import { describe, expect, it } from '@jest/globals';
import { createStatementRules } from '../../../src/citations/index.js';

const rules = createStatementRules(
  [
    {
      key: 'a',
      language: 'en',
      content: 'Office staff may work from home up to three days a week.',
    },
    { key: 'b', language: 'en', content: 'The hotel limit is 140 euros per night.' },
  ],
  { question: 'May I work from home?', language: 'en', otherTexts: [] },
);

describe('rules about a statement', () => {
  it('call what stands in the passage word for word exact', () => {
    const text = 'Office staff may work from home up to three days a week.';

    const finding = rules.check({ text, lead: '', cited: [0] });

    expect(finding).toEqual({ verdict: 'exact', reason: 'verbatim', sourceIndexes: [0] });
  });

  it('call a figure unsupported that stands nowhere in the turn', () => {
    const text = 'Office staff may work from home up to four days a week.';

    const finding = rules.check({ text, lead: '', cited: [0] });

    expect(finding).toMatchObject({ verdict: 'unsupported', reason: 'figure_not_found' });
  });

  it('find the passage that carries a statement without a marker', () => {
    const finding = rules.check({
      text: 'The hotel limit is 140 euros per night.',
      lead: '',
      cited: [],
    });

    expect(finding).toMatchObject({ verdict: 'exact', sourceIndexes: [1] });
  });

  it('take a letter that stands in the passage for nothing that it says', () => {
    const finding = rules.check({ text: 'A.', lead: 'May I work from home?', cited: [0] });

    expect(finding).toMatchObject({ verdict: 'open' });
  });
});

describe('rules about a bound that is written as a sign', () => {
  const check = (text: string, content: string) =>
    createStatementRules([{ key: 'a', language: 'en', content }], {
      question: 'Which pressure is allowed?',
      language: 'en',
      otherTexts: [],
    }).check({ text, lead: '', cited: [0] }).verdict;

  it.each([
    ['The pressure of the boiler is ≥ 5 bar.', 'The pressure of the boiler is ≤ 5 bar.'],
    ['The pressure of the boiler is 5 bar.', 'The pressure of the boiler is <= 5 bar.'],
    ['The pressure of the boiler is > 5 bar.', 'The pressure of the boiler is < 5 bar.'],
    ['The pressure of the boiler is at least 5 bar.', 'The pressure of the boiler is ≤ 5 bar.'],
  ])('leave %s open where the source says %s', (text, content) => {
    expect(check(text, content)).toBe('open');
  });

  it.each([
    ['The pressure of the boiler is at most 5 bar.', 'The pressure of the boiler is ≤ 5 bar.'],
    ['The boiler has a pressure of ≥ 5 bar.', 'The pressure of the boiler is at least 5 bar.'],
  ])('take %s as carried by %s', (text, content) => {
    expect(check(text, content)).toBe('supported');
  });
});

describe('rules about the result of a calculation', () => {
  const calculation = '12% of 340 = 40.8';
  const check = (text: string, fee = 'The yearly fee is 340 euro.') =>
    createStatementRules(
      [
        { key: 'a', language: 'en', content: fee },
        { key: 'b', language: 'en', content: calculation, isValue: true, isCalculation: true },
      ],
      { question: 'How much is 12 % of the yearly fee?', language: 'en', otherTexts: [] },
    ).check({ text, lead: '', cited: [1] });

  it('give it the unit that a source names', () => {
    expect(check('Twelve percent of that make 40.8 euro.')).toMatchObject({
      verdict: 'computed',
      sum: calculation,
      sourceIndexes: [1],
    });
  });

  it.each([
    ['a unit that nobody names', 'Twelve percent of that make 40.8 dollars.'],
    ['another figure', 'Twelve percent of that make 48 euro.'],
    ['a number that is not its result', 'Of 12 euro that is a part.'],
    ['a denial', 'Twelve percent of that are not 40.8 euro.'],
  ])('carry nothing with %s', (_, text) => {
    expect(check(text).verdict).toMatch(/^(?:open|unsupported)$/);
  });
});
