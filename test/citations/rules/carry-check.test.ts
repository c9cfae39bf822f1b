import { describe, expect, it } from '@jest/globals';
import { createCarryCheck } from '../../../src/citations/index.js';

const PASSAGE = [
  'Handbook of Brenner Tools',
  [
    'Office staff may work from home up to three days a week.',
    'Interns may work from home on one day a week.',
    'Visitors need a badge.',
  ].join(' '),
  'The company pays a flat rate of 25 euros a month. Other costs are not paid.',
  'Overtime is not paid on public holidays. Requests are made at least five days in advance.',
  'If a course costs more than 3,000 euros, whoever leaves within two years pays a share back.',
  'Mallory Logistics delivers at most 40 parts per order.',
  ['Item | Limit | Receipt', 'Hotel | 140 | yes', 'Taxi | 60 | no'].join('\n'),
].join('\n\n');

type Shown = { language?: string; lead?: string; question?: string };

const check = (
  text: string,
  words: string,
  { language = 'en', lead = '', question = 'How much?' }: Shown = {},
): boolean =>
  createCarryCheck({ question, language })({
    statement: { text, lead, cited: [0] },
    source: { key: 'handbook', content: PASSAGE, language: 'en' },
    words,
  });

describe('a statement that a judge supports', () => {
  it.each([
    [
      'its figure in the sentence of the quoted words',
      'Three days from home are fine.',
      'work from home',
    ],
    ['its figure in the next sentence', 'The flat rate is 25 euros.', 'Other costs'],
    ['a paraphrase', 'Staying at home is fine thrice weekly.', 'work from home'],
    [
      'a limit expressed the other way round',
      'Ask five days before at the latest.',
      'Requests are made',
    ],
    [
      'the condition',
      'Whoever leaves within two years pays a share back if the course costs more than 3,000 euros.',
      'pays a share back',
    ],
    ['a name from the title', 'Staff of Brenner Tools get 25 euros a month.', 'flat rate'],
    ['the row of the quoted words', 'The limit for a hotel is 140.', 'Hotel'],
    ['a negation that merely rephrases', 'Nothing but a badge will do for guests.', 'a badge'],
  ])('is accepted with %s', (_what, text, words) => {
    expect(check(text, words)).toBe(true);
  });

  it.each([
    ['a figure that appears nowhere', 'Staff may work from home four days.', 'work from home'],
    ['a figure of another thing', 'Staff may work from home 25 days.', 'work from home'],
    ['the figure of another row', 'The limit for a hotel is 60.', 'Hotel'],
    ['the figure of another sentence', 'Interns may work from home three days a week.', 'Interns'],
    ['its opposite', 'Holiday overtime gets paid.', 'paid on public holidays'],
    ['an added denial', 'Nobody may work from home.', 'work from home'],
    ['"some" turned into "all"', 'All staff may work from home.', 'work from home'],
    ['a right turned into a duty', 'Office staff must work from home.', 'work from home'],
    ['an exact figure for a limit', 'Mallory delivers exactly 40 parts.', 'at most 40 parts'],
    ['a reversed limit', 'Mallory delivers at least 40 parts.', 'at most 40 parts'],
    ['another period of time', 'The flat rate is 25 euros a year.', 'flat rate'],
    [
      'an omitted condition',
      'Whoever leaves within two years pays a share back.',
      'pays a share back',
    ],
    ['a person whom the source does not name', 'Staff of Kovacs get 25 euros.', 'flat rate'],
    [
      'a different subject from the source',
      'Interns are paid a flat rate of 25 euros a month.',
      'flat rate',
    ],
  ])('is not accepted with %s', (_what, text, words) => {
    expect(check(text, words)).toBe(false);
  });

  it.each([
    ['Pauschal gibt es 25 Euro im Monat.', true],
    ['Pauschal gibt es 35 Euro im Monat.', false],
    ['Pauschal gibt es keine 25 Euro im Monat.', false],
    ['Pauschal gibt es 25 Euro im Quartal.', false],
  ])('is compared across languages by numbers and signs: %s', (text, expected) => {
    expect(check(text, '25 euros a month', { language: 'de' })).toBe(expected);
  });

  it('is accepted with a figure from the question', () => {
    const question = 'I have been here for 7 years: may I work from home?';

    expect(check('With 7 years you may work from home.', 'work from home', { question })).toBe(
      true,
    );
  });

  it('is never accepted if the source says nothing', () => {
    const carries = createCarryCheck({ question: 'How much?', language: 'en' });
    const statement = { text: 'It costs 5 euros.', lead: '', cited: [0] };

    expect(
      carries({ statement, source: { key: 'empty', content: '', language: 'en' }, words: '' }),
    ).toBe(false);
  });
});
