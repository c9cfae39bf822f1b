import { describe, expect, it } from '@jest/globals';
import { findNamedThings } from '../../../src/answering/named/named-things.js';

const namedIn = (question: string, language = 'en'): string[] =>
  findNamedThings(question, language).map(({ kind, written }) => `${kind} ${written}`);

describe('a code in a question', () => {
  it.each([
    ['When does contract AX-77-2219 end?', 'code AX-77-2219'],
    ['when does contract ax772291 end', 'code ax772291'],
    ['Is BT/204-C renewed?', 'code BT/204-C'],
    ['Which oil does the pump PX 4410 need?', 'code PX 4410'],
    ['which oil does pump px 4410 need', 'code px 4410'],
    ['Where is AX 77 2291 kept?', 'code AX 77 2291'],
    ['Who rents flat 12A?', 'code 12A'],
    ['设备PX-4419需要加油吗?', 'code PX-4419'],
    ['Which part is PX-4410-compatible?', 'code PX-4410'],
    ['What did version 4.2.1 fix?', 'version 4.2.1'],
    ['What did v4.2.1 fix?', 'version v4.2.1'],
    ['What is sent to sales.desk@example.com?', 'address sales.desk@example.com'],
    ['Whose is DE89 3704 0044 0532 0130 00?', 'grouped DE89 3704 0044 0532 0130 00'],
    ['Who answers +49 30 1234567?', 'grouped +49 30 1234567'],
    ['Who answers 030/123 45 67?', 'grouped 030/123 45 67'],
    ['Who has badge 44781?', 'number 44781'],
    ['Does room 207 have a projector?', 'numbered 207'],
  ])('is recognised: %s', (question, named) => {
    expect(namedIn(question)).toEqual([named]);
  });

  it('is separated from a Hungarian suffix attached to it', () => {
    expect(namedIn('Honnan indul a KR-4471-es járat?', 'hu')).toEqual(['code KR-4471']);
  });
});

describe('a number that is only a count or a date', () => {
  it.each([
    'Is parking free on the 3rd floor after 14h30?',
    'Can I spend 12500 euros on travel?',
    'Are more than 50000 visitors allowed?',
    'Do 12500 visitors fit in?',
    'What is due by 2024-05-03 or 03.05.2024?',
    'Is the 24-hour desk open in 2024?',
    'May I bring a 10kg bag at 2pm?',
    'Who played in the 1990s?',
    'What costs $12500?',
    'What is the result of Q3?',
    'Is 1.234.567 the turnover?',
  ])('is not taken for a name: %s', (question) => {
    expect(namedIn(question)).toEqual([]);
  });
});

describe('a name in a question', () => {
  it.each([
    ['Who leads the laboratory in Madrid?', ['name Madrid']],
    ['What does Anna Whitford manage?', ['name Anna', 'name Whitford']],
    ['Where is Müller’s office?', ['name Müller']],
  ])('is recognised by its capital letter: %s', (question, named) => {
    expect(namedIn(question)).toEqual(named);
  });

  it.each([
    'I am Ann, where is the canteen?',
    'Hi Bob, where is the canteen? Thanks, Ann',
    'My name is Ann Fox. Where is the canteen?',
    'Is the canteen open on Monday in March?',
    'WHERE IS THE CANTEEN OF THE COMPANY?',
    'Where Is The Canteen Of The Company?',
    'What does Section two say about the VPN?',
  ])("is not recognised if it is the asker's, a day, or in a text of capitals: %s", (question) => {
    expect(namedIn(question)).toEqual([]);
  });

  it('is recognised after a title in German, where every noun has a capital', () => {
    expect(namedIn('Wo liegt das Büro von Frau Schmitt?', 'de')).toEqual(['name Schmitt']);
  });

  it('is not the asker\'s in Hungarian, where "my name is" comes after the name', () => {
    expect(namedIn('Kovács Anna vagyok, hol van a raktár?', 'hu')).toEqual([]);
  });
});

describe('a text pasted into a question', () => {
  it('contributes no names to the question', () => {
    expect(namedIn(`Where is AX-77-2219? ${'word '.repeat(200)}`)).toEqual([]);
  });
});
