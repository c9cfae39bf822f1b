import { describe, expect, it } from '@jest/globals';
import { findRequest } from '../../../src/questions/requests.js';
import { MESSAGE_LANGUAGES, messagesFor } from '../../../src/shared/i18n/index.js';
import { MessageId, newId } from '../../../src/shared/ids.js';
import { findAssumedYears, toCallByRule } from '../../../src/workflow/decide/by-rule.js';

const TODAY = '2026-11-23';

const messageId = newId(MessageId);

const callFor = (originalQuery: string, today = TODAY) =>
  toCallByRule({ originalQuery, queryLanguage: 'en' }, { today, messageId });

describe('the call that a rule makes of a question', () => {
  it('computes, counts days and converts with the arguments that the tools take', () => {
    expect([callFor('What is 15 * 8?'), callFor('500 EUR in HUF')]).toEqual([
      { name: 'math_calc', arguments: { expression: '15 * 8' } },
      { name: 'fx_rates', arguments: { base: 'EUR', target: 'HUF', amount: 500 } },
    ]);
    expect(callFor('days between 2026-01-05 and 2026-02-01')).toEqual({
      name: 'date_diff',
      arguments: { from: '2026-01-05', to: '2026-02-01' },
    });
  });

  it('remembers what the user asks to have remembered, and says nothing else', () => {
    expect(callFor('Hi! Please remember that my desk is in Berlin.')).toEqual({
      name: 'create_memory',
      arguments: { messageId, quote: 'my desk is in Berlin.' },
    });
    expect(callFor('Remember that my desk is in Berlin. Who has a desk there?')).toBeNull();
  });

  it('is none for a question about a document', () => {
    expect(callFor('Who signed on 3 March?')).toBeNull();
  });
});

describe('a day without a year', () => {
  it.each([
    ['days between 3 March and 1 June', '2026-11-23', '2027-03-03', '2027-06-01'],
    ['days between 3 March and 1 June', '2026-05-10', '2026-03-03', '2026-06-01'],
    ['days between 1 December and 15 January', '2026-11-23', '2026-12-01', '2027-01-15'],
    ['days between 20 December and 10 January', '2027-01-02', '2026-12-20', '2027-01-10'],
    ['days from 5 January to 1 February 2026', '2026-11-23', '2026-01-05', '2026-02-01'],
    ['days from 5 December to 1 February 2026', '2026-11-23', '2025-12-05', '2026-02-01'],
    ['days from 5 January 2024 to 1 March', '2026-11-23', '2024-01-05', '2024-03-01'],
    ['days between 29 February and 1 March', '2026-11-23', '2028-02-29', '2028-03-01'],
    ['how many days until 24 December', '2026-12-25', '2026-12-25', '2027-12-24'],
    ['how many days until 24 December', '2026-12-24', '2026-12-24', '2026-12-24'],
    ['how many days since 24 December', '2026-11-23', '2025-12-24', '2026-11-23'],
  ])('is the nearest sensible one: %s, asked on %s', (...[question, today, from, to]) => {
    expect(callFor(question, today)?.arguments).toEqual({ from, to });
  });

  it('is told with the year that was taken, unless the other day has one', () => {
    const assumedIn = (originalQuery: string, today = TODAY) => {
      const call = callFor(originalQuery, today);
      return call && findAssumedYears({ originalQuery, queryLanguage: 'en' }, call);
    };

    expect(assumedIn('days between 3 March and 1 June')).toEqual(['2027']);
    expect(assumedIn('days between 1 December and 15 January')).toEqual(['2026', '2027']);
    expect(assumedIn('days between 3 March 2026 and 1 June')).toEqual([]);
    expect(assumedIn('days between 2026-01-05 and 2026-02-01')).toEqual([]);
    expect(assumedIn('What is 15 * 8?')).toEqual([]);
  });
});

/** In the others, the examples are English. */
const REQUEST_LANGUAGES = ['en', 'hu', 'de', 'fr', 'es', 'vi', 'zh'];

describe('what is offered where no model is set up', () => {
  it.each(MESSAGE_LANGUAGES)('is understood as it stands in the language %s', (language) => {
    const { exampleCalculation, exampleDateSpan, exampleConversion } = messagesFor(language);

    const found = [exampleCalculation, exampleDateSpan, exampleConversion].map((example) =>
      findRequest(example, language),
    );

    const understood = REQUEST_LANGUAGES.includes(language) ? language : 'en';
    expect(found).toMatchObject([
      { language: understood, request: { kind: 'calculation', expression: '12% of 340' } },
      { language: understood, request: { kind: 'date_span', unit: 'days' } },
      { language: understood, request: { kind: 'conversion', base: 'EUR', target: 'HUF' } },
    ]);
  });
});
