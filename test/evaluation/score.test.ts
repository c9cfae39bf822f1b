import { describe, expect, it } from '@jest/globals';
import {
  factsAgainst,
  hitRank,
  missingDocuments,
  outcomeOf,
  toFactTest,
  verdictOf,
  type Expected,
} from '../../src/evaluation/score.js';

const expecting = (changes: Partial<Expected> = {}): Expected => ({
  isRefusal: false,
  facts: [toFactTest('30 days')],
  absent: [],
  documents: [{ document: 'lease' }],
  ...changes,
});

const reply = (changes: object = {}) => ({
  responseType: 'answer',
  answer: 'It is 30 days [1].\n\nSources:\n[1] Lease of 90 days',
  cited: [{ document: 'lease', pageStart: 3, pageEnd: 4 }],
  ...changes,
});

describe('the outcome of a golden question', () => {
  it.each([
    ['right', {}, {}],
    ['closest', {}, { responseType: 'closest' }],
    ['uncited', {}, { cited: [] }],
    ['wrong', { facts: [toFactTest('60 days')] }, {}],
    ['wrong', { absent: [toFactTest('30 days')] }, {}],
    ['wrong', { isRefusal: true }, {}],
    ['beside', { isRefusal: true }, { responseType: 'closest' }],
    ['refused', {}, { responseType: 'not_found' }],
  ])('is %s with %j and %j', (outcome, expected, given) => {
    expect(outcomeOf(expecting(expected), reply(given))).toBe(outcome);
  });

  it('ignores the list of titles below an answer', () => {
    expect(outcomeOf(expecting({ absent: [toFactTest('90 days')] }), reply())).toBe('right');
  });

  it('requires a citation of one of the expected pages, if any are given', () => {
    const onPages = (...pages: number[]) => [{ document: 'lease', pages }];

    expect(outcomeOf(expecting({ documents: onPages(4, 9) }), reply())).toBe('right');
    expect(outcomeOf(expecting({ documents: onPages(2) }), reply())).toBe('uncited');
    expect(
      missingDocuments(expecting({ documents: onPages(4) }), { cited: [{ document: 'lease' }] }),
    ).toEqual([0]);
  });
});

describe('the verdict of a run', () => {
  it.each([
    ['right', false, 'right'],
    ['closest', false, 'closest'],
    ['uncited', false, 'wrong'],
    ['beside', false, 'refused'],
    ['refused', false, 'refused'],
    ['refused', true, 'right'],
    ['beside', true, 'closest'],
    ['wrong', true, 'wrong'],
  ] as const)(
    'for the outcome %s, with a refusal expected %s, is %s',
    (outcome, isRefusal, verdict) => {
      expect(verdictOf({ isRefusal }, outcome)).toBe(verdict);
    },
  );
});

describe('a fact', () => {
  it.each([
    ['five days', 'It takes FIVE\u00a0 days.', true],
    ['5 days | five days', 'Five days.', true],
    ['5 days', 'It takes 15 days.', false],
    ['1.5', 'It takes 11.5 hours.', false],
    ['240', 'It costs 1,240.', false],
    ['1,240', 'It costs 1,240.50.', false],
    ['1,240', 'It costs 1,240.', true],
    ['5', '15 and 5', true],
    ["don't", 'We don’t.', true],
  ])('%s is said by "%s": %s', (fact, text, isSaid) => {
    expect(toFactTest(fact)(text)).toBe(isSaid);
  });

  it('is reported by its position in the list if it is missing or unwanted', () => {
    const facts = [toFactTest('30 days'), toFactTest('60 days')];

    expect(factsAgainst(facts, reply(), { wanted: true })).toEqual([1]);
    expect(factsAgainst(facts, reply(), { wanted: false })).toEqual([0]);
  });
});

describe('the rank of a hit', () => {
  it('is that of the first passage of an expected document, from 1', () => {
    const ranked = [{ document: 'faq' }, { document: 'lease' }, { document: 'lease' }];

    expect(hitRank(ranked, expecting())).toBe(2);
    expect(hitRank(ranked.slice(0, 1), expecting())).toBeNull();
  });
});
