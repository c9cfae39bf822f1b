import { describe, expect, it } from '@jest/globals';
import { findMissing, type Told } from '../../../src/answering/named/missing-things.js';
import { findNamedThings } from '../../../src/answering/named/named-things.js';

const told = (content: string, language = 'en', documentId = 'one'): Told => ({
  content,
  language,
  documentId,
});

type Asked = { question: string; passage: string; language?: string; found?: readonly Told[] };

const missingOf = ({ question, passage, language = 'en', found = [] }: Asked): string[] =>
  findMissing(findNamedThings(question, language), {
    language,
    languages: [language],
    quoted: [told(passage, language)],
    found,
  });

describe('a thing that a question names', () => {
  it.each([
    ['contract AX-77-2219', 'The contract AX-77-2291 ends in March.', 'AX-77-2219'],
    ['pump PX-441', 'The pump PX-4410 needs oil.', 'PX-441'],
    ['pump PX-4410', 'The pumps PX-4410-2 and PX-4410B need oil.', 'PX-4410'],
    ['pump PX 4417', 'The pump PX-4410 needs oil.', 'PX 4417'],
    ['version 4.2.1', 'Version 4.2.10 fixed this, and 14.2.1 that.', '4.2.1'],
    ['account DE89 3704 0044 0532 0130 01', 'DE89 3704 0044 0532 0130 00 is for rent.', 'DE89'],
    ['number +49 30 1234568', 'Call +49 30 1234567.', '+49 30 1234568'],
    ['badge 44781', 'Badge 44718 belongs to Maria.', '44781'],
    ['room 207', 'Room 204 has a projector.', '207'],
    ['mail to sales@example.com', 'Mail to desk@example.com.', 'sales@example.com'],
    ['desk of Maria Lopes', 'The desk of Maria Lopez is free.', 'Lopes'],
    ['office in Madrid', 'The office in Lisbon opens at nine.', 'Madrid'],
  ])(
    'is reported missing if the passage names a different one: %s in "%s"',
    (asked, passage, missing) => {
      const found = missingOf({ question: `Where is the ${asked}?`, passage });

      expect(found).toHaveLength(1);
      expect(found[0]).toContain(missing);
    },
  );

  it.each([
    ['contract ax772291', 'The contract AX-77-2291 ends in March.'],
    ['contract AX 77 2291', 'The contract AX‑77‑2291 ends in March.'],
    ['pump PX-4410', 'The pump PX4410, PX-4411 or PX 4412 needs oil.'],
    ['pump PX-4410', 'The pumps PX-4410/PX-4411 need oil.'],
    ['account DE89370400440532013000', 'DE89 3704 0044 0532 0130 00 is for rent.'],
    ['account DE89 3704 0044 0532 0130 00', 'DE89370400440532013000 is for rent.'],
    ['number 030/123 45 67', 'Call +49 30 1234567.'],
    ['number +49 (0)30 1234567', 'Call 030 1234567.'],
    ['release v4.2.1', 'Version 4.2.1 fixed this.'],
    ['limit 1200', 'The limit is 1000.'],
    ['desk in the United Kingdom', 'The desk in the UK is free.'],
    ['German desk', 'The desk in Germany is free.'],
    ['desk of Müller', 'The desk of MULLER is free.'],
  ])('is recognised in another spelling: %s in "%s"', (asked, passage) => {
    expect(missingOf({ question: `Where is the ${asked}?`, passage })).toEqual([]);
  });

  it.each([
    { question: 'Was leitet Frau Müller?', passage: 'Müllers Abteilung', language: 'de' },
    { question: 'Mit vezet Kovács Anna?', passage: 'Kovácsnak, Annának', language: 'hu' },
    { question: 'Где кабинет господина Иванова?', passage: 'Кабинет Иванову', language: 'ru' },
  ])('is recognised with another inflection: $question', (asked) => {
    expect(missingOf(asked)).toEqual([]);
  });

  it('may be on another found page of the quoted document', () => {
    const asked = { question: 'When does AX-77-2291 end?', passage: 'It ends in March.' };
    const first = 'This is contract AX-77-2291.';

    expect(missingOf({ ...asked, found: [told(first)] })).toEqual([]);
    expect(missingOf({ ...asked, found: [told(first, 'en', 'other')] })).toEqual(['AX-77-2291']);
  });

  it('is reported missing from a passage about something else, even if another page of the document contains it', () => {
    const passage = 'AX-77-2219 ends in March.';
    const found = [told('This folder has AX-77-2291, too.')];

    expect(missingOf({ question: 'When does AX-77-2291 end?', passage, found })).toEqual([
      'AX-77-2291',
    ]);
  });

  it('may have another name in the language of the passage', () => {
    const things = findNamedThings('Who works in Moscow?', 'en');
    const quoted = [told('Anna arbeitet in Moskau.', 'de')];

    expect(
      findMissing(things, { language: 'en', languages: ['en', 'de'], quoted, found: [] }),
    ).toEqual([]);
  });
});
