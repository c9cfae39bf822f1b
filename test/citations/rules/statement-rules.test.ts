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

describe('the rules about a statement', () => {
  it('rate it exact if the passage contains it word for word', () => {
    const text = 'Office staff may work from home up to three days a week.';

    const finding = rules.check({ text, lead: '', cited: [0] });

    expect(finding).toEqual({ verdict: 'exact', reason: 'verbatim', sourceIndexes: [0] });
  });

  it('rate a figure unsupported if it appears nowhere in the turn', () => {
    const text = 'Office staff may work from home up to four days a week.';

    const finding = rules.check({ text, lead: '', cited: [0] });

    expect(finding).toMatchObject({ verdict: 'unsupported', reason: 'figure_not_found' });
  });

  it('find the passage that supports a statement without a marker', () => {
    const finding = rules.check({
      text: 'The hotel limit is 140 euros per night.',
      lead: '',
      cited: [],
    });

    expect(finding).toMatchObject({ verdict: 'exact', sourceIndexes: [1] });
  });

  it('do not take a letter in the passage for support', () => {
    const finding = rules.check({ text: 'A.', lead: 'May I work from home?', cited: [0] });

    expect(finding).toMatchObject({ verdict: 'open' });
  });
});

describe('the rules about limits written with signs', () => {
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
  ])('leave %s undecided if the source says %s', (text, content) => {
    expect(check(text, content)).toBe('open');
  });

  it.each([
    ['The pressure of the boiler is at most 5 bar.', 'The pressure of the boiler is ≤ 5 bar.'],
    ['The boiler has a pressure of ≥ 5 bar.', 'The pressure of the boiler is at least 5 bar.'],
  ])('rate %s supported by %s', (text, content) => {
    expect(check(text, content)).toBe('supported');
  });
});

describe('the rules about the result of a calculation', () => {
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
    ['a unit that no source names', 'Twelve percent of that make 40.8 dollars.'],
    ['another figure', 'Twelve percent of that make 48 euro.'],
    ['a number that is not its result', 'Of 12 euro that is a part.'],
    ['a negation', 'Twelve percent of that are not 40.8 euro.'],
  ])('do not rate it supported with %s', (_, text) => {
    expect(check(text).verdict).toMatch(/^(?:open|unsupported)$/);
  });
});
