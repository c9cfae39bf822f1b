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
});
