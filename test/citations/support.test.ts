import { describe, expect, it } from '@jest/globals';
import { bestQuote, findSupport, toClaimTerms, toSpan } from '../../src/citations/support.js';

const content =
  'The canteen opens at nine. Employees are entitled to 30 days of annual leave. The car park is behind the hall.';

describe('the sentence that supports a claim', () => {
  it('is the one that shares most of its words', () => {
    const { quote } = bestQuote('Annual leave is 30 days.', { content, language: 'en' });

    expect(quote).toBe('Employees are entitled to 30 days of annual leave.');
  });

  it('is the shorter of two that share as much', () => {
    const two =
      'Leave is thirty days in a year as the works council has agreed. Leave is thirty days.';

    const { quote } = bestQuote('Leave: thirty days', { content: two, language: 'en' });

    expect(quote).toBe('Leave is thirty days.');
  });

  it('grows to the neighbour that says the other part of the claim', () => {
    const terms = toClaimTerms('The canteen opens at nine; annual leave is 30 days.', 'en');

    const support = findSupport(terms, content, 'en');

    expect(content.slice(support?.start, support?.end)).toBe(
      'The canteen opens at nine. Employees are entitled to 30 days of annual leave.',
    );
  });

  it('is none where nothing is shared, and the quotation then the first sentence', () => {
    const claim = 'Dogs bark loudly.';

    expect(findSupport(toClaimTerms(claim, 'en'), content, 'en')).toBeUndefined();
    expect(bestQuote(claim, { content, language: 'en' }).quote).toBe('The canteen opens at nine.');
  });
});

describe('the place of a quotation in its document', () => {
  it('counts from where the passage stands', () => {
    const source = { content: 'abcdef', language: 'en', span: { charStart: 100, charEnd: 106 } };

    expect(toSpan(source, 2, 4)).toEqual({ charStart: 102, charEnd: 104 });
  });

  it('leaves out a header that was put in front and ends with the passage', () => {
    const source = { content: 'head\nabc', language: 'en', span: { charStart: 50, charEnd: 53 } };

    expect(toSpan(source, 0, 8)).toEqual({ charStart: 50, charEnd: 53 });
    expect(toSpan(source, 5, 7)).toEqual({ charStart: 50, charEnd: 52 });
  });

  it('is unknown where that of the passage is', () => {
    expect(toSpan({ content: 'abc', language: 'en' }, 0, 3)).toEqual({
      charStart: null,
      charEnd: null,
    });
  });
});
