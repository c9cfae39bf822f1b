import { describe, expect, it } from '@jest/globals';
import { bestQuote, findSupport, toClaimTerms, toSpan } from '../../src/citations/support.js';

const content =
  'The canteen opens at nine. Employees are entitled to 30 days of annual leave. The car park is behind the hall.';

describe('the sentence that supports a claim', () => {
  it('is the one that shares most words with it', () => {
    const { quote } = bestQuote('Annual leave is 30 days.', { content, language: 'en' });

    expect(quote).toBe('Employees are entitled to 30 days of annual leave.');
  });

  it('is the shorter of two that share equally many', () => {
    const two =
      'Leave is thirty days in a year as the works council has agreed. Leave is thirty days.';

    const { quote } = bestQuote('Leave: thirty days', { content: two, language: 'en' });

    expect(quote).toBe('Leave is thirty days.');
  });

  it('is extended to the neighbour that contains the other part of the claim', () => {
    const terms = toClaimTerms('The canteen opens at nine; annual leave is 30 days.', 'en');

    const support = findSupport(terms, content, 'en');

    expect(content.slice(support?.start, support?.end)).toBe(
      'The canteen opens at nine. Employees are entitled to 30 days of annual leave.',
    );
  });

  it('does not exist if nothing is shared, and the first sentence is quoted instead', () => {
    const claim = 'Dogs bark loudly.';

    expect(findSupport(toClaimTerms(claim, 'en'), content, 'en')).toBeUndefined();
    expect(bestQuote(claim, { content, language: 'en' }).quote).toBe('The canteen opens at nine.');
  });
});

describe('the position of a quotation in its document', () => {
  it('is counted from the start of its passage', () => {
    const source = { content: 'abcdef', language: 'en', span: { charStart: 100, charEnd: 106 } };

    expect(toSpan(source, 2, 4)).toEqual({ charStart: 102, charEnd: 104 });
  });

  it('excludes a header that was added in front, and ends with the passage', () => {
    const source = { content: 'head\nabc', language: 'en', span: { charStart: 50, charEnd: 53 } };

    expect(toSpan(source, 0, 8)).toEqual({ charStart: 50, charEnd: 53 });
    expect(toSpan(source, 5, 7)).toEqual({ charStart: 50, charEnd: 52 });
  });

  it('is unknown if that of the passage is unknown', () => {
    expect(toSpan({ content: 'abc', language: 'en' }, 0, 3)).toEqual({
      charStart: null,
      charEnd: null,
    });
  });
});
